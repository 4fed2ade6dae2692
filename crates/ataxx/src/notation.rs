//! Notations of moves.

use parlor_core::{Excerpt, Notation, Square};
use thiserror::Error;

use crate::geometry::{double_targets, neighbours, parse_square, square_name};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::Illegal;

/// The reason why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseMoveError {
    /// The text does not have the form of a move.
    #[error("{text} is not a move: {expected} is expected")]
    Malformed {
        /// The text.
        text: Excerpt,
        /// What a move looks like.
        expected: &'static str,
    },
    /// The board does not have the square.
    #[error("there is no square {0}: columns are a–g and rows 1–7")]
    NoSuchSquare(Excerpt),
    /// The squares are on the board, but no move connects them.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// The notation of CS 61B: `a7-b6` for both kinds of move, `-` for a skipped turn.
///
/// A clone is written with the mover's adjacent piece that comes first in the order of squares. When read,
/// the origin of a clone must hold a piece of the mover; the move itself does not store it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cs61bNotation;

/// The notation of the Ataxx tools: `g2` for a clone, `a1c3` for a jump, `0000` for a skipped turn. The
/// reader also accepts a clone with its origin (`a1b2`) and `pass` for a skipped turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToolNotation;

impl Notation<Position> for Cs61bNotation {
    type Error = ParseMoveError;

    fn format(&self, position: &Position, mv: Move) -> String {
        match mv.kind() {
            MoveKind::Pass => "-".to_owned(),
            MoveKind::Jump { from, to } => format!("{}-{}", square_name(from), square_name(to)),
            MoveKind::Clone { to } => {
                let origins = neighbours(to) & position.pieces(position.turn());
                // Only an illegal clone has no origin. It is written so that it stays illegal.
                let from = origins.first().unwrap_or(to);
                format!("{}-{}", square_name(from), square_name(to))
            }
        }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        if text == "-" {
            return Ok(Move::PASS);
        }
        let malformed = || ParseMoveError::Malformed {
            text: Excerpt::new(text, 0),
            expected: "a move such as a7-b6, or a single -",
        };
        let (from, to) = text.split_once('-').ok_or_else(malformed)?;
        if !looks_like_square(from) || !looks_like_square(to) {
            return Err(malformed());
        }
        let (from, to) = (read_square(from, 0)?, read_square(to, from.len() + 1)?);
        between(position, from, to)
    }
}

impl Notation<Position> for ToolNotation {
    type Error = ParseMoveError;

    fn format(&self, _position: &Position, mv: Move) -> String {
        match mv.kind() {
            MoveKind::Pass => "0000".to_owned(),
            MoveKind::Clone { to } => square_name(to).to_string(),
            MoveKind::Jump { from, to } => format!("{}{}", square_name(from), square_name(to)),
        }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        if text == "0000" || text == "pass" {
            return Ok(Move::PASS);
        }
        if looks_like_square(text) {
            return Ok(Move::clone_to(read_square(text, 0)?));
        }
        match text.split_at_checked(2) {
            Some((from, to)) if looks_like_square(from) && looks_like_square(to) => {
                between(position, read_square(from, 0)?, read_square(to, 2)?)
            }
            _ => Err(ParseMoveError::Malformed {
                text: Excerpt::new(text, 0),
                expected: "a move such as g2 or a1c3, or 0000",
            }),
        }
    }
}

/// Returns the move of the mover's piece from `from` to `to`.
fn between(position: &Position, from: Square, to: Square) -> Result<Move, ParseMoveError> {
    position.check_origin(from)?;
    if neighbours(from).contains(to) {
        Ok(Move::clone_to(to))
    } else if double_targets(from).contains(to) {
        Ok(Move::jump(from, to))
    } else if from == to {
        Err(Illegal::Occupied { to }.into())
    } else {
        Err(Illegal::TooFar { from, to }.into())
    }
}

/// Returns whether a text is a letter and a digit: a square of some board, perhaps a larger one.
fn looks_like_square(text: &str) -> bool {
    matches!(text.as_bytes(), [column, row] if column.is_ascii_lowercase() && row.is_ascii_digit())
}

fn read_square(text: &str, at: usize) -> Result<Square, ParseMoveError> {
    parse_square(text).ok_or_else(|| ParseMoveError::NoSuchSquare(Excerpt::new(text, at)))
}
