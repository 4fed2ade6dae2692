//! Notations of moves.
//!
//! Three ways to name a square, each a zero-sized type, for boards of every size: [`Standard`] `f5`,
//! [`RowColumn`] `E6` and [`Numbers`] `4 5` all mean the square in the fifth row from the top and the sixth
//! column from the left. Each reads either case and writes its own, and each writes a pass as `pass` (and
//! also reads `pa` and `--`). [`transcript`] handles whole games.

pub mod transcript;

use parlor_core::{Excerpt, Notation};
use thiserror::Error;

use crate::{Place, Position, Size};

/// The column's letter, then the row's number from the top: `f5`. Tournaments and other programs use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standard;

/// The row's letter from the top, then the column's number: `E6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RowColumn;

/// The row's and the column's number, both from 0: `4 5` or `4,5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbers;

/// The reason why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseMoveError {
    /// The text is empty.
    #[error("there is no move; {expected}")]
    Empty {
        /// What a move looks like.
        expected: &'static str,
    },
    /// The text does not look like a move.
    #[error("{text} is not a move; {expected}")]
    Unreadable {
        /// The offending text.
        text: Excerpt,
        /// What a move looks like.
        expected: &'static str,
    },
    /// The text looks like a move, but the board has no such square.
    #[error("{text} is not on the board, which has {} rows and {} columns", size.rows(), size.columns())]
    OffBoard {
        /// The offending text.
        text: Excerpt,
        /// The size of the board.
        size: Size,
    },
}

impl<P: Position> Notation<P> for Standard {
    type Error = ParseMoveError;

    fn format(&self, position: &P, mv: P::Move) -> String {
        position.place_of(mv).map_or_else(pass, |place| place.to_string())
    }

    fn parse(&self, position: &P, text: &str) -> Result<P::Move, ParseMoveError> {
        let expected = "a move is the column's letter and the row's number, like f5";
        parse(position, text, expected, |text| {
            let (column, row) = letter_and_number(text)?;
            Some((row, column))
        })
    }
}

impl<P: Position> Notation<P> for RowColumn {
    type Error = ParseMoveError;

    fn format(&self, position: &P, mv: P::Move) -> String {
        position.place_of(mv).map_or_else(pass, |place| {
            format!("{}{}", char::from(b'A' + place.row % 26), place.column + 1)
        })
    }

    fn parse(&self, position: &P, text: &str) -> Result<P::Move, ParseMoveError> {
        let expected = "a move is the row's letter and the column's number, like F6";
        parse(position, text, expected, letter_and_number)
    }
}

impl<P: Position> Notation<P> for Numbers {
    type Error = ParseMoveError;

    fn format(&self, position: &P, mv: P::Move) -> String {
        position
            .place_of(mv)
            .map_or_else(pass, |place| format!("{} {}", place.row, place.column))
    }

    fn parse(&self, position: &P, text: &str) -> Result<P::Move, ParseMoveError> {
        let expected = "a move is the row's and the column's number, both from 0, like 5 4";
        parse(position, text, expected, |text| {
            let (row, column) = match text.split_once(',') {
                Some(parts) => parts,
                None => text.split_once(char::is_whitespace)?,
            };
            Some((number(row.trim())?, number(column.trim())?))
        })
    }
}

/// Returns the text of a pass in every notation.
fn pass() -> String {
    "pass".to_owned()
}

/// Returns whether a text is a pass, in either case and under any of its names.
fn is_pass(text: &str) -> bool {
    ["pass", "pa", "--"]
        .iter()
        .any(|name| text.eq_ignore_ascii_case(name))
}

/// Reads a pass or a square. `row_and_column` returns the row and column from 0, `None` when the text does
/// not have the right form, or [`NOWHERE`] for a coordinate on no board.
fn parse<P: Position>(
    position: &P,
    text: &str,
    expected: &'static str,
    row_and_column: impl Fn(&str) -> Option<(u8, u8)>,
) -> Result<P::Move, ParseMoveError> {
    let trimmed = text.trim();
    let at = text.chars().take_while(|letter| letter.is_whitespace()).count();
    if trimmed.is_empty() {
        return Err(ParseMoveError::Empty { expected });
    }
    if is_pass(trimmed) {
        return Ok(position.pass());
    }
    let excerpt = || Excerpt::new(trimmed, at);
    let (row, column) = row_and_column(trimmed).ok_or_else(|| ParseMoveError::Unreadable {
        text: excerpt(),
        expected,
    })?;
    position
        .move_at(Place::new(row, column))
        .ok_or_else(|| ParseMoveError::OffBoard {
            text: excerpt(),
            size: position.size(),
        })
}

/// A row or column that no board has.
const NOWHERE: u8 = u8::MAX;

/// Reads a letter, counted from 0, and a number, counted from 1 and returned from 0.
fn letter_and_number(text: &str) -> Option<(u8, u8)> {
    let mut characters = text.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let letter = letter.to_ascii_lowercase() as u8 - b'a';
    let digits = characters.as_str();
    let number = number(digits).filter(|_| !digits.starts_with(['-', '+']))?;
    Some((letter, number.checked_sub(1).unwrap_or(NOWHERE)))
}

/// Reads an integer of any size and either sign.
fn number(text: &str) -> Option<u8> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A number that does not fit is still a number, but not a coordinate of any board.
    Some(text.parse().unwrap_or(NOWHERE))
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Board, GridBoard, Move, Rules};

    /// Writes and reads back a move in every notation.
    pub(crate) fn check_round_trips<P: Position>(position: &P, mv: P::Move) {
        fn check<P: Position, N: Notation<P>>(notation: N, position: &P, mv: P::Move) {
            let text = notation.format(position, mv);
            for text in [
                text.clone(),
                text.to_uppercase(),
                text.to_lowercase(),
                format!(" {text}\t"),
            ] {
                assert_eq!(notation.parse(position, &text), Ok(mv), "{text:?}");
            }
        }
        check(Standard, position, mv);
        check(RowColumn, position, mv);
        check(Numbers, position, mv);
    }

    fn standard() -> Board {
        Board::start(Rules::Pass)
    }

    #[test]
    fn the_three_notations_name_the_same_square() {
        let board = standard();
        let mv = board.move_at(Place::new(4, 5)).unwrap();
        assert_eq!(Standard.parse(&board, "f5"), Ok(mv));
        assert_eq!(Standard.parse(&board, "F5"), Ok(mv));
        assert_eq!(RowColumn.parse(&board, "e6"), Ok(mv));
        assert_eq!(RowColumn.parse(&board, "E6"), Ok(mv));
        for text in ["4 5", "4,5", "4, 5", " 4   5 ", "4 ,5", "04 05"] {
            assert_eq!(Numbers.parse(&board, text), Ok(mv), "{text}");
        }
        assert_eq!(Standard.format(&board, mv), "f5");
        assert_eq!(RowColumn.format(&board, mv), "E6");
        assert_eq!(Numbers.format(&board, mv), "4 5");
        for text in ["pass", "PASS", "pa", "PA", "--"] {
            assert_eq!(Standard.parse(&board, text), Ok(Move::PASS));
        }
    }

    #[test]
    fn the_largest_board_has_letters_to_p_and_numbers_to_16() {
        let board = GridBoard::start(Size::new(16, 4).unwrap(), Rules::Pass);
        let corner = board.move_at(Place::new(15, 3)).unwrap();
        assert_eq!(Standard.format(&board, corner), "d16");
        assert_eq!(RowColumn.format(&board, corner), "P4");
        check_round_trips(&board, corner);
        assert!(matches!(
            Standard.parse(&board, "e1"),
            Err(ParseMoveError::OffBoard { .. })
        ));
        // `pa` is a pass, never the beginning of a square in column p.
        assert_eq!(Standard.parse(&board, "pa"), Ok(board.pass()));
    }

    #[test]
    fn a_bad_move_is_named_in_the_error() {
        let board = standard();
        let message = |text: &str| RowColumn.parse(&board, text).unwrap_err().to_string();
        assert_eq!(
            message("F9"),
            "“F9” at character 1 is not on the board, which has 8 rows and 8 columns"
        );
        assert_eq!(
            message("  what?"),
            "“what?” at character 3 is not a move; a move is the row's letter and the column's number, like F6"
        );
        assert_eq!(
            message(" "),
            "there is no move; a move is the row's letter and the column's number, like F6"
        );
    }

    #[test]
    fn off_the_board_and_unreadable_are_different_errors() {
        let board = standard();
        for text in ["i1", "a9", "a0", "z5", "a99999999999999999999999"] {
            let error = Standard.parse(&board, text).unwrap_err();
            assert!(
                matches!(error, ParseMoveError::OffBoard { .. }),
                "{text}: {error}"
            );
        }
        for text in ["-1 4", "4 8", "8,0", "300 2", "0 -0000000000000000001"] {
            let error = Numbers.parse(&board, text).unwrap_err();
            assert!(
                matches!(error, ParseMoveError::OffBoard { .. }),
                "{text}: {error}"
            );
        }
        for text in [
            "f", "5f", "f5x", "f 5", "f+5", "f-5", "é5", "f５", "ff5", "-", "1",
        ] {
            let error = Standard.parse(&board, text).unwrap_err();
            assert!(
                matches!(error, ParseMoveError::Unreadable { .. }),
                "{text}: {error}"
            );
        }
        for text in ["4", "4 ", "4,", ",4", "4 5 6", "4,5,6", "a b", "4.5", "+ 4"] {
            let error = Numbers.parse(&board, text).unwrap_err();
            assert!(
                matches!(error, ParseMoveError::Unreadable { .. }),
                "{text}: {error}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_move_or_an_error(text in ".*", near in "[a-qA-Q0-9 ,+-]{0,5}") {
            let (board, grid) = (standard(), GridBoard::start(Size::new(16, 16).unwrap(), Rules::Pass));
            for text in [text, near] {
                let moves = [
                    Standard.parse(&board, &text),
                    RowColumn.parse(&board, &text),
                    Numbers.parse(&board, &text),
                ];
                for mv in moves.into_iter().flatten() {
                    check_round_trips(&board, mv);
                }
                let moves = [
                    Standard.parse(&grid, &text),
                    RowColumn.parse(&grid, &text),
                    Numbers.parse(&grid, &text),
                ];
                for mv in moves.into_iter().flatten() {
                    check_round_trips(&grid, mv);
                }
            }
        }
    }
}
