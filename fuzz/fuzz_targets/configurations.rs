//! Configurations of our engine, and the agreements of a game: nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_games::{Kind, Spec};
use parlor_players::Configuration;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let kind = Kind::ALL[usize::from(choice) % Kind::ALL.len()];
    let _ = Configuration::parse(kind, text);
    for line in text.split(',') {
        if let Some((name, value)) = line.split_once('=')
            && let Ok(spec) = Spec::default_for(kind).with(name, value)
        {
            let _ = parlor_games::AnyGame::new(&spec);
        }
    }
});
