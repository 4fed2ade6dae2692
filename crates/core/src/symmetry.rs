//! The ways in which a board looks the same.

use crate::{Bitboard, Square};

/// One of the eight ways to mirror and turn a board: left and right change places, then top and bottom, then rows and
/// columns, or some of these. A board that is not square has only the four that leave rows and columns as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
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

    /// Those of a board of this many rows and columns, the identity first: all eight of a square one.
    pub const fn of_board(rows: u8, columns: u8) -> &'static [Symmetry] {
        if rows == columns {
            &Symmetry::ALL
        } else {
            Symmetry::ALL.split_at(4).0
        }
    }

    /// Where a place goes, by row and column from 0, on a board of this many rows and columns. A place that the board does not
    /// have goes nowhere in particular.
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

    /// Where a square goes on a square board of this many rows, at most eight, whose squares are numbered row by row. A
    /// square that the board does not have goes nowhere in particular.
    pub const fn square(self, side: u32, square: Square) -> Square {
        let index = square.index() as u32;
        let [row, column] = self.place([side, side], [index / side, index % side]);
        Square::from_low_bits(row.wrapping_mul(side).wrapping_add(column))
    }

    /// Where the squares of a set go.
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
                // A corner and a square beside it.
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
        // b1 of a board of eight: to g1, to g8, to h7.
        let b1 = Square::from_low_bits(1);
        let places = [0, 1, 3, 7].map(|steps: usize| Symmetry::ALL[steps].square(8, b1).index());
        assert_eq!(places, [1, 6, 62, 55]);
        assert_eq!(Symmetry::ALL[4].square(7, b1).index(), 7);
    }
}
