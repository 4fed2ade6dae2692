//! The 7×7 board: squares, their neighbours and their names.
//!
//! A square's index is 7·(row − 1) + column, so that a1 is 0, g1 is 6 and g7 is 48. Bits 49 to 63 of a set
//! are never used.

use std::fmt;

use parlor_core::{Bitboard, Square};

/// The number of squares along a side of the board.
pub const SIDE: u8 = 7;
/// The number of squares of the board.
pub const N_SQUARES: usize = 49;
/// Every square of the board.
pub const ALL_SQUARES: Bitboard = Bitboard((1 << N_SQUARES) - 1);

const FILE_A: u64 = 0x0000_0408_1020_4081;
const FILE_B: u64 = FILE_A << 1;
const FILE_F: u64 = FILE_A << 5;
const FILE_G: u64 = FILE_A << 6;
const ALL: u64 = ALL_SQUARES.0;

/// Returns the square in this column (0 is a) and row (0 is row 1, at the bottom), if there is one.
#[inline]
pub const fn square(file: u8, rank: u8) -> Option<Square> {
    if file < SIDE && rank < SIDE {
        Square::new(rank * SIDE + file)
    } else {
        None
    }
}

/// Returns the column of a square: 0 is a.
#[inline]
pub const fn file(square: Square) -> u8 {
    square.index() as u8 % SIDE
}

/// Returns the row of a square: 0 is row 1, at the bottom.
#[inline]
pub const fn rank(square: Square) -> u8 {
    square.index() as u8 / SIDE
}

/// Returns whether the board has this square. Indices from 49 on exist only in the shared [`Square`] type.
#[inline]
pub const fn is_on_board(square: Square) -> bool {
    square.index() < N_SQUARES
}

/// Returns the squares adjacent to `square`: where a piece on it can extend to, and which pieces a move to it
/// turns.
#[inline]
pub const fn neighbours(square: Square) -> Bitboard {
    Bitboard(SINGLES[square.index() & 63])
}

/// Returns the squares exactly two away from `square`: where a piece on it can jump to.
#[inline]
pub const fn double_targets(square: Square) -> Bitboard {
    Bitboard(DOUBLES[square.index() & 63])
}

/// Returns the squares exactly one away from a square of the set. They may be in the set themselves.
#[inline]
pub const fn singles(set: Bitboard) -> Bitboard {
    let sides = beside(set.0);
    let row = set.0 | sides;
    Bitboard((sides | row << 7 | row >> 7) & ALL)
}

/// Returns the squares exactly two away from a square of the set. They may be in the set themselves.
#[inline]
pub const fn doubles(set: Bitboard) -> Bitboard {
    let set = set.0;
    let far = (set & !(FILE_F | FILE_G)) << 2 | (set & !(FILE_A | FILE_B)) >> 2;
    let row = set | beside(set) | far;
    Bitboard((far | far << 7 | far >> 7 | row << 14 | row >> 14) & ALL)
}

const fn beside(set: u64) -> u64 {
    (set & !FILE_G) << 1 | (set & !FILE_A) >> 1
}

// 64 entries so that no `Square` index is out of bounds; those off the board are empty.
pub(crate) const SINGLES: [u64; 64] = per_square(false);
pub(crate) const DOUBLES: [u64; 64] = per_square(true);

const fn per_square(double: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < N_SQUARES {
        let set = Bitboard(1 << index);
        table[index] = if double { doubles(set).0 } else { singles(set).0 };
        index += 1;
    }
    table
}

/// The name of a square, such as `a7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName(Square);

/// Returns the name of a square, for formatting.
pub const fn square_name(square: Square) -> SquareName {
    SquareName(square)
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_on_board(self.0) {
            let column = char::from(b'a' + file(self.0));
            write!(f, "{column}{}", rank(self.0) + 1)
        } else {
            write!(f, "square {}", self.0.index())
        }
    }
}

/// Returns the square with this name, if there is one: a column a–g and a row 1–7.
pub fn parse_square(name: &str) -> Option<Square> {
    match *name.as_bytes() {
        [column @ b'a'..=b'g', row @ b'1'..=b'7'] => square(column - b'a', row - b'1'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Square {
        parse_square(name).unwrap_or_else(|| panic!("{name}"))
    }

    fn distance(a: Square, b: Square) -> u8 {
        file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
    }

    #[test]
    fn the_tables_hold_exactly_the_squares_one_and_two_away() {
        for from in ALL_SQUARES {
            for to in ALL_SQUARES {
                assert_eq!(neighbours(from).contains(to), distance(from, to) == 1);
                assert_eq!(double_targets(from).contains(to), distance(from, to) == 2);
            }
        }
    }

    #[test]
    fn the_set_functions_unite_the_squares_of_the_tables() {
        let mut state = 7;
        for _ in 0..2000 {
            let set = Bitboard(parlor_core::random::split_mix(&mut state)) & ALL_SQUARES;
            let set = set & Bitboard(parlor_core::random::split_mix(&mut state));
            let union = |of: fn(Square) -> Bitboard| set.squares().fold(Bitboard::EMPTY, |a, s| a | of(s));
            assert_eq!(singles(set), union(neighbours));
            assert_eq!(doubles(set), union(double_targets));
        }
    }

    #[test]
    fn rows_count_from_the_bottom_and_columns_from_the_left() {
        assert_eq!(named("a1").index(), 0);
        assert_eq!((file(named("g1")), rank(named("g1"))), (6, 0));
        assert_eq!(named("g7").index(), 48);
        for square in ALL_SQUARES {
            assert_eq!(parse_square(&square_name(square).to_string()), Some(square));
        }
        for bad in ["", "a", "h1", "a8", "a0", "A1", "a1 ", "a10", "ä1"] {
            assert_eq!(parse_square(bad), None, "{bad}");
        }
    }
}
