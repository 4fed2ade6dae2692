//! Parlor's own text form of a game: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_games::pgn;

fuzz_target!(|text: &str| {
    if let Ok(tagged) = pgn::read(text) {
        let again = pgn::read(&pgn::write(&tagged)).expect("what was written can be read");
        assert_eq!(again.game, tagged.game);
    }
});
