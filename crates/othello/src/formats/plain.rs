//! Sixty-four squares and the side to move: `---------------------------OX------XO---------------------------
//! X`, or the number of squares of another board size.
//!
//! Squares go row by row from the top left. Black is written `X` and read as `X`, `*` or `B` too, white `O`
//! and also `W`, an empty square `-` and also `.`, in either case. Blanks and line breaks between squares are
//! ignored, so that a drawn board can be pasted. The side to move comes last, by the same letters.

use parlor_core::{Bitboard, Color, Excerpt, Square};
use thiserror::Error;

use crate::{GridSetup, Setup, Size};

/// The reason why a text is not a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlainError {
    /// A character is neither a disc nor an empty square.
    #[error("{text} is not a square; a square is X, O or -")]
    NoSquare {
        /// The offending character.
        text: Excerpt,
    },
    /// The board has too few squares.
    #[error("there are {found} squares where {needed} are needed")]
    TooFewSquares {
        /// The actual number of squares.
        found: u32,
        /// The number of squares of the board.
        needed: u32,
    },
    /// The side to move is missing.
    #[error("the side to move, X or O, is missing after the board")]
    NoSide,
    /// The side to move is neither black nor white.
    #[error("{text} is not the side to move, which is X or O")]
    BadSide {
        /// The offending character.
        text: Excerpt,
    },
    /// More text follows the side to move.
    #[error("{text} is more than a board and the side to move")]
    TooLong {
        /// The text that follows.
        text: Excerpt,
    },
}

/// Reads a board and the side to move.
///
/// ```
/// use parlor_othello::formats::plain;
/// use parlor_othello::{Board, Rules};
///
/// let text = "---------------------------OX------XO--------------------------- X";
/// let board = Board::from_setup(&plain::read(text)?, Rules::Pass)?;
/// assert_eq!(board, Board::start(Rules::Pass));
/// assert_eq!(plain::write(&board.setup()), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Setup, PlainError> {
    let mut setup = Setup {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
        turn: Color::Black,
    };
    setup.turn = scan(text, 64, |index, color| {
        let square = Square::from_low_bits(index).bit();
        match color {
            Color::Black => setup.black |= square,
            Color::White => setup.white |= square,
        }
    })?;
    Ok(setup)
}

/// Reads a board of this size and the side to move.
///
/// ```
/// use parlor_othello::formats::plain;
/// use parlor_othello::{GridBoard, Rules};
///
/// let setup = plain::read_grid("------ --OX-- --XO-- ------ O", "4x6".parse()?)?;
/// assert_eq!(plain::write_grid(&setup), "--------OX----XO-------- O");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_grid(text: &str, size: Size) -> Result<GridSetup, PlainError> {
    let mut cells = vec![None; size.area() as usize];
    let turn = scan(text, size.area(), |index, color| {
        cells[index as usize] = Some(color);
    })?;
    Ok(GridSetup { size, cells, turn })
}

/// Reads this many squares and the side to move. Reports each disc to `put` and returns the side to move.
fn scan(text: &str, area: u32, mut put: impl FnMut(u32, Color)) -> Result<Color, PlainError> {
    let mut characters = text
        .char_indices()
        .filter(|(_, character)| !character.is_whitespace());
    let excerpt = |at: usize, character: char| Excerpt::new(&text[at..at + character.len_utf8()], at);
    for index in 0..area {
        let Some((at, character)) = characters.next() else {
            return Err(PlainError::TooFewSquares {
                found: index,
                needed: area,
            });
        };
        match disc(character) {
            Some(color) => put(index, color),
            None if matches!(character, '-' | '.') => {}
            None => {
                return Err(PlainError::NoSquare {
                    text: excerpt(at, character),
                });
            }
        }
    }
    let (at, character) = characters.next().ok_or(PlainError::NoSide)?;
    let turn = disc(character).ok_or_else(|| PlainError::BadSide {
        text: excerpt(at, character),
    })?;
    match characters.next() {
        Some((at, _)) => Err(PlainError::TooLong {
            text: Excerpt::new(text[at..].trim_end(), at),
        }),
        None => Ok(turn),
    }
}

/// Writes a board, a space and the side to move. A square that both sides claim is written as Black's.
pub fn write(setup: &Setup) -> String {
    let cell = |index| {
        let square = Square::from_low_bits(index);
        if setup.black.contains(square) {
            'X'
        } else if setup.white.contains(square) {
            'O'
        } else {
            '-'
        }
    };
    (0..64).map(cell).chain([' ', letter(setup.turn)]).collect()
}

/// Writes a board of any size, a space and the side to move.
pub fn write_grid(setup: &GridSetup) -> String {
    let cells = setup.cells.iter().map(|cell| cell.map_or('-', letter));
    cells.chain([' ', letter(setup.turn)]).collect()
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

fn disc(character: char) -> Option<Color> {
    match character.to_ascii_uppercase() {
        'X' | '*' | 'B' => Some(Color::Black),
        'O' | 'W' => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Board, GridBoard, Rules, SetupError};

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn a_drawn_board_reads_like_a_line() {
        let drawn = "........\n........\n........\n...w b...\n...b w...\n........\n........\n........\n\n*\n";
        assert_eq!(read(drawn), Ok(Board::start(Rules::Pass).setup()));
    }

    #[test]
    fn a_bad_board_is_named_in_the_error() {
        let message = |text: String| read(&text).unwrap_err().to_string();
        assert_eq!(message(String::new()), "there are 0 squares where 64 are needed");
        assert_eq!(
            message(format!("?{START}")),
            "“?” at character 1 is not a square; a square is X, O or -"
        );
        assert_eq!(
            message(START.to_owned()),
            "the side to move, X or O, is missing after the board"
        );
        assert_eq!(
            message(format!("{START} -")),
            "“-” at character 66 is not the side to move, which is X or O"
        );
        assert_eq!(
            message(format!("{START} X; A1")),
            "“; A1” at character 67 is more than a board and the side to move"
        );
        assert_eq!(message("X".repeat(9)), "there are 9 squares where 64 are needed");
    }

    #[test]
    fn discs_that_overlap_make_no_position() {
        let mut setup = Board::start(Rules::Pass).setup();
        setup.white |= setup.black;
        let error = Board::from_setup(&setup, Rules::Pass).unwrap_err();
        assert!(matches!(error, SetupError::Overlap(_)));
        assert_eq!(error.to_string(), "both sides have a disc on e4");
    }

    #[test]
    fn a_board_of_another_size_reads_like_the_usual_one() {
        let size = "4x6".parse().unwrap();
        let setup = read_grid("......\n..wb..\n..bw..\n......\nB", size).unwrap();
        assert_eq!(
            GridBoard::from_setup(&setup, Rules::Pass),
            Ok(GridBoard::start(size, Rules::Pass))
        );
        assert_eq!(read_grid(&write_grid(&setup), size), Ok(setup));
        assert_eq!(
            read_grid("XO", size).unwrap_err().to_string(),
            "there are 2 squares where 24 are needed"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_board_or_an_error(text in ".*", near in "[XOxo*.-]{64} ?[XO-]?.?") {
            for text in [text, near] {
                if let Ok(setup) = read(&text) {
                    prop_assert_eq!(read(&write(&setup)), Ok(setup));
                    prop_assert!(Board::from_setup(&setup, Rules::Pass).is_ok());
                }
            }
        }
    }
}
