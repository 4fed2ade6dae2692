//! Problem codes for moves and boards of Ataxx.

use parlor_ataxx::{
    BlocksError, Illegal, ParseBlocksError, ParseFenError, ParseMoveError, Position, PositionError,
    SetupError, square_name,
};
use parlor_core::{Described, Square};

use crate::problem::{MoveProblem, SetupProblem, number, place};

/// The number of rows and of columns.
const SIDE: u32 = 7;

fn name(square: Square) -> String {
    square_name(square).to_string()
}

impl From<&ParseMoveError> for MoveProblem {
    fn from(error: &ParseMoveError) -> MoveProblem {
        match error {
            ParseMoveError::Malformed { text, .. } => {
                MoveProblem::unreadable(text, Position::DESCRIPTOR.notation.example)
            }
            ParseMoveError::NoSuchSquare(text) => MoveProblem::OffBoard {
                square: text.text.clone(),
            },
            ParseMoveError::Illegal(illegal) => illegal.into(),
        }
    }
}

impl From<&Illegal> for MoveProblem {
    fn from(illegal: &Illegal) -> MoveProblem {
        match *illegal {
            Illegal::Over => MoveProblem::Over,
            Illegal::NoSuchSquare { square } => MoveProblem::OffBoard { square: name(square) },
            Illegal::NotYourPiece { from, .. } => MoveProblem::NoPiece { square: name(from) },
            Illegal::Occupied { to } => MoveProblem::Occupied { square: name(to) },
            Illegal::Blocked { to } => MoveProblem::Blocked { square: name(to) },
            Illegal::NothingToExtend { to, .. } => MoveProblem::NothingNear { square: name(to) },
            Illegal::TooFar { from, to } => MoveProblem::TooFar {
                from: name(from),
                to: name(to),
            },
            Illegal::TooNear { from, to } => MoveProblem::TooNear {
                from: name(from),
                to: name(to),
            },
            Illegal::MayNotSkip { .. } => MoveProblem::MustMove,
        }
    }
}

impl From<&PositionError> for SetupProblem {
    fn from(error: &PositionError) -> SetupProblem {
        match error {
            PositionError::Parse(error) => error.into(),
            PositionError::Setup(error) => match *error {
                SetupError::NoSuchSquare { square } => SetupProblem::OffBoard { square: name(square) },
                SetupError::Overlap { square } => SetupProblem::TwoPieces { square: name(square) },
                SetupError::NoPieces => SetupProblem::NoPieces,
                SetupError::ClockTooHigh { clock, limit } => SetupProblem::ClockTooHigh {
                    clock,
                    limit: limit.into(),
                },
            },
        }
    }
}

impl From<&ParseFenError> for SetupProblem {
    fn from(error: &ParseFenError) -> SetupProblem {
        match error {
            ParseFenError::Empty => SetupProblem::Empty,
            ParseFenError::RowLength { row, squares } => SetupProblem::WrongRow {
                text: row.text.clone(),
                found: number(*squares),
                needed: SIDE,
            },
            ParseFenError::RowCount { rows } => SetupProblem::WrongRows {
                found: number(*rows),
                needed: SIDE,
            },
            ParseFenError::UnknownSquare(text) => SetupProblem::BadSquare {
                text: text.text.clone(),
                at: place(text),
            },
            ParseFenError::UnknownSide(text) => SetupProblem::BadTurn {
                text: text.text.clone(),
            },
            ParseFenError::NotANumber(text) => SetupProblem::BadNumber {
                text: text.text.clone(),
            },
            ParseFenError::Trailing(text) => SetupProblem::Trailing {
                text: text.text.clone(),
            },
        }
    }
}

impl From<&ParseBlocksError> for SetupProblem {
    fn from(error: &ParseBlocksError) -> SetupProblem {
        match error {
            ParseBlocksError::Empty => SetupProblem::NoBlockNamed,
            ParseBlocksError::UnknownDesignation(text) => SetupProblem::UnknownBlock {
                text: text.text.clone(),
            },
        }
    }
}

impl From<&BlocksError> for SetupProblem {
    fn from(error: &BlocksError) -> SetupProblem {
        match *error {
            BlocksError::CoversPiece { square } => SetupProblem::BlockOnPiece { square: name(square) },
            BlocksError::NoSuchSquare { square } => SetupProblem::OffBoard { square: name(square) },
        }
    }
}
