//! Both notations of Ataxx: what is read and legal is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_ataxx::{Position, Rules, Cs61bNotation, ToolNotation};
use parlor_core::{Game, Notation};

fuzz_target!(|text: &str| {
    let position = Position::start(Rules::Cs61b);
    for mv in [Cs61bNotation.parse(&position, text), ToolNotation.parse(&position, text)].into_iter().flatten() {
        if position.is_legal(mv) {
            assert_eq!(Cs61bNotation.parse(&position, &Cs61bNotation.format(&position, mv)), Ok(mv));
            assert_eq!(ToolNotation.parse(&position, &ToolNotation.format(&position, mv)), Ok(mv));
        }
    }
});
