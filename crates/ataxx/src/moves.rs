//! Moves in two bytes.

use std::fmt;

use parlor_core::Square;

use crate::geometry::{is_on_board, square_name};

// Bits 0–5 hold the destination, bits 6–11 the origin of a jump, and these two bits the kind of move.
const CLONE: u16 = 1 << 12;
const PASS: u16 = 1 << 13;

/// A move: an extend (here called clone, as in the Ataxx tools), a jump or a skipped turn.
///
/// A clone is the same move for every piece from which it could start, because the resulting board is the
/// same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// The kinds of [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A new piece next to one of the mover's.
    Clone {
        /// The square of the new piece.
        to: Square,
    },
    /// A piece moves two squares away.
    Jump {
        /// The origin of the piece.
        from: Square,
        /// The target of the piece.
        to: Square,
    },
    /// The turn is skipped.
    Pass,
}

impl Move {
    /// A skipped turn.
    pub const PASS: Move = Move(PASS);

    /// Returns the clone to `to`.
    #[inline]
    pub const fn clone_to(to: Square) -> Move {
        Move(to.index() as u16 | CLONE)
    }

    /// Returns the jump from `from` to `to`.
    #[inline]
    pub const fn jump(from: Square, to: Square) -> Move {
        Move(to.index() as u16 | (from.index() as u16) << 6)
    }

    /// Returns the kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        let to = Square::from_low_bits(self.0 as u32);
        if self.0 & PASS != 0 {
            MoveKind::Pass
        } else if self.0 & CLONE != 0 {
            MoveKind::Clone { to }
        } else {
            let from = Square::from_low_bits(self.0 as u32 >> 6);
            MoveKind::Jump { from, to }
        }
    }

    /// Returns the target square, unless the turn is skipped.
    #[inline]
    pub const fn to(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Clone { to } | MoveKind::Jump { to, .. } => Some(to),
            MoveKind::Pass => None,
        }
    }

    /// Returns the origin of a jump.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Jump { from, .. } => Some(from),
            MoveKind::Clone { .. } | MoveKind::Pass => None,
        }
    }

    /// Returns whether the move is a clone.
    #[inline]
    pub const fn is_clone(self) -> bool {
        self.0 & CLONE != 0
    }

    /// Returns whether the move is a jump.
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.0 & (CLONE | PASS) == 0
    }

    /// Returns whether the turn is skipped.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 & PASS != 0
    }

    /// Returns the move as a number below 2¹⁴, for tables of moves.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move with this number, if [`Move::bits`] yields it for a move on the board.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let mv = Move(bits);
        let is_move = match mv.kind() {
            MoveKind::Clone { to } => is_on_board(to) && bits == Move::clone_to(to).0,
            MoveKind::Jump { from, to } => {
                is_on_board(from) && is_on_board(to) && bits == Move::jump(from, to).0
            }
            MoveKind::Pass => bits == PASS,
        };
        if is_move { Some(mv) } else { None }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Clone { to } => write!(f, "Clone({})", square_name(to)),
            MoveKind::Jump { from, to } => write!(f, "Jump({}-{})", square_name(from), square_name(to)),
            MoveKind::Pass => f.write_str("Pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ALL_SQUARES;

    #[test]
    fn a_move_survives_as_a_number_and_no_other_number_is_a_move() {
        let mut moves = vec![Move::PASS];
        for to in ALL_SQUARES {
            moves.push(Move::clone_to(to));
            moves.extend(ALL_SQUARES.squares().map(|from| Move::jump(from, to)));
        }
        for &mv in &moves {
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        }
        let n_numbers = (0..=u16::MAX)
            .filter(|&bits| Move::from_bits(bits).is_some())
            .count();
        assert_eq!(n_numbers, moves.len());
    }

    #[test]
    fn a_move_knows_its_kind_and_squares() {
        let (a, b) = (Square::from_low_bits(0), Square::from_low_bits(16));
        let jump = Move::jump(a, b);
        assert_eq!((jump.from(), jump.to()), (Some(a), Some(b)));
        assert!(jump.is_jump() && !jump.is_clone() && !jump.is_pass());
        let clone = Move::clone_to(b);
        assert_eq!((clone.from(), clone.to()), (None, Some(b)));
        assert!(clone.is_clone() && !clone.is_jump() && !clone.is_pass());
        assert_eq!((Move::PASS.from(), Move::PASS.to()), (None, None));
        assert!(Move::PASS.is_pass() && !Move::PASS.is_jump() && !Move::PASS.is_clone());
    }
}
