//! Moves and positions on the turned or mirrored board: none of the eight symmetries changes the game.

use parlor_core::{Color, PerColor, Symmetry};

use crate::geometry::SIDE;
use crate::moves::{Move, MoveKind};
use crate::position::Position;

impl Move {
    /// This move on the turned or mirrored board.
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
    /// This position on the turned or mirrored board.
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
