//! How moves are written.

use parlor_core::{Excerpt, Notation, Square};
use thiserror::Error;

use crate::position::{Move, Position, parse_square};

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseMoveError {
    /// The text has not the form of a move.
    #[error("{0} is not a move: a move such as a1-a2 is expected")]
    Malformed(Excerpt),
    /// A square that the board does not have.
    #[error("there is no square {0}: files are a–d and ranks 1–4")]
    NoSuchSquare(Excerpt),
}

/// Both squares: `a1-a2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coordinates;

impl Notation<Position> for Coordinates {
    type Error = ParseMoveError;

    fn format(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| ParseMoveError::Malformed(Excerpt::new(text, 0)))?;
        Ok(Move::new(read(from, 0)?, read(to, from.len() + 1)?))
    }
}

fn read(text: &str, at: usize) -> Result<Square, ParseMoveError> {
    parse_square(text).ok_or_else(|| ParseMoveError::NoSuchSquare(Excerpt::new(text, at)))
}
