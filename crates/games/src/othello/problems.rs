//! Problem codes for moves and boards of Othello.

use parlor_core::Described;
use parlor_othello::formats::plain::PlainError;
use parlor_othello::formats::{ggf, wthor};
use parlor_othello::notation::ParseMoveError;
use parlor_othello::notation::transcript::TranscriptError;
use parlor_othello::{Board, GridSetupError, Illegal, PositionError, SetupError, SizeError};

use crate::problem::{GameProblem, MoveProblem, SetupProblem, number as count, place};

impl From<&ParseMoveError> for MoveProblem {
    fn from(error: &ParseMoveError) -> MoveProblem {
        match error {
            ParseMoveError::Empty { .. } => MoveProblem::Missing,
            ParseMoveError::Unreadable { text, .. } => {
                MoveProblem::unreadable(text, Board::DESCRIPTOR.notation.example)
            }
            ParseMoveError::OffBoard { text, .. } => MoveProblem::OffBoard {
                square: text.text.clone(),
            },
        }
    }
}

impl From<&Illegal> for MoveProblem {
    fn from(illegal: &Illegal) -> MoveProblem {
        match illegal {
            Illegal::OffBoard(place) => MoveProblem::OffBoard {
                square: place.to_string(),
            },
            Illegal::Occupied(place) => MoveProblem::Occupied {
                square: place.to_string(),
            },
            Illegal::OutflanksNothing(place) => MoveProblem::TurnsNothing {
                square: place.to_string(),
            },
            Illegal::PassWithMove => MoveProblem::MustMove,
            Illegal::Over => MoveProblem::Over,
        }
    }
}

impl From<&PositionError> for SetupProblem {
    fn from(error: &PositionError) -> SetupProblem {
        match error {
            PositionError::Text(PlainError::NoSquare { text }) => SetupProblem::BadSquare {
                text: text.text.clone(),
                at: place(text),
            },
            PositionError::Text(PlainError::TooFewSquares { found, needed }) => SetupProblem::WrongSquares {
                found: *found,
                needed: *needed,
            },
            PositionError::Text(PlainError::NoSide) => SetupProblem::NoTurn,
            PositionError::Text(PlainError::BadSide { text }) => SetupProblem::BadTurn {
                text: text.text.clone(),
            },
            PositionError::Text(PlainError::TooLong { text }) => SetupProblem::Trailing {
                text: text.text.clone(),
            },
            PositionError::Setup(SetupError::Overlap(place)) => SetupProblem::TwoPieces {
                square: place.to_string(),
            },
            PositionError::Grid(GridSetupError::WrongCells { size, found }) => SetupProblem::WrongSquares {
                found: count(*found),
                needed: u32::from(size.rows()) * u32::from(size.columns()),
            },
        }
    }
}

impl From<&SizeError> for SetupProblem {
    fn from(error: &SizeError) -> SetupProblem {
        match error {
            SizeError::NoSuchBoard { rows, columns } => SetupProblem::NoSuchSize {
                rows: *rows,
                columns: *columns,
            },
            SizeError::Unreadable(text) => SetupProblem::BadSize {
                text: text.text.clone(),
            },
        }
    }
}

impl From<&TranscriptError> for GameProblem {
    fn from(error: &TranscriptError) -> GameProblem {
        match error {
            TranscriptError::Unreadable { text } => GameProblem::BadMove {
                text: text.text.clone(),
            },
            TranscriptError::OffBoard { text, ply } => GameProblem::Move {
                number: count(*ply),
                text: text.text.clone(),
                problem: MoveProblem::OffBoard {
                    square: text.text.clone(),
                },
            },
            TranscriptError::Illegal { text, ply, reason } => GameProblem::Move {
                number: count(*ply),
                text: text.text.clone(),
                problem: reason.into(),
            },
        }
    }
}

impl From<&ggf::ReplayError> for GameProblem {
    fn from(error: &ggf::ReplayError) -> GameProblem {
        match error {
            ggf::ReplayError::Setup(GridSetupError::WrongCells { size, found }) => GameProblem::Setup {
                problem: SetupProblem::WrongSquares {
                    found: count(*found),
                    needed: u32::from(size.rows()) * u32::from(size.columns()),
                },
            },
            ggf::ReplayError::OutOfTurn { number, mv, .. } => GameProblem::OutOfTurn {
                number: count(*number),
                text: mv.clone(),
            },
            ggf::ReplayError::Illegal { number, mv, reason } => GameProblem::Move {
                number: count(*number),
                text: mv.clone(),
                problem: reason.into(),
            },
        }
    }
}

impl From<&wthor::ReplayError> for GameProblem {
    fn from(error: &wthor::ReplayError) -> GameProblem {
        let square = match error.reason {
            Illegal::OffBoard(place) | Illegal::Occupied(place) | Illegal::OutflanksNothing(place) => {
                place.to_string()
            }
            Illegal::PassWithMove | Illegal::Over => String::new(),
        };
        GameProblem::Move {
            number: count(error.number),
            text: square,
            problem: (&error.reason).into(),
        }
    }
}
