//! Notations of moves.

use parlor_core::{Excerpt, Notation, Square};
use thiserror::Error;

use crate::board::parse_square;
use crate::moves::Move;
use crate::position::Position;

/// The reason why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseMoveError {
    /// The text is empty.
    #[error("expected a move such as b8-b6 instead of nothing")]
    Empty,
    /// A part of the text is not a square.
    #[error("expected a square from a1 to h8 instead of {0}")]
    Square(Excerpt),
    /// The two squares are not separated.
    #[error("expected - between the squares instead of {0}")]
    Separator(Excerpt),
    /// More text follows the move.
    #[error("nothing may follow a move, but there is {0}")]
    Trailing(Excerpt),
}

/// The program's notation: `b8-b6` in either case, or `pass`. Blanks around the move are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coordinates;

/// The notations of moves in game records (SGF with GM\[9\]), which vary: `e1-e3`, `C2:C5` for a capture,
/// `e1e3`, `e1 x e3`, with `+`, `!`, `?` or `#` at the end. A pass is `pass` or empty. The output is `e1-e3`
/// and `c2:c5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Recorded;

impl Notation<Position> for Coordinates {
    type Error = ParseMoveError;

    fn format(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        let mut cursor = Cursor { text, at: 0 };
        cursor.skip(char::is_whitespace);
        if cursor.rest().is_empty() {
            return Err(ParseMoveError::Empty);
        }
        if cursor.rest().trim_end().eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let from = cursor.square()?;
        if !cursor.rest().starts_with('-') {
            return Err(ParseMoveError::Separator(cursor.excerpt()));
        }
        cursor.at += 1;
        let to = cursor.square()?;
        cursor.skip(char::is_whitespace);
        cursor.finish(from, to)
    }
}

impl Notation<Position> for Recorded {
    type Error = ParseMoveError;

    fn format(&self, position: &Position, mv: Move) -> String {
        if position.is_capture(mv) {
            mv.to_string().replace('-', ":")
        } else {
            mv.to_string()
        }
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        parse_recorded(text)
    }
}

/// Reads a move of a game record, independent of the position.
pub(crate) fn parse_recorded(text: &str) -> Result<Move, ParseMoveError> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '+' | '!' | '?' | '#');
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '-' | ':' | 'x' | 'X' | '–');
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip(char::is_whitespace);
    let bare = cursor.rest().trim_end_matches(is_mark);
    if cursor.rest().is_empty() || bare.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let from = cursor.square()?;
    cursor.skip(is_separator);
    let to = cursor.square()?;
    cursor.skip(is_mark);
    cursor.finish(from, to)
}

/// A position in a text that is being read.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn excerpt(&self) -> Excerpt {
        Excerpt::new(self.rest(), self.at)
    }

    fn skip(&mut self, unwanted: impl FnMut(char) -> bool) {
        self.at = self.text.len() - self.rest().trim_start_matches(unwanted).len();
    }

    fn square(&mut self) -> Result<Square, ParseMoveError> {
        let rest = self.rest();
        // The end of the second character, so that an error shows only the part that should be a square.
        let end = rest.char_indices().nth(2).map_or(rest.len(), |(i, _)| i);
        match parse_square(&rest[..end]) {
            Some(square) => {
                self.at += end;
                Ok(square)
            }
            None => Err(ParseMoveError::Square(Excerpt::new(&rest[..end], self.at))),
        }
    }

    fn finish(&self, from: Square, to: Square) -> Result<Move, ParseMoveError> {
        if !self.rest().is_empty() {
            return Err(ParseMoveError::Trailing(self.excerpt()));
        }
        Ok(Move::new(from, to))
    }
}
