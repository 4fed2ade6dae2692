//! Rule sets and illegal moves.

use parlor_core::{Color, Outcome, Square};
use thiserror::Error;

use crate::geometry::square_name;

/// Returns the name of a side on an Ataxx board: the first mover is red, the other blue.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "red",
        Color::White => "blue",
    }
}

/// How a game without progress ends. Everything else is common: a side without pieces loses at once, and when
/// neither side can move the greater number of pieces wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Rules {
    /// The rules of UC Berkeley's CS 61B in 2008: the 45th consecutive jump, by either side and without an
    /// extend in between, ends the game and the greater number of pieces wins. A skipped turn neither counts
    /// nor resets the clock.
    #[default]
    Cs61b,
    /// The rule of the Ataxx tools: the 100th consecutive ply without an extend, skipped turns included,
    /// draws the game.
    Tools,
    /// Like [`Rules::Cs61b`], but the 25th consecutive jump ends the game: the rule of later years of that
    /// course.
    Jumps25,
}

impl Rules {
    /// The rule sets, the default first.
    pub const ALL: [Rules; 3] = [Rules::Cs61b, Rules::Tools, Rules::Jumps25];

    /// Returns the name in files and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Rules::Cs61b => "cs61b",
            Rules::Tools => "tools",
            Rules::Jumps25 => "jumps25",
        }
    }

    /// Returns the clock value at which the game ends.
    #[inline]
    pub const fn clock_limit(self) -> u8 {
        match self {
            Rules::Cs61b => 45,
            Rules::Tools => 100,
            Rules::Jumps25 => 25,
        }
    }

    /// Returns the clock after a skipped turn.
    #[inline]
    pub(crate) const fn clock_after_pass(self, clock: u8) -> u8 {
        match self {
            Rules::Cs61b | Rules::Jumps25 => clock,
            Rules::Tools => clock.saturating_add(1),
        }
    }

    /// Returns the result when the clock has run out, for these numbers of pieces.
    pub(crate) fn outcome_at_limit(self, red: u32, blue: u32) -> Outcome {
        match self {
            Rules::Cs61b | Rules::Jumps25 => Outcome::by_majority(red, blue),
            Rules::Tools => Outcome::Draw,
        }
    }
}

/// The reason why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The board does not have the square.
    #[error("the board has no {}", square_name(*square))]
    NoSuchSquare {
        /// The square.
        square: Square,
    },
    /// The origin holds no piece of the mover.
    #[error("there is no {} piece on {}", color_name(*mover), square_name(*from))]
    NotYourPiece {
        /// The side to move.
        mover: Color,
        /// The origin of the move.
        from: Square,
    },
    /// The destination holds a piece.
    #[error("there is a piece on {} already", square_name(*to))]
    Occupied {
        /// The destination.
        to: Square,
    },
    /// The destination is a block.
    #[error("{} is blocked", square_name(*to))]
    Blocked {
        /// The destination.
        to: Square,
    },
    /// An extend must go next to a piece of the mover.
    #[error("no {} piece is next to {}", color_name(*mover), square_name(*to))]
    NothingToExtend {
        /// The side to move.
        mover: Color,
        /// The square of the new piece.
        to: Square,
    },
    /// A piece moves at most two rows and two columns.
    #[error("{} is more than two squares from {}", square_name(*to), square_name(*from))]
    TooFar {
        /// The origin of the move.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A jump must go beyond the neighbours of its origin; a move to a neighbour is an extend.
    #[error("{} is too near to {} for a jump", square_name(*to), square_name(*from))]
    TooNear {
        /// The origin of the jump.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A side with a legal move may not skip its turn.
    #[error("{} has a legal move and may not skip", color_name(*mover))]
    MayNotSkip {
        /// The side to move.
        mover: Color,
    },
}
