//! Both notations of Lines of Action: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::Notation;
use parlor_loa::{Coordinates, Position, Recorded, Rules};

fuzz_target!(|text: &str| {
    let position = Position::start(Rules::default());
    for mv in [Coordinates.parse(&position, text), Recorded.parse(&position, text)].into_iter().flatten() {
        assert_eq!(Coordinates.parse(&position, &Coordinates.format(&position, mv)), Ok(mv));
        assert_eq!(Recorded.parse(&position, &Recorded.format(&position, mv)), Ok(mv));
    }
});
