//! Problem codes for moves and boards of Clobber.

use parlor_clobber::{
    Illegal, ParseMoveError, ParseSetupError, Position, PositionError, SIDE, SetupError, SquareName,
};
use parlor_core::{Described, Square};

use crate::problem::{MoveProblem, SetupProblem, number, place};

fn name(square: Square) -> String {
    SquareName(square).to_string()
}

impl From<&ParseMoveError> for MoveProblem {
    fn from(error: &ParseMoveError) -> MoveProblem {
        match error {
            ParseMoveError::Malformed(text) => {
                MoveProblem::unreadable(text, Position::DESCRIPTOR.notation.example)
            }
            ParseMoveError::NoSuchSquare(text) => MoveProblem::OffBoard {
                square: text.text.clone(),
            },
        }
    }
}

impl From<&Illegal> for MoveProblem {
    fn from(illegal: &Illegal) -> MoveProblem {
        match *illegal {
            Illegal::NotYourPiece { from, .. } => MoveProblem::NoPiece { square: name(from) },
            Illegal::NotBeside { from, to } => MoveProblem::TooFar {
                from: name(from),
                to: name(to),
            },
            Illegal::NothingToTake { to, .. } => MoveProblem::TurnsNothing { square: name(to) },
        }
    }
}

impl From<&PositionError> for SetupProblem {
    fn from(error: &PositionError) -> SetupProblem {
        match error {
            PositionError::Parse(error) => error.into(),
            PositionError::Setup(SetupError::TwoPieces { square }) => SetupProblem::TwoPieces {
                square: name(*square),
            },
            PositionError::Setup(SetupError::OffBoard) => SetupProblem::NotABoard,
        }
    }
}

impl From<&ParseSetupError> for SetupProblem {
    fn from(error: &ParseSetupError) -> SetupProblem {
        match error {
            ParseSetupError::Ranks { ranks } => SetupProblem::WrongRows {
                found: number(*ranks),
                needed: SIDE.into(),
            },
            ParseSetupError::RankLength { rank, squares } => SetupProblem::WrongRow {
                text: rank.text.clone(),
                found: number(*squares),
                needed: SIDE.into(),
            },
            ParseSetupError::Symbol(text) => SetupProblem::BadSquare {
                text: text.text.clone(),
                at: place(text),
            },
            ParseSetupError::Turn(text) => SetupProblem::BadTurn {
                text: text.text.clone(),
            },
            ParseSetupError::Trailing(text) => SetupProblem::Trailing {
                text: text.text.clone(),
            },
        }
    }
}
