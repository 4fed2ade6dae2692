//! Moves, and the reasons why one may not be played.

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

    /// The move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// Where the piece stands. Of a pass: a1.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Where the piece goes. Of a pass: a1.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u32)
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Move::PASS.0
    }

    /// The move as a number below [`Move::COUNT`], for tables indexed by moves; the pass is the last.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The move of this number, or nothing when there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Move> {
        if index < Move::COUNT {
            Some(Move(index as u16))
        } else {
            None
        }
    }

    /// The move of one piece whose number has these lowest twelve bits; for generators that compute it.
    #[inline(always)]
    pub(crate) const fn from_low_bits(index: u16) -> Move {
        Move(index & 0xfff)
    }
}

/// The notation of the program: `b8-b6`, or `pass`.
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

/// Why a move may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Nothing may be played any more.
    #[error("the game is over")]
    GameOver,
    /// A pass while there is a piece that can move.
    #[error("there is a move to make, so passing is not allowed")]
    MayNotPass,
    /// The move starts from an empty square.
    #[error("there is no piece on {}", SquareName(*square))]
    NoPiece {
        /// Where the move starts.
        square: Square,
    },
    /// The move starts from a square of the other side.
    #[error("the piece on {} is the opponent's", SquareName(*square))]
    OpponentsPiece {
        /// Where the move starts.
        square: Square,
    },
    /// The move ends where it starts.
    #[error("the piece on {} has to go somewhere else", SquareName(*square))]
    StaysPut {
        /// Where the move starts and ends.
        square: Square,
    },
    /// A piece of the mover's own is where the move ends.
    #[error("your own piece stands on {}", SquareName(*square))]
    OwnPiece {
        /// Where the move ends.
        square: Square,
    },
    /// The two squares share no rank, file or diagonal.
    #[error("{} and {} are not in a straight line", SquareName(*from), SquareName(*to))]
    NotStraight {
        /// Where the move starts.
        from: Square,
        /// Where the move ends.
        to: Square,
    },
    /// The move is longer or shorter than there are pieces on its line.
    #[error("this line has {needed} piece{}, so a move along it goes {needed} square{}, not {got}",
        plural(*needed), plural(*needed))]
    WrongDistance {
        /// How many pieces the line has.
        needed: u32,
        /// How far the move goes.
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
