//! Problem codes for moves and boards of Lines of Action.

use parlor_core::{Described, Square};
use parlor_loa::formats::sgf::ReplayError;
use parlor_loa::{
    Illegal, InvalidSetup, ParseMoveError, ParseSetupError, Position, PositionError, SquareName,
};

use crate::problem::{GameProblem, MoveProblem, SetupProblem, number as count, place};

/// The number of rows and of columns.
const SIDE: u32 = 8;

fn name(square: Square) -> String {
    SquareName(square).to_string()
}

impl From<&ParseMoveError> for MoveProblem {
    fn from(error: &ParseMoveError) -> MoveProblem {
        match error {
            ParseMoveError::Empty => MoveProblem::Missing,
            ParseMoveError::Square(text)
            | ParseMoveError::Separator(text)
            | ParseMoveError::Trailing(text) => {
                MoveProblem::unreadable(text, Position::DESCRIPTOR.notation.example)
            }
        }
    }
}

impl From<&Illegal> for MoveProblem {
    fn from(illegal: &Illegal) -> MoveProblem {
        match *illegal {
            Illegal::GameOver => MoveProblem::Over,
            Illegal::MayNotPass => MoveProblem::MustMove,
            Illegal::NoPiece { square } => MoveProblem::NoPiece { square: name(square) },
            Illegal::OpponentsPiece { square } => MoveProblem::OpponentsPiece { square: name(square) },
            Illegal::StaysPut { square } => MoveProblem::StaysPut { square: name(square) },
            Illegal::OwnPiece { square } => MoveProblem::OwnPiece { square: name(square) },
            Illegal::NotStraight { from, to } => MoveProblem::NotStraight {
                from: name(from),
                to: name(to),
            },
            Illegal::WrongDistance { needed, got } => MoveProblem::WrongDistance { needed, got },
            Illegal::EnemyBetween { square } => MoveProblem::EnemyBetween { square: name(square) },
        }
    }
}

impl From<&PositionError> for SetupProblem {
    fn from(error: &PositionError) -> SetupProblem {
        match error {
            PositionError::Parse(error) => error.into(),
            PositionError::Setup(InvalidSetup::TwoPieces { square }) => SetupProblem::TwoPieces {
                square: name(*square),
            },
        }
    }
}

impl From<&ParseSetupError> for SetupProblem {
    fn from(error: &ParseSetupError) -> SetupProblem {
        match error {
            ParseSetupError::Symbol(text) => SetupProblem::BadSquare {
                text: text.text.clone(),
                at: place(text),
            },
            ParseSetupError::RankLength { squares, excerpt, .. } => SetupProblem::WrongRow {
                text: excerpt.text.clone(),
                found: count(*squares),
                needed: SIDE,
            },
            ParseSetupError::Ranks { ranks, .. } => SetupProblem::WrongRows {
                found: count(*ranks),
                needed: SIDE,
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

impl GameProblem {
    /// Returns the problem of a game in an SGF file, or `None` if there is no code for it.
    pub(crate) fn of_replay(error: &ReplayError) -> Option<GameProblem> {
        match error {
            ReplayError::UnknownStart(_) => None,
            ReplayError::InvalidSetup(InvalidSetup::TwoPieces { square }) => Some(GameProblem::Setup {
                problem: SetupProblem::TwoPieces {
                    square: name(*square),
                },
            }),
            ReplayError::OutOfTurn { number, mv, .. } => Some(GameProblem::OutOfTurn {
                number: count(*number),
                text: mv.to_string(),
            }),
            ReplayError::Illegal { number, mv, error } => Some(GameProblem::Move {
                number: count(*number),
                text: mv.to_string(),
                problem: error.into(),
            }),
        }
    }
}
