//! The eight ways to turn and mirror the board, none of which changes the game.

use parlor_core::{Bitboard, Color, PerColor, Square};

use crate::geometry::{N_SQUARES, SIDE, file, rank};
use crate::moves::{Move, MoveKind};
use crate::position::Position;

/// One of the eight ways to turn and mirror the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    mirrored: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry {
            mirrored: false,
            quarter_turns: 0,
        }; 8];
        let mut i = 0;
        while i < all.len() {
            all[i] = Symmetry {
                mirrored: i >= 4,
                quarter_turns: i as u8 % 4,
            };
            i += 1;
        }
        all
    };

    /// Where a square goes: first the columns change sides, if they do, then the board turns to the left.
    pub const fn square(self, from: Square) -> Square {
        if from.index() >= N_SQUARES {
            return from;
        }
        let (mut column, mut row) = (file(from), rank(from));
        if self.mirrored {
            column = SIDE - 1 - column;
        }
        let mut i = 0;
        while i < self.quarter_turns {
            (column, row) = (SIDE - 1 - row, column);
            i += 1;
        }
        Square::from_low_bits((row * SIDE + column) as u32)
    }

    /// Where the squares of a set go.
    pub fn set(self, set: Bitboard) -> Bitboard {
        set.squares().map(|square| self.square(square)).collect()
    }
}

impl Move {
    /// This move on the turned or mirrored board.
    pub fn seen_through(self, symmetry: Symmetry) -> Move {
        match self.kind() {
            MoveKind::Clone { to } => Move::clone_to(symmetry.square(to)),
            MoveKind::Jump { from, to } => Move::jump(symmetry.square(from), symmetry.square(to)),
            MoveKind::Pass => Move::PASS,
        }
    }
}

impl Position {
    /// This position on the turned or mirrored board.
    pub fn seen_through(&self, symmetry: Symmetry) -> Position {
        let pieces = PerColor(Color::ALL.map(|color| symmetry.set(self.pieces(color))));
        let blocks = symmetry.set(self.blocks());
        Position::assemble(pieces, blocks, self.turn(), self.clock(), self.rules())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{ALL_SQUARES, doubles, parse_square, singles};

    #[test]
    fn the_eight_symmetries_differ_and_keep_what_is_near() {
        let corner_and_side = |symmetry: Symmetry| {
            ["a1", "b1"].map(|name| parse_square(name).map(|square| symmetry.square(square)))
        };
        for (i, &symmetry) in Symmetry::ALL.iter().enumerate() {
            assert_eq!(symmetry.set(ALL_SQUARES), ALL_SQUARES);
            for other in &Symmetry::ALL[i + 1..] {
                assert_ne!(corner_and_side(symmetry), corner_and_side(*other));
            }
            for square in ALL_SQUARES {
                let image = symmetry.square(square);
                assert_eq!(symmetry.set(singles(square.bit())), singles(image.bit()));
                assert_eq!(symmetry.set(doubles(square.bit())), doubles(image.bit()));
            }
        }
    }
}
