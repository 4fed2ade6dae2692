//! OBF, the format of test positions: `<64 squares> X; A2:+38; C7:+36;`, one position per line.
//!
//! After the board and the side to move come moves with their scores for that side, in discs at the end of
//! the game. `%` begins a comment that runs to the end of the line. Sets with the score of every move end
//! their lines with `--:-127`, a placeholder that marks the list as complete; it is skipped.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Excerpt, Notation};
use thiserror::Error;

use super::plain::{self, PlainError};
use crate::notation::Standard;
use crate::{Board, Move, Rules, Setup};

/// The text that some sets write after the last move of a line.
const END_OF_LIST: &str = "--:-127";

/// A position with the scores of some of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub setup: Setup,
    /// Moves with their scores for the side to move, in the order of the line.
    pub scores: Vec<(Move, i8)>,
}

impl Entry {
    /// Returns the maximum score of a move, if the line has any.
    pub fn best_score(&self) -> Option<i8> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

/// The reason why a line is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ObfError {
    /// The board or the side to move is malformed.
    #[error(transparent)]
    Board(#[from] PlainError),
    /// A part of the line is not a scored move.
    #[error("{text} is not a scored move like A2:+38")]
    NoScoredMove {
        /// The offending text.
        text: Excerpt,
    },
    /// The move of a scored move is malformed.
    #[error("in {text}: a move is a square from A1 to H8 or a pass")]
    BadMove {
        /// The offending text.
        text: Excerpt,
    },
    /// The score of a scored move is not a number of discs.
    #[error("in {text}: a score is a number from -64 to +64")]
    BadScore {
        /// The offending text.
        text: Excerpt,
    },
}

/// The error in a line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}")]
pub struct FileError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: ObfError,
}

/// Reads a file up to the first bad line, skipping empty lines and comments.
pub fn read(text: &str) -> Result<Vec<Entry>, FileError> {
    let lines = text.lines().zip(1..);
    lines
        .filter(|(line, _)| !without_comment(line).trim().is_empty())
        .map(|(line, number)| line.parse().map_err(|error| FileError { line: number, error }))
        .collect()
}

/// Reads one line.
impl FromStr for Entry {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Entry, ObfError> {
        let mut at = 0;
        let mut fields = without_comment(line).split(';').map(|field| {
            let start = at;
            at += field.len() + 1;
            (start, field)
        });
        let (_, board) = fields.next().unwrap_or_default();
        let setup = plain::read(board)?;
        let scores = fields
            .filter(|(_, field)| !matches!(field.trim(), "" | END_OF_LIST))
            .map(|(start, field)| scored_move(start, field))
            .collect::<Result<_, _>>()?;
        Ok(Entry { setup, scores })
    }
}

/// Writes one line, without a line break.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", plain::write(&self.setup))?;
        for (mv, score) in &self.scores {
            write!(f, " {}:{score:+};", mv.to_string().to_ascii_uppercase())?;
        }
        Ok(())
    }
}

fn without_comment(line: &str) -> &str {
    line.split('%').next().unwrap_or_default()
}

fn scored_move(start: usize, field: &str) -> Result<(Move, i8), ObfError> {
    let at = start + field.len() - field.trim_start().len();
    let text = || Excerpt::new(field.trim(), at);
    let (mv, score) = field
        .split_once(':')
        .ok_or_else(|| ObfError::NoScoredMove { text: text() })?;
    // All positions have the same squares, so any board will do.
    let any_board = Board::start(Rules::Pass);
    let mv = Standard
        .parse(&any_board, mv)
        .map_err(|_| ObfError::BadMove { text: text() })?;
    let score = score
        .trim()
        .parse()
        .ok()
        .filter(|score| (-64..=64).contains(score));
    Ok((mv, score.ok_or_else(|| ObfError::BadScore { text: text() })?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LINE: &str =
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A4:-22;";

    #[test]
    fn a_line_reads_back_unchanged() {
        let entry: Entry = LINE.parse().unwrap();
        assert_eq!(entry.best_score(), Some(18));
        assert_eq!(entry.scores.len(), 3);
        assert_eq!(entry.to_string(), LINE);
        let board = Board::from_setup(&entry.setup, Rules::Pass).unwrap();
        for (mv, _) in entry.scores {
            assert!(parlor_core::Game::is_legal(&board, mv), "{mv}");
        }
    }

    #[test]
    fn the_marker_after_the_last_move_is_not_a_move() {
        let marked: Entry = format!("{LINE} --:-127;").parse().unwrap();
        assert_eq!(marked, LINE.parse().unwrap());
    }

    #[test]
    fn comments_and_empty_lines_are_skipped_and_errors_tell_the_line() {
        let text = format!("% positions\n\n{LINE} % the first\n");
        assert_eq!(read(&text), Ok(vec![LINE.parse().unwrap()]));
        let message = |field: &str| {
            let board = LINE.split(';').next().unwrap();
            read(&format!("{text}{board}; {field};")).unwrap_err().to_string()
        };
        assert_eq!(
            message("A2"),
            "line 4: “A2” at character 69 is not a scored move like A2:+38"
        );
        assert_eq!(
            message("A2:65"),
            "line 4: in “A2:65” at character 69: a score is a number from -64 to +64"
        );
        assert_eq!(
            message("A9:+2"),
            "line 4: in “A9:+2” at character 69: a move is a square from A1 to H8 or a pass"
        );
        assert!(
            read("XO")
                .unwrap_err()
                .to_string()
                .starts_with("line 1: there are 2 squares")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_an_entry_or_an_error(text in ".*", tail in "[;:%A-H0-9 +-]{0,20}") {
            for text in [text, format!("{LINE}{tail}")] {
                if let Ok(entry) = text.parse::<Entry>() {
                    prop_assert_eq!(entry.to_string().parse(), Ok(entry));
                }
                let _ = read(&text);
            }
        }
    }
}
