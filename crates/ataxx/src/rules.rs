//! What differs between rule sets, and why a move is not legal.

use parlor_core::{Color, Outcome, Square};
use thiserror::Error;

use crate::geometry::square_name;

/// The name of a side on an Ataxx board: the first mover is red, the other blue.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "red",
        Color::White => "blue",
    }
}

/// How a game without progress ends. All else is common: a side without pieces loses at once, and when
/// neither side can move the greater number of pieces wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Rules {
    /// The rules of UC Berkeley's CS 61B in 2008: the 45th consecutive jump, by either side and with no extend between, ends the game and the greater
    /// number of pieces wins. A skipped turn neither counts nor resets the count.
    #[default]
    Cs61b,
    /// The 100th consecutive ply without an extend, skipped turns included, makes a draw: the rule of the
    /// Ataxx tools.
    Tools,
    /// As [`Rules::Cs61b`], but the 25th consecutive jump ends the game: the rule of later years of that course.
    Jumps25,
}

impl Rules {
    /// The rule sets, the usual one first.
    pub const ALL: [Rules; 3] = [Rules::Cs61b, Rules::Tools, Rules::Jumps25];

    /// The name in files and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Rules::Cs61b => "cs61b",
            Rules::Tools => "tools",
            Rules::Jumps25 => "jumps25",
        }
    }

    /// The clock at which the game ends.
    #[inline]
    pub const fn clock_limit(self) -> u8 {
        match self {
            Rules::Cs61b => 45,
            Rules::Tools => 100,
            Rules::Jumps25 => 25,
        }
    }

    /// The clock after a skipped turn.
    #[inline]
    pub(crate) const fn clock_after_pass(self, clock: u8) -> u8 {
        match self {
            Rules::Cs61b | Rules::Jumps25 => clock,
            Rules::Tools => clock.saturating_add(1),
        }
    }

    /// The result when the clock has run out, for these numbers of pieces.
    pub(crate) fn outcome_at_limit(self, red: u32, blue: u32) -> Outcome {
        match self {
            Rules::Cs61b | Rules::Jumps25 => Outcome::by_majority(red, blue),
            Rules::Tools => Outcome::Draw,
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The move names a square that the board does not have.
    #[error("the board has no {}", square_name(*square))]
    NoSuchSquare {
        /// The square that is named.
        square: Square,
    },
    /// A move may start only from a piece of the mover.
    #[error("there is no {} piece on {}", color_name(*mover), square_name(*from))]
    NotYourPiece {
        /// The side to move.
        mover: Color,
        /// Where the move would start.
        from: Square,
    },
    /// A piece stands on the destination.
    #[error("there is a piece on {} already", square_name(*to))]
    Occupied {
        /// Where the move would end.
        to: Square,
    },
    /// The destination is a block.
    #[error("{} is blocked", square_name(*to))]
    Blocked {
        /// Where the move would end.
        to: Square,
    },
    /// An extend must end next to a piece of the mover.
    #[error("no {} piece is next to {}", color_name(*mover), square_name(*to))]
    NothingToExtend {
        /// The side to move.
        mover: Color,
        /// Where the new piece would be laid down.
        to: Square,
    },
    /// A piece moves at most two rows and two columns.
    #[error("{} is more than two squares from {}", square_name(*to), square_name(*from))]
    TooFar {
        /// Where the move would start.
        from: Square,
        /// Where the move would end.
        to: Square,
    },
    /// A jump must leave the neighbourhood of its origin; a move next to a piece is an extend.
    #[error("{} is too near to {} for a jump", square_name(*to), square_name(*from))]
    TooNear {
        /// Where the jump would start.
        from: Square,
        /// Where the jump would end.
        to: Square,
    },
    /// Only a side without a legal move may skip its turn.
    #[error("{} has a legal move and may not skip", color_name(*mover))]
    MayNotSkip {
        /// The side to move.
        mover: Color,
    },
}
