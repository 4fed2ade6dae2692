//! Symmetries of moves and positions: none of the eight changes the game.

use parlor_core::{Color, PerColor, Symmetry};

use crate::geometry::SIDE;
use crate::moves::{Move, MoveKind};
use crate::position::Position;

impl Move {
    /// Returns the move transformed by a symmetry.
    pub fn seen_through(self, symmetry: Symmetry) -> Move {
        match self.kind() {
            MoveKind::Clone { to } => Move::clone_to(symmetry.square(SIDE.into(), to)),
            MoveKind::Jump { from, to } => Move::jump(
                symmetry.square(SIDE.into(), from),
                symmetry.square(SIDE.into(), to),
            ),
            MoveKind::Pass => Move::PASS,
        }
    }
}

impl Position {
    /// Returns the position transformed by a symmetry.
    pub fn seen_through(&self, symmetry: Symmetry) -> Position {
        let pieces = PerColor(Color::ALL.map(|color| symmetry.set(SIDE.into(), self.pieces(color))));
        let blocks = symmetry.set(SIDE.into(), self.blocks());
        Position::assemble(pieces, blocks, self.turn(), self.clock(), self.rules())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{ALL_SQUARES, doubles, singles};

    #[test]
    fn every_symmetry_keeps_what_is_near() {
        let side = SIDE.into();
        for symmetry in Symmetry::ALL {
            for square in ALL_SQUARES {
                let image = symmetry.square(side, square);
                assert_eq!(symmetry.set(side, singles(square.bit())), singles(image.bit()));
                assert_eq!(symmetry.set(side, doubles(square.bit())), doubles(image.bit()));
            }
        }
    }
}
