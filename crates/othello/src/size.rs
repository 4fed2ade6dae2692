//! Board sizes.

use std::fmt;
use std::str::FromStr;

use parlor_core::Excerpt;
use thiserror::Error;

use crate::Place;

/// The size of a board: an even number of rows and of columns, each from 4 to 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// The reason why something is not a board size.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SizeError {
    /// There is no board with this many rows or columns.
    #[error("a board has an even number of rows and columns from 4 to 16, not {rows} by {columns}")]
    NoSuchBoard {
        /// The requested number of rows.
        rows: u32,
        /// The requested number of columns.
        columns: u32,
    },
    /// The text does not contain two numbers.
    #[error("a size is written like 8x8, not {0}")]
    Unreadable(Excerpt),
}

impl Size {
    /// The standard 8×8.
    pub const STANDARD: Size = Size { rows: 8, columns: 8 };
    /// The minimum number of rows or columns.
    pub const SMALLEST: u8 = 4;
    /// The maximum number of rows or columns.
    pub const LARGEST: u8 = 16;

    /// Creates the size with this many rows and columns, if there is such a board.
    pub fn new(rows: u32, columns: u32) -> Result<Size, SizeError> {
        let allowed = |n: u32| {
            u8::try_from(n)
                .ok()
                .filter(|n| n % 2 == 0 && (Size::SMALLEST..=Size::LARGEST).contains(n))
        };
        match (allowed(rows), allowed(columns)) {
            (Some(rows), Some(columns)) => Ok(Size { rows, columns }),
            _ => Err(SizeError::NoSuchBoard { rows, columns }),
        }
    }

    /// Returns every size.
    pub fn all() -> impl Iterator<Item = Size> {
        let range = || (Size::SMALLEST..=Size::LARGEST).step_by(2);
        range().flat_map(move |rows| range().map(move |columns| Size { rows, columns }))
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of squares.
    pub const fn area(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// Returns whether the board has this square.
    pub const fn contains(self, place: Place) -> bool {
        place.row < self.rows && place.column < self.columns
    }

    /// Returns every square, row by row from the top left.
    pub fn places(self) -> impl Iterator<Item = Place> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Place::new(row, column)))
    }
}

/// Writes rows, `x`, columns: `8x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Reads `8x8`: rows, `x` or `X`, columns.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let unreadable = || SizeError::Unreadable(Excerpt::new(text, 0));
        let (rows, columns) = text.trim().split_once(['x', 'X']).ok_or_else(unreadable)?;
        let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse::<u32>().map_err(|_| unreadable()),
            false => Err(unreadable()),
        };
        Size::new(number(rows)?, number(columns)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn there_are_boards_of_every_even_size_from_4_to_16_and_no_others() {
        assert_eq!(Size::all().count(), 49);
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.places().count(), size.area() as usize);
        }
        for (rows, columns) in [(2, 8), (8, 18), (7, 8), (8, 9), (0, 0), (264, 8)] {
            assert_eq!(
                Size::new(rows, columns),
                Err(SizeError::NoSuchBoard { rows, columns })
            );
        }
    }

    #[test]
    fn a_bad_size_is_named_in_the_error() {
        let message = |text: &str| text.parse::<Size>().map_err(|error| error.to_string());
        assert_eq!(
            message("8*8"),
            Err("a size is written like 8x8, not “8*8” at character 1".into())
        );
        assert_eq!(
            message("8x9"),
            Err("a board has an even number of rows and columns from 4 to 16, not 8 by 9".into())
        );
        assert!(message("+8x8").is_err());
        assert!(message("8x99999999999999999999").is_err());
        assert!(message("x").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_a_size_or_an_error(text in ".*") {
            if let Ok(size) = text.parse::<Size>() {
                prop_assert_eq!(size.to_string().parse(), Ok(size));
            }
        }
    }
}
