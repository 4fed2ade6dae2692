//! The ways in which a square board looks the same.

use crate::{Bitboard, Square};

/// One of the eight ways to mirror and turn a square board whose squares are numbered row by row: left and right change
/// places, then top and bottom, then rows and columns, or some of these.
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

    /// Where a square goes on a board of so many rows, at most eight. A square that the board does not have goes nowhere
    /// in particular.
    pub const fn square(self, side: u32, square: Square) -> Square {
        let index = square.index() as u32;
        let (mut row, mut column) = (index / side, index % side);
        if self.0 & 1 != 0 {
            column = side - 1 - column;
        }
        if self.0 & 2 != 0 {
            row = (side - 1).wrapping_sub(row);
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
        }
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
    fn steps_come_in_their_order() {
        // b1 of a board of eight: to g1, to g8, to h7.
        let b1 = Square::from_low_bits(1);
        let places = [0, 1, 3, 7].map(|steps: usize| Symmetry::ALL[steps].square(8, b1).index());
        assert_eq!(places, [1, 6, 62, 55]);
        assert_eq!(Symmetry::ALL[4].square(7, b1).index(), 7);
    }
}
