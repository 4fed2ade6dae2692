//! The geometry of the board: the names of squares and the lines through them.
//!
//! The square of file `f` (a = 0) and rank `r` (the first rank, at the bottom, is 0) has the index
//! `f + 8 * r`, so that a1 is 0 and h8 is 63. Nothing here depends on pieces.

use std::fmt;

use parlor_core::{Bitboard, Square};

/// The a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The h-file.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// One of the four kinds of lines along which a piece may move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Left and right.
    Rank,
    /// Up and down.
    File,
    /// Up to the right and down to the left, like a1–h8.
    Rising,
    /// Down to the right and up to the left, like a8–h1.
    Falling,
}

impl Axis {
    /// All four axes.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Rising, Axis::Falling];

    /// Returns the files and ranks of one step along the axis; the other direction is its opposite.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Axis::Rank => (1, 0),
            Axis::File => (0, 1),
            Axis::Rising => (1, 1),
            Axis::Falling => (1, -1),
        }
    }

    /// Returns every square of the line of this kind through `square`, including `square`.
    #[inline]
    pub const fn line(self, square: Square) -> Bitboard {
        Bitboard(LINES[self as usize][square.index()])
    }
}

/// Returns the square in this file and rank, both counted from 0, or `None` if it is off the board.
#[inline]
pub const fn square_at(file: i8, rank: i8) -> Option<Square> {
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Square::new((file + 8 * rank) as u8)
    } else {
        None
    }
}

/// Returns the file of a square, 0 for a.
#[inline]
pub const fn file_of(square: Square) -> i8 {
    (square.index() & 7) as i8
}

/// Returns the rank of a square, 0 for the first.
#[inline]
pub const fn rank_of(square: Square) -> i8 {
    (square.index() >> 3) as i8
}

/// Reads a square such as `b8`, in either case.
pub fn parse_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file, rank @ b'1'..=b'8'] => match file.to_ascii_lowercase() {
            file @ b'a'..=b'h' => square_at((file - b'a') as i8, (rank - b'1') as i8),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a square: `b8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareName(
    /// The square.
    pub Square,
);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (b'a' + file_of(self.0) as u8) as char;
        let rank = (b'1' + rank_of(self.0) as u8) as char;
        write!(f, "{file}{rank}")
    }
}

/// For each axis and square, the line through the square.
const LINES: [[u64; 64]; 4] = {
    let mut lines = [[0; 64]; 4];
    let mut axis = 0;
    while axis < 4 {
        let (files, ranks) = Axis::ALL[axis].step();
        let mut index = 0;
        while index < 64 {
            let mut steps: i8 = -7;
            while steps <= 7 {
                let file = (index & 7) as i8 + files * steps;
                let rank = (index >> 3) as i8 + ranks * steps;
                if let Some(square) = square_at(file, rank) {
                    lines[axis][index] |= square.bit().0;
                }
                steps += 1;
            }
            index += 1;
        }
        axis += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_counted_from_a1_along_the_ranks() {
        assert_eq!(parse_square("a1").map(Square::index), Some(0));
        assert_eq!(parse_square("b1").map(Square::index), Some(1));
        assert_eq!(parse_square("A2").map(Square::index), Some(8));
        assert_eq!(parse_square("h8").map(Square::index), Some(63));
        for text in ["", "a", "a0", "a9", "i1", "a1 ", "1a", "é1"] {
            assert_eq!(parse_square(text), None, "{text}");
        }
    }

    #[test]
    fn every_square_reads_back_from_its_name() {
        for square in (!Bitboard::EMPTY).squares() {
            assert_eq!(parse_square(&SquareName(square).to_string()), Some(square));
        }
    }

    #[test]
    fn lines_run_from_edge_to_edge() {
        let d1 = parse_square("d1").expect("a square");
        let names = |axis: Axis| {
            let names: Vec<String> = axis
                .line(d1)
                .squares()
                .map(|s| SquareName(s).to_string())
                .collect();
            names.join(" ")
        };
        assert_eq!(names(Axis::Rank), "a1 b1 c1 d1 e1 f1 g1 h1");
        assert_eq!(names(Axis::File), "d1 d2 d3 d4 d5 d6 d7 d8");
        assert_eq!(names(Axis::Rising), "d1 e2 f3 g4 h5");
        assert_eq!(names(Axis::Falling), "d1 c2 b3 a4");
    }
}
