//! Text and binary formats of positions and games.
//!
//! A position is read into an unvalidated [`Setup`](crate::Setup), which
//! [`Board::from_setup`](crate::Board::from_setup) validates. [`plain`] is a board and the side to move;
//! [`obf`] adds scores of moves, for collections of test positions. [`ggf`] stores whole games as text,
//! [`wthor`] as bytes.

pub mod ggf;
pub mod obf;
pub mod plain;
pub mod wthor;

use parlor_core::PositionText;
use thiserror::Error;

use crate::{Board, GridBoard, GridSetupError, Rules, SetupError, Size};

/// The reason why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is malformed.
    #[error(transparent)]
    Text(#[from] plain::PlainError),
    /// The text is well-formed, but the position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The text is well-formed, but not a valid board of its size.
    #[error(transparent)]
    Grid(#[from] GridSetupError),
}

impl PositionText for Board {
    type Terms = Rules;
    type Error = PositionError;

    fn read_position(text: &str, rules: Rules) -> Result<Board, PositionError> {
        Ok(Board::from_setup(&plain::read(text)?, rules)?)
    }

    fn position_text(&self) -> String {
        plain::write(&self.setup())
    }
}

impl PositionText for GridBoard {
    type Terms = (Size, Rules);
    type Error = PositionError;

    fn read_position(text: &str, (size, rules): (Size, Rules)) -> Result<GridBoard, PositionError> {
        Ok(GridBoard::from_setup(&plain::read_grid(text, size)?, rules)?)
    }

    fn position_text(&self) -> String {
        plain::write_grid(&self.setup())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Board;

    /// Writes and reads back a position in every format.
    pub(crate) fn check_round_trips(board: &Board) {
        let setup = board.setup();
        assert_eq!(plain::read(&plain::write(&setup)), Ok(setup));
        let entry = obf::Entry {
            setup,
            scores: Vec::new(),
        };
        assert_eq!(entry.to_string().parse(), Ok(entry));
    }
}
