//! Any file: nothing panics, and what is found can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::import;

fuzz_target!(|bytes: &[u8]| {
    for found in import::read(bytes).unwrap_or_default() {
        let tagged = TaggedGame { game: found.game, tags: Vec::new() };
        let again = pgn::read(&pgn::write(&tagged)).expect("what was written can be read");
        assert_eq!(again.game.cells(), tagged.game.cells());
    }
});
