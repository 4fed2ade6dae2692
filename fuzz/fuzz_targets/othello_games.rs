//! Othello games as transcripts, GGF and WTHOR: nothing panics, and what is replayed is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_othello::formats::{ggf, wthor};
use parlor_othello::notation::transcript;
use parlor_othello::{Board, Rules};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(database) = wthor::read(bytes) {
        for game in &database.games {
            let _ = game.replay();
        }
        assert_eq!(wthor::read(&database.to_bytes()).as_ref(), Ok(&database));
    }
    let _ = wthor::read_names(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(games) = ggf::read(text) {
        for game in games {
            let _ = game.replay(Rules::Pass);
        }
    }
    if let Ok(record) = transcript::read(&Board::start(Rules::Pass), text) {
        let again = transcript::read(&Board::start(Rules::Pass), &transcript::write(&record));
        assert!(again.is_ok());
    }
});
