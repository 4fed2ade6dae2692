//! Every notation of Othello, on boards of two sizes: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::Notation;
use parlor_othello::notation::{Numbers, RowColumn, Standard};
use parlor_othello::{Board, GridBoard, Position, Rules, Size};

fn check<P: Position, N: Notation<P>>(notation: N, position: &P, text: &str) {
    if let Ok(mv) = notation.parse(position, text) {
        let written = notation.format(position, mv);
        assert_eq!(notation.parse(position, &written), Ok(mv));
    }
}

fuzz_target!(|text: &str| {
    let board = Board::start(Rules::Pass);
    check(Standard, &board, text);
    check(RowColumn, &board, text);
    check(Numbers, &board, text);
    let Ok(size) = Size::new(16, 10) else { return };
    let grid = GridBoard::start(size, Rules::Pass);
    check(Standard, &grid, text);
    check(RowColumn, &grid, text);
    check(Numbers, &grid, text);
});
