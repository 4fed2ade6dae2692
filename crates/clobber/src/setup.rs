//! Positions as they are written down: `oxox/xoxo/oxox/xoxo x`.
//!
//! Four ranks, the fourth first, each from the a-file; `x` is a black piece, `o` a white one, a digit that many empty
//! squares; after a space the side to move.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Bitboard, Color, Excerpt, PerColor, PositionText, Square};
use thiserror::Error;

use crate::position::{ALL_SQUARES, Position, SIDE, SquareName, square_at};

/// A board and a side to move that nobody has looked at yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces of each side.
    pub pieces: PerColor<Bitboard>,
    /// The side to move.
    pub turn: Color,
}

/// Why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Both sides have a piece on one square.
    #[error("there are two pieces on {}", SquareName(*square))]
    TwoPieces {
        /// The first such square.
        square: Square,
    },
    /// A piece stands beside the board.
    #[error("there is a piece beside the board")]
    OffBoard,
}

/// Why a text is not a setup.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSetupError {
    /// There must be four ranks.
    #[error("there are {ranks} ranks, not four")]
    Ranks {
        /// How many there are.
        ranks: usize,
    },
    /// A rank must fill four squares.
    #[error("the rank {rank} does not fill four squares")]
    RankLength {
        /// The rank.
        rank: Excerpt,
        /// How many squares it fills, if not too many.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    #[error("{0} is not one of x, o and the digits 1–4")]
    Symbol(Excerpt),
    /// The side to move is `x` or `o`.
    #[error("{0} is not a side to move: x or o is expected")]
    Turn(Excerpt),
    /// More after the side to move.
    #[error("{0} follows a complete position")]
    Trailing(Excerpt),
}

/// Why a text does not give a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseSetupError),
    /// It can be read but there is no such position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Setup {
    /// Says why the setup is not a position, if it is not.
    pub fn validate(&self) -> Result<(), SetupError> {
        let PerColor([black, white]) = self.pieces;
        if ((black | white) - ALL_SQUARES).any() {
            return Err(SetupError::OffBoard);
        }
        match (black & white).first() {
            Some(square) => Err(SetupError::TwoPieces { square }),
            None => Ok(()),
        }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Setup, ParseSetupError> {
        let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or(&text[..0]);
        let ranks = board.split('/').count();
        if ranks != usize::from(SIDE) {
            return Err(ParseSetupError::Ranks { ranks });
        }
        let mut pieces = PerColor([Bitboard::EMPTY; 2]);
        for (line, rank) in board.split('/').zip((0..SIDE).rev()) {
            let mut file = 0_u8;
            for (at, symbol) in line.char_indices() {
                let color = match symbol {
                    'x' => Color::Black,
                    'o' => Color::White,
                    '1'..='4' => {
                        file = file.saturating_add(symbol as u8 - b'0');
                        continue;
                    }
                    _ => {
                        let text = &line[at..at + symbol.len_utf8()];
                        return Err(ParseSetupError::Symbol(Excerpt::new(text, offset(text))));
                    }
                };
                pieces[color] |= square_at(file, rank).map_or(Bitboard::EMPTY, Square::bit);
                file = file.saturating_add(1);
                if file > SIDE {
                    break;
                }
            }
            if file != SIDE {
                return Err(ParseSetupError::RankLength {
                    rank: Excerpt::new(line, offset(line)),
                    squares: file.into(),
                });
            }
        }
        let turn = words.next().unwrap_or(&text[text.len()..]);
        let turn = match turn {
            "x" => Color::Black,
            "o" => Color::White,
            _ => return Err(ParseSetupError::Turn(Excerpt::new(turn, offset(turn)))),
        };
        match words.next() {
            Some(more) => Err(ParseSetupError::Trailing(Excerpt::new(more, offset(more)))),
            None => Ok(Setup { pieces, turn }),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color| match color {
            Color::Black => 'x',
            Color::White => 'o',
        };
        for rank in (0..SIDE).rev() {
            let mut n_empty = 0;
            for square in (0..SIDE).filter_map(|file| square_at(file, rank)) {
                let piece = Color::ALL
                    .into_iter()
                    .find(|&color| self.pieces[color].contains(square));
                let Some(color) = piece else {
                    n_empty += 1;
                    continue;
                };
                if n_empty > 0 {
                    write!(f, "{n_empty}")?;
                    n_empty = 0;
                }
                write!(f, "{}", letter(color))?;
            }
            if n_empty > 0 {
                write!(f, "{n_empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", letter(self.turn))
    }
}

impl PositionText for Position {
    type Terms = ();
    type Error = PositionError;

    fn read_position(text: &str, (): ()) -> Result<Position, PositionError> {
        let setup: Setup = text.parse()?;
        Ok(Position::from_setup(&setup)?)
    }

    fn position_text(&self) -> String {
        self.setup().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_position_is_named_with_its_place() {
        let message = |text: &str| Position::read_position(text, ()).map_err(|error| error.to_string());
        assert_eq!(message("4/4/4 x"), Err("there are 3 ranks, not four".into()));
        assert_eq!(
            message("4/4/5/4 x"),
            Err("“5” at character 5 is not one of x, o and the digits 1–4".into())
        );
        assert_eq!(
            message("4/4/3/4 x"),
            Err("the rank “3” at character 5 does not fill four squares".into())
        );
        for bad in [
            "",
            "4/4/4/4",
            "4/4/4/4 b",
            "4/4/4/4 x x",
            "4/4/4/444444 x",
            "4/4/4/é x",
        ] {
            assert!(message(bad).is_err(), "{bad}");
        }
        let both = Setup {
            pieces: PerColor([Bitboard(1), Bitboard(1)]),
            turn: Color::Black,
        };
        assert_eq!(
            both.validate().unwrap_err().to_string(),
            "there are two pieces on a1"
        );
        let outside = Setup {
            pieces: PerColor([Bitboard(1 << 16), Bitboard::EMPTY]),
            turn: Color::Black,
        };
        assert_eq!(outside.validate(), Err(SetupError::OffBoard));
    }
}
