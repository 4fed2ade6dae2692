//! What the arena reads: players, time controls, openings, and tournaments as they are stored. Nothing panics, and what is read is
//! written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_arena::control::Control;
use parlor_arena::entrant::Entrant;
use parlor_arena::tournament::Tournament;
use parlor_games::{Kind, Spec};
use parlor_measure::opening;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let kind = Kind::ALL[usize::from(choice) % Kind::ALL.len()];
    let spec = Spec::default_for(kind);
    if let Ok(openings) = opening::read(&spec, text) {
        assert_eq!(opening::read(&spec, &opening::write(&openings)).as_ref(), Ok(&openings));
    }
    if let Ok(control) = text.parse::<Control>() {
        assert_eq!(control.to_string().parse::<Control>().map(|again| again.to_string()), Ok(control.to_string()));
    }
    if let Ok(entrant) = text.parse::<Entrant>() {
        // What a command or a file of weights says is not looked at: nothing is run or read here.
        let _ = (entrant.protocol(), entrant.only_color(kind), entrant.control(), entrant.margin_ms());
        let _ = entrant.own_options();
    }
    if let Ok(tournament) = serde_json::from_str::<Tournament>(text) {
        let _ = (tournament.spec(), tournament.game_from_opening(usize::from(choice)));
        let again = serde_json::to_string(&tournament).expect("it can be stored");
        assert_eq!(serde_json::from_str::<Tournament>(&again).expect("and read").entrants, tournament.entrants);
    }
});
