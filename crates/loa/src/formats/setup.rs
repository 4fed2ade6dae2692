//! The position string: `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x`.
//!
//! Eight ranks, the eighth first, each from the a-file; `x` is a black piece, `o` a white one, a digit a run
//! of empty squares; after a space comes the side to move. Both cases are read, lower case is written. The
//! string contains neither the rules nor whether the game is over.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Bitboard, Color, Excerpt, PerColor, PositionText, Square};
use thiserror::Error;

use crate::board::{SquareName, square_at};
use crate::position::{Position, Rules};

/// An unvalidated board and side to move: both sides may claim one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces of each side.
    pub pieces: PerColor<Bitboard>,
    /// The side to move.
    pub turn: Color,
}

/// The reason why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum InvalidSetup {
    /// Both sides have a piece on one square.
    #[error("there are two pieces on {}", SquareName(*square))]
    TwoPieces {
        /// The first such square.
        square: Square,
    },
}

/// The reason why a text is not a position string.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSetupError {
    /// A character is neither a piece nor a number of empty squares.
    #[error("expected x, o, a digit from 1 to 8 or / instead of {0}")]
    Symbol(Excerpt),
    /// A rank does not have eight squares.
    #[error("rank {rank} has {squares} squares instead of 8: {excerpt}")]
    RankLength {
        /// The rank's number, 8 for the first in the text.
        rank: usize,
        /// The number of squares in the rank.
        squares: usize,
        /// The rank's text.
        excerpt: Excerpt,
    },
    /// There are not eight ranks.
    #[error("expected 8 ranks instead of {ranks}: {excerpt}")]
    Ranks {
        /// The number of ranks.
        ranks: usize,
        /// The board's text.
        excerpt: Excerpt,
    },
    /// The side to move is missing or unknown.
    #[error("expected the side to move, x or o, instead of {0}")]
    Turn(Excerpt),
    /// More text follows the side to move.
    #[error("nothing may follow the side to move, but there is {0}")]
    Trailing(Excerpt),
}

/// The reason why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is malformed.
    #[error(transparent)]
    Parse(#[from] ParseSetupError),
    /// The text is well-formed, but the position is invalid.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
}

impl PositionText for Position {
    type Terms = Rules;
    type Error = PositionError;

    fn read_position(text: &str, rules: Rules) -> Result<Position, PositionError> {
        let setup: Setup = text.parse()?;
        Ok(Position::from_setup(&setup, rules)?)
    }

    fn position_text(&self) -> String {
        self.setup().to_string()
    }
}

impl Setup {
    /// Returns a board without pieces.
    pub const fn empty(turn: Color) -> Setup {
        Setup {
            pieces: PerColor([Bitboard::EMPTY; 2]),
            turn,
        }
    }

    /// Sets or clears a square.
    pub fn put(&mut self, square: Square, piece: Option<Color>) {
        for color in Color::ALL {
            self.pieces[color] -= square.bit();
        }
        if let Some(color) = piece {
            self.pieces[color] |= square.bit();
        }
    }

    /// Returns an error if the setup is invalid. Any number of pieces is valid: a side may lose all of its
    /// pieces, and a position that was set up by hand may have more than twelve.
    pub fn validate(&self) -> Result<(), InvalidSetup> {
        let [black, white] = self.pieces.0;
        match (black & white).first() {
            Some(square) => Err(InvalidSetup::TwoPieces { square }),
            None => Ok(()),
        }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Setup, ParseSetupError> {
        let offset_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let trimmed = text.trim();
        let (board, rest) = trimmed
            .split_once(char::is_whitespace)
            .unwrap_or((trimmed, &trimmed[trimmed.len()..]));
        let pieces = parse_board(board, offset_of(board))?;

        let rest = rest.trim_start();
        let (turn, trailing) = rest
            .split_once(char::is_whitespace)
            .unwrap_or((rest, &rest[rest.len()..]));
        let turn = match turn {
            "x" | "X" => Color::Black,
            "o" | "O" => Color::White,
            _ => return Err(ParseSetupError::Turn(Excerpt::new(turn, offset_of(turn)))),
        };
        match trailing.trim_start() {
            "" => Ok(Setup { pieces, turn }),
            more => Err(ParseSetupError::Trailing(Excerpt::new(more, offset_of(more)))),
        }
    }
}

fn parse_board(board: &str, board_at: usize) -> Result<PerColor<Bitboard>, ParseSetupError> {
    let ranks = board.split('/').count();
    if ranks != 8 {
        let excerpt = Excerpt::new(board, board_at);
        return Err(ParseSetupError::Ranks { ranks, excerpt });
    }
    let mut pieces = PerColor([Bitboard::EMPTY; 2]);
    let mut at = board_at;
    for (line, rank) in board.split('/').zip((0..8).rev()) {
        let mut squares = 0usize;
        for (i, symbol) in line.char_indices() {
            let color = match symbol {
                'x' | 'X' => Color::Black,
                'o' | 'O' => Color::White,
                '1'..='8' => {
                    squares += symbol as usize - '0' as usize;
                    continue;
                }
                _ => {
                    let excerpt = Excerpt::new(&line[i..i + symbol.len_utf8()], at + i);
                    return Err(ParseSetupError::Symbol(excerpt));
                }
            };
            // Squares beyond the h-file are counted, and refused below.
            let file = i8::try_from(squares).unwrap_or(i8::MAX);
            if let Some(square) = square_at(file, rank) {
                pieces[color] |= square.bit();
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(ParseSetupError::RankLength {
                rank: rank as usize + 1,
                squares,
                excerpt: Excerpt::new(line, at),
            });
        }
        at += line.len() + 1;
    }
    Ok(pieces)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empties = 0;
            for square in (0..8).filter_map(|file| square_at(file, rank)) {
                let piece = Color::ALL
                    .into_iter()
                    .find(|&color| self.pieces[color].contains(square));
                let Some(color) = piece else {
                    empties += 1;
                    continue;
                };
                if empties > 0 {
                    write!(f, "{empties}")?;
                    empties = 0;
                }
                f.write_str(side_letter(color))?;
            }
            if empties > 0 {
                write!(f, "{empties}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(side_letter(self.turn))
    }
}

fn side_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "x",
        Color::White => "o",
    }
}
