//! The notations for squares, chosen at run time, and the matching labels around the board.

use parlor_core::Notation;
use parlor_othello::notation::{Numbers, ParseMoveError, RowColumn, Standard};
use parlor_othello::{Place, Position, Size};

/// A notation for squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareNames {
    /// The row's letter and the column's number: `F6`.
    #[default]
    RowColumn,
    /// The column's letter and the row's number, `f6`, as in tournaments.
    Standard,
    /// The row's and the column's number, both from 0: `5 5`.
    Numbers,
}

impl SquareNames {
    /// All notations with their names on the command line.
    pub const ALL: [(&'static str, SquareNames); 3] = [
        ("rowcol", SquareNames::RowColumn),
        ("standard", SquareNames::Standard),
        ("numbers", SquareNames::Numbers),
    ];

    /// Writes a move.
    pub fn format<P: Position>(self, position: &P, mv: P::Move) -> String {
        match self {
            SquareNames::RowColumn => RowColumn.format(position, mv),
            SquareNames::Standard => Standard.format(position, mv),
            SquareNames::Numbers => Numbers.format(position, mv),
        }
    }

    /// Writes the name of a square.
    pub(super) fn name<P: Position>(self, position: &P, place: Place) -> String {
        let mv = position.move_at(place);
        mv.map_or_else(|| place.to_string(), |mv| self.format(position, mv))
    }

    /// Parses a move, which need not be legal.
    pub fn parse<P: Position>(self, position: &P, text: &str) -> Result<P::Move, ParseMoveError> {
        match self {
            SquareNames::RowColumn => RowColumn.parse(position, text),
            SquareNames::Standard => Standard.parse(position, text),
            SquareNames::Numbers => Numbers.parse(position, text),
        }
    }

    /// Describes what a move looks like on a board of this size, for error messages.
    pub fn expected(self, size: Size) -> String {
        let (rows, columns) = (size.rows(), size.columns());
        match self {
            SquareNames::RowColumn => format!(
                "a row from A to {} and a column from 1 to {columns}, such as {}",
                letter(rows - 1).to_ascii_uppercase(),
                self.name(
                    &parlor_othello::GridBoard::start(size, Default::default()),
                    example(size)
                ),
            ),
            SquareNames::Standard => format!(
                "a column from a to {} and a row from 1 to {rows}, such as {}",
                letter(columns - 1),
                example(size)
            ),
            SquareNames::Numbers => format!(
                "a row from 0 to {} and a column from 0 to {}, such as {} {}",
                rows - 1,
                columns - 1,
                example(size).row,
                example(size).column,
            ),
        }
    }

    /// The label next to this row of the board.
    pub(super) fn row_label(self, row: u8) -> String {
        match self {
            SquareNames::RowColumn => letter(row).to_ascii_uppercase().to_string(),
            SquareNames::Standard => (row + 1).to_string(),
            SquareNames::Numbers => row.to_string(),
        }
    }

    /// The label below this column of the board.
    pub(super) fn column_label(self, column: u8) -> String {
        match self {
            SquareNames::RowColumn => (column + 1).to_string(),
            SquareNames::Standard => letter(column).to_string(),
            SquareNames::Numbers => column.to_string(),
        }
    }
}

/// The square in examples of moves: a legal first move on every board.
fn example(size: Size) -> Place {
    Place::new(size.rows() / 2, size.columns() / 2 + 1)
}

/// The letter of a row or column, counted from 0.
fn letter(index: u8) -> char {
    char::from(b'a' + index % 26)
}
