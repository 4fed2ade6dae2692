//! Game records of Lines of Action: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_loa::Rules;
use parlor_loa::formats::sgf;

fuzz_target!(|bytes: &[u8]| {
    for game in sgf::read(bytes).into_iter().flatten() {
        let _ = game.replay(Rules::default());
        assert_eq!(sgf::read(game.to_string().as_bytes()), [Ok(game)]);
    }
});
