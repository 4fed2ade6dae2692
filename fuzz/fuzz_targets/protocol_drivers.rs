//! Whatever a program says in any of the languages: nothing panics, and a move that is read can be judged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::Color;
use parlor_games::{AnyGame, Kind, Spec};
use parlor_protocol::{DriverAction, Budget, Protocol, DriverEvent};

// The first byte chooses the language, the game and the side; the rest is what the program prints.
fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let protocol = Protocol::ALL[usize::from(choice) % Protocol::ALL.len()];
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| protocol.speaks(kind)).collect();
    let kind = kinds[usize::from(choice / 8) % kinds.len()];
    let color = if choice & 128 == 0 { Color::Black } else { Color::White };
    let mut game = AnyGame::new(&Spec::default_for(kind)).expect("the start");
    let mut driver = protocol.driver(&[]);
    driver.hello();
    driver.new_game(&game, color, &Budget::default()).expect("the usual game is supported");
    let mut is_asked = false;
    for line in String::from_utf8_lossy(bytes).split('\n') {
        if !is_asked && game.turn() == color && game.outcome().is_none() {
            driver.go(&game, &Budget::default());
            is_asked = true;
        }
        for act in driver.line(line) {
            if let DriverAction::Event(DriverEvent::Move(mv)) = act
                && is_asked
                && game.play(&mv).is_ok()
            {
                is_asked = false;
                driver.moved(&game);
            }
        }
        // The other side answers with its first move.
        if !is_asked && game.turn() != color && game.outcome().is_none() {
            let reply = game.legal_moves()[0].text.clone();
            game.play(&reply).expect("legal");
            driver.moved(&game);
        }
    }
    driver.finish();
    driver.quit();
});
