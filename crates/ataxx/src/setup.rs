//! Unvalidated positions and their FEN; only validation turns one into a [`Position`].

use std::fmt;
use std::str::FromStr;

use parlor_core::{Bitboard, Color, Excerpt, PerColor, PositionText, Square};
use thiserror::Error;

use crate::geometry::{ALL_SQUARES, SIDE, square, square_name};
use crate::position::Position;
use crate::rules::Rules;

/// An unvalidated position.
///
/// It is read from and written as the FEN of the Ataxx tools, `x5o/7/7/7/7/7/o5x x 0 1`: the rows from 7 to 1
/// with `x` for red, `o` for blue, `-` for a block and digits for runs of empty squares; the side to move;
/// the clock; the number of the move. The fields after the rows are optional, from the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces of each side.
    pub pieces: PerColor<Bitboard>,
    /// The blocked squares.
    pub blocks: Bitboard,
    /// The side to move.
    pub turn: Color,
    /// The number of jumps or plies since the last extend.
    pub clock: u32,
    /// The number of the move, counted in pairs of plies from 1. No rule depends on it.
    pub move_number: u32,
}

/// The reason why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A piece or block lies outside the board.
    #[error("the board has no {}", square_name(*square))]
    NoSuchSquare {
        /// The first such square.
        square: Square,
    },
    /// Two pieces or blocks share a square.
    #[error("{} holds two things at once", square_name(*square))]
    Overlap {
        /// The first such square.
        square: Square,
    },
    /// Neither side has a piece.
    #[error("there are no pieces")]
    NoPieces,
    /// The game would have ended before the clock reached this value.
    #[error("the clock stands at {clock}, past its limit of {limit}")]
    ClockTooHigh {
        /// The clock of the setup.
        clock: u32,
        /// The clock at which the rule set ends a game.
        limit: u8,
    },
}

/// The reason why a text is not the FEN of an Ataxx position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseFenError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// A row does not have seven squares.
    #[error("the row {row} fills {squares} squares, not seven")]
    RowLength {
        /// The row.
        row: Excerpt,
        /// The number of squares in the row.
        squares: usize,
    },
    /// There are not seven rows.
    #[error("there are {rows} rows, not seven")]
    RowCount {
        /// The number of rows.
        rows: usize,
    },
    /// A character is neither a piece, a block nor a number of empty squares.
    #[error("{0} is not one of x, o, - and the digits 1–7")]
    UnknownSquare(Excerpt),
    /// The side to move is not `x` or `o`.
    #[error("{0} is not a side to move: x or o is expected")]
    UnknownSide(Excerpt),
    /// The clock or the move number is not a number.
    #[error("{0} is not a number")]
    NotANumber(Excerpt),
    /// More text follows a complete position.
    #[error("{0} follows a complete position")]
    Trailing(Excerpt),
}

/// The reason why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is malformed.
    #[error(transparent)]
    Parse(#[from] ParseFenError),
    /// The text is well-formed, but the position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Setup {
    /// An empty board with red to move, the initial state of a position editor.
    pub const EMPTY: Setup = Setup {
        pieces: PerColor([Bitboard::EMPTY; 2]),
        blocks: Bitboard::EMPTY,
        turn: Color::Black,
        clock: 0,
        move_number: 1,
    };

    /// Returns an error if the setup is not a position.
    pub fn validate(&self, rules: Rules) -> Result<(), SetupError> {
        let PerColor([red, blue]) = self.pieces;
        if let Some(square) = ((red | blue | self.blocks) - ALL_SQUARES).first() {
            return Err(SetupError::NoSuchSquare { square });
        }
        let overlap = red & blue | (red | blue) & self.blocks;
        if let Some(square) = overlap.first() {
            return Err(SetupError::Overlap { square });
        }
        if (red | blue).is_empty() {
            return Err(SetupError::NoPieces);
        }
        let limit = rules.clock_limit();
        if self.clock > u32::from(limit) {
            return Err(SetupError::ClockTooHigh {
                clock: self.clock,
                limit,
            });
        }
        Ok(())
    }

    fn parse_rows(&mut self, text: &str, at: usize) -> Result<(), ParseFenError> {
        let rows = text.split('/').count();
        if rows != usize::from(SIDE) {
            return Err(ParseFenError::RowCount { rows });
        }
        let mut row_at = at;
        for (row, rank) in text.split('/').zip((0..SIDE).rev()) {
            self.parse_row(row, rank, row_at)?;
            row_at += row.len() + 1;
        }
        Ok(())
    }

    fn parse_row(&mut self, row: &str, rank: u8, row_at: usize) -> Result<(), ParseFenError> {
        let mut n_squares = 0;
        for (offset, letter) in row.char_indices() {
            let here = u8::try_from(n_squares).ok().and_then(|file| square(file, rank));
            let set = match letter {
                'x' => &mut self.pieces[Color::Black],
                'o' => &mut self.pieces[Color::White],
                '-' => &mut self.blocks,
                '1'..='7' => {
                    n_squares += usize::from(letter as u8 - b'0');
                    continue;
                }
                _ => {
                    let offending = letter.encode_utf8(&mut [0; 4]).to_owned();
                    return Err(ParseFenError::UnknownSquare(Excerpt::new(
                        &offending,
                        row_at + offset,
                    )));
                }
            };
            if let Some(square) = here {
                *set |= square.bit();
            }
            n_squares += 1;
        }
        if n_squares == usize::from(SIDE) {
            Ok(())
        } else {
            let row = Excerpt::new(row, row_at);
            Err(ParseFenError::RowLength {
                row,
                squares: n_squares,
            })
        }
    }
}

impl FromStr for Setup {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Setup, ParseFenError> {
        let mut setup = Setup::EMPTY;
        let mut fields = fields(text);
        let (at, rows) = fields.next().ok_or(ParseFenError::Empty)?;
        setup.parse_rows(rows, at)?;
        if let Some((at, side)) = fields.next() {
            setup.turn = match side {
                "x" => Color::Black,
                "o" => Color::White,
                _ => return Err(ParseFenError::UnknownSide(Excerpt::new(side, at))),
            };
        }
        for number in [&mut setup.clock, &mut setup.move_number] {
            if let Some((at, digits)) = fields.next() {
                *number = parse_number(digits, at)?;
            }
        }
        match fields.next() {
            Some((at, rest)) => Err(ParseFenError::Trailing(Excerpt::new(rest, at))),
            None => Ok(setup),
        }
    }
}

/// Reads decimal digits only: the `+` that [`u32::from_str`] allows is not part of the format.
fn parse_number(digits: &str, at: usize) -> Result<u32, ParseFenError> {
    let not_a_number = || ParseFenError::NotANumber(Excerpt::new(digits, at));
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_number());
    }
    digits.parse().map_err(|_| not_a_number())
}

/// Returns the blank-separated fields of a text, each with its byte offset.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIDE).rev() {
            let mut n_empty = 0;
            for square in (0..SIDE).filter_map(|file| square(file, rank)) {
                let letter = if self.pieces[Color::Black].contains(square) {
                    'x'
                } else if self.pieces[Color::White].contains(square) {
                    'o'
                } else if self.blocks.contains(square) {
                    '-'
                } else {
                    n_empty += 1;
                    continue;
                };
                if n_empty > 0 {
                    write!(f, "{n_empty}")?;
                    n_empty = 0;
                }
                write!(f, "{letter}")?;
            }
            if n_empty > 0 {
                write!(f, "{n_empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        let side = match self.turn {
            Color::Black => 'x',
            Color::White => 'o',
        };
        write!(f, " {side} {} {}", self.clock, self.move_number)
    }
}

impl Position {
    /// Reads the FEN of the Ataxx tools. The move number is read and dropped.
    ///
    /// ```
    /// use parlor_ataxx::{Position, Rules};
    ///
    /// let position = Position::from_fen("x5o/7/7/7/7/7/o5x x 0 1", Rules::Tools)?;
    /// assert_eq!(position, Position::start(Rules::Tools));
    /// # Ok::<(), parlor_ataxx::PositionError>(())
    /// ```
    pub fn from_fen(text: &str, rules: Rules) -> Result<Position, PositionError> {
        let setup: Setup = text.parse()?;
        Ok(Position::from_setup(&setup, rules)?)
    }

    /// Returns the setup of this position, as move number 1: a position has no history.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: PerColor(Color::ALL.map(|color| self.pieces(color))),
            blocks: self.blocks(),
            turn: self.turn(),
            clock: u32::from(self.clock()),
            move_number: 1,
        }
    }

    /// Returns the FEN of the Ataxx tools, as move number 1.
    pub fn fen(&self) -> String {
        self.setup().to_string()
    }
}

impl PositionText for Position {
    type Terms = Rules;
    type Error = PositionError;

    fn read_position(text: &str, rules: Rules) -> Result<Position, PositionError> {
        Position::from_fen(text, rules)
    }

    fn position_text(&self) -> String {
        self.fen()
    }
}
