//! Moves, and the reasons why a move is illegal.

use std::fmt;

use parlor_core::Square;
use thiserror::Error;

use crate::board::SquareName;

/// A move of one piece, or a pass, in sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The pass: the only legal move of a side that cannot move a piece.
    pub const PASS: Move = Move(1 << 12);

    /// The number of distinct moves: every pair of squares, and the pass.
    pub const COUNT: usize = 64 * 64 + 1;

    /// Creates the move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// Returns the origin; a1 for a pass.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Returns the target; a1 for a pass.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u32)
    }

    /// Returns whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Move::PASS.0
    }

    /// Returns the move as a number below [`Move::COUNT`], for tables indexed by moves. The pass is the last.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the move with this number, or `None` if there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Move> {
        if index < Move::COUNT {
            Some(Move(index as u16))
        } else {
            None
        }
    }

    /// Returns the piece move whose number has these lowest twelve bits. For generators that compute it.
    #[inline(always)]
    pub(crate) const fn from_low_bits(index: u16) -> Move {
        Move(index & 0xfff)
    }
}

/// Writes the program's notation: `b8-b6`, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            f.write_str("pass")
        } else {
            write!(f, "{}-{}", SquareName(self.from()), SquareName(self.to()))
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A pass although a piece can move.
    #[error("there is a move to make, so passing is not allowed")]
    MayNotPass,
    /// The move starts from an empty square.
    #[error("there is no piece on {}", SquareName(*square))]
    NoPiece {
        /// The origin of the move.
        square: Square,
    },
    /// The move starts from a square of the other side.
    #[error("the piece on {} is the opponent's", SquareName(*square))]
    OpponentsPiece {
        /// The origin of the move.
        square: Square,
    },
    /// The move ends where it starts.
    #[error("the piece on {} has to go somewhere else", SquareName(*square))]
    StaysPut {
        /// The origin and target of the move.
        square: Square,
    },
    /// The move ends on a piece of the mover's own side.
    #[error("your own piece stands on {}", SquareName(*square))]
    OwnPiece {
        /// The target of the move.
        square: Square,
    },
    /// The two squares share no rank, file or diagonal.
    #[error("{} and {} are not in a straight line", SquareName(*from), SquareName(*to))]
    NotStraight {
        /// The origin of the move.
        from: Square,
        /// The target of the move.
        to: Square,
    },
    /// The length of the move differs from the number of pieces on its line.
    #[error("this line has {needed} piece{}, so a move along it goes {needed} square{}, not {got}",
        plural(*needed), plural(*needed))]
    WrongDistance {
        /// The number of pieces on the line.
        needed: u32,
        /// The length of the move.
        got: u32,
    },
    /// An enemy stands between the two squares.
    #[error("the enemy on {} is in the way", SquareName(*square))]
    EnemyBetween {
        /// The first enemy in the way.
        square: Square,
    },
}

fn plural(n: u32) -> &'static str {
    if n == 1 { "" } else { "s" }
}
