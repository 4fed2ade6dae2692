//! Plain boards and OBF lines of Othello: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_othello::formats::{obf, plain};
use parlor_othello::{Board, Rules};

fuzz_target!(|text: &str| {
    if let Ok(setup) = plain::read(text) {
        assert_eq!(plain::read(&plain::write(&setup)).as_ref(), Ok(&setup));
        let _ = Board::from_setup(&setup, Rules::NoMoveLoses);
    }
    if let Ok(entries) = obf::read(text) {
        for entry in entries {
            assert_eq!(entry.to_string().parse().as_ref(), Ok(&entry));
        }
    }
});
