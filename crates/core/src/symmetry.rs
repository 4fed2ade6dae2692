//! The symmetries of a board.

use crate::{Bitboard, Square};

/// One of the eight symmetries of a board: a combination of swapping left and right, swapping top and bottom,
/// and swapping rows and columns, in this order. A board that is not square has only the four that do not
/// swap rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Returns the symmetries of a board with this many rows and columns, the identity first. A square board
    /// has all eight.
    pub const fn of_board(rows: u8, columns: u8) -> &'static [Symmetry] {
        if rows == columns {
            &Symmetry::ALL
        } else {
            Symmetry::ALL.split_at(4).0
        }
    }

    /// Returns the image of a row and column, both from 0, on a board with this many rows and columns. For
    /// coordinates outside the board the result is unspecified.
    pub const fn place(self, [rows, columns]: [u32; 2], [row, column]: [u32; 2]) -> [u32; 2] {
        let column = if self.0 & 1 != 0 {
            (columns - 1).wrapping_sub(column)
        } else {
            column
        };
        let row = if self.0 & 2 != 0 {
            (rows - 1).wrapping_sub(row)
        } else {
            row
        };
        if self.0 & 4 != 0 {
            [column, row]
        } else {
            [row, column]
        }
    }

    /// Returns the image of a square on a square board with `side` rows, at most eight, whose squares are
    /// numbered row by row. For a square outside the board the result is unspecified.
    pub const fn square(self, side: u32, square: Square) -> Square {
        let index = square.index() as u32;
        let [row, column] = self.place([side, side], [index / side, index % side]);
        Square::from_low_bits(row.wrapping_mul(side).wrapping_add(column))
    }

    /// Returns the image of a set of squares.
    pub fn set(self, side: u32, set: Bitboard) -> Bitboard {
        set.squares().map(|square| self.square(side, square)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_differ_and_lose_no_square() {
        for side in [7, 8] {
            let board = Bitboard(u64::MAX >> (64 - side * side));
            let images = Symmetry::ALL.map(|symmetry| {
                assert_eq!(symmetry.set(side, board), board);
                // A corner and the square next to it.
                symmetry.set(side, Bitboard(0b11)).0
                    | symmetry.square(side, Square::from_low_bits(0)).bit().0 << 1
            });
            for (i, image) in images.iter().enumerate() {
                assert!(!images[..i].contains(image));
            }
        }
    }

    #[test]
    fn a_board_that_is_not_square_has_four() {
        let size = [4, 6];
        for &symmetry in Symmetry::of_board(4, 6) {
            let mut images: Vec<[u32; 2]> = (0..24)
                .map(|index| symmetry.place(size, [index / 6, index % 6]))
                .collect();
            assert!(images.iter().all(|&[row, column]| row < 4 && column < 6));
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), 24);
        }
        assert_eq!(Symmetry::of_board(4, 6).len(), 4);
        assert_eq!(Symmetry::of_board(6, 6), Symmetry::ALL);
    }

    #[test]
    fn steps_come_in_their_order() {
        // b1 on an 8×8 board maps to g1, then g8, then h7.
        let b1 = Square::from_low_bits(1);
        let places = [0, 1, 3, 7].map(|steps: usize| Symmetry::ALL[steps].square(8, b1).index());
        assert_eq!(places, [1, 6, 62, 55]);
        assert_eq!(Symmetry::ALL[4].square(7, b1).index(), 7);
    }
}
