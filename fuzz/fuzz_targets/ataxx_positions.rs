//! FEN and block patterns of Ataxx: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_ataxx::{BlockPattern, Position, Rules, Setup};

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup));
    }
    for rules in Rules::ALL {
        if let Ok(position) = Position::from_fen(text, rules) {
            assert_eq!(Position::from_fen(&position.fen(), rules).as_ref(), Ok(&position));
        }
    }
    if let Ok(blocks) = text.parse::<BlockPattern>() {
        assert_eq!(blocks.to_string().parse().as_ref(), Ok(&blocks));
        let _ = Position::with_blocks(Rules::Cs61b, blocks.squares());
    }
});
