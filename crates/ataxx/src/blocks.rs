//! Block patterns that are symmetric about the middle row and the middle column.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

use parlor_core::{Bitboard, Excerpt, Square};
use thiserror::Error;

use crate::geometry::{SIDE, file, rank, square};

// The designations of the squares in the upper left quarter, row 7 first, as the figure of the CS 61B
// specification gives them. The corner, which holds a piece, and the centre have none.
const DESIGNATIONS: [&[u8; 4]; 4] = [b".de4", b"agf5", b"bch6", b"123."];

/// A symmetric set of blocks, written as in `3gh`: each character names a square of the upper left quarter
/// of the board, which is mirrored across the middle row and the middle column.
///
/// ```
/// let pattern: parlor_ataxx::BlockPattern = "3gh".parse()?;
/// assert_eq!(pattern.squares().count(), 10);
/// # Ok::<(), parlor_ataxx::ParseBlocksError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BlockPattern(Bitboard);

/// The reason why a text is not a block pattern.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseBlocksError {
    /// The text is empty.
    #[error("the blocks are not named: letters a–h or digits 1–6 are expected")]
    Empty,
    /// A character does not designate a square.
    #[error("no block is called {0}: letters a–h or digits 1–6 are expected")]
    UnknownDesignation(Excerpt),
}

impl ParseBlocksError {
    /// Returns the same error in a line that has `n` characters before the blocks.
    pub fn behind(self, n: usize) -> ParseBlocksError {
        match self {
            ParseBlocksError::Empty => ParseBlocksError::Empty,
            ParseBlocksError::UnknownDesignation(it) => ParseBlocksError::UnknownDesignation(it.behind(n)),
        }
    }
}

impl BlockPattern {
    /// No blocks.
    pub const NONE: BlockPattern = BlockPattern(Bitboard::EMPTY);

    /// Returns the blocks of one designation: four squares for a letter, two for a digit.
    pub fn designated(designation: char) -> Option<BlockPattern> {
        quarter()
            .find(|&(name, _)| char::from(name) == designation)
            .map(|(_, square)| BlockPattern(mirrored(square)))
    }

    /// Returns every blocked square.
    pub const fn squares(self) -> Bitboard {
        self.0
    }
}

/// The union of two patterns.
impl BitOr for BlockPattern {
    type Output = BlockPattern;

    fn bitor(self, other: BlockPattern) -> BlockPattern {
        BlockPattern(self.0 | other.0)
    }
}

impl FromStr for BlockPattern {
    type Err = ParseBlocksError;

    fn from_str(text: &str) -> Result<BlockPattern, ParseBlocksError> {
        if text.is_empty() {
            return Err(ParseBlocksError::Empty);
        }
        text.char_indices()
            .try_fold(
                BlockPattern::NONE,
                |pattern, (at, designation)| match BlockPattern::designated(designation) {
                    Some(blocks) => Ok(pattern | blocks),
                    None => {
                        let offending = Excerpt::new(designation.encode_utf8(&mut [0; 4]), at);
                        Err(ParseBlocksError::UnknownDesignation(offending))
                    }
                },
            )
    }
}

/// Writes the designations in order, digits first. Writes nothing if there are no blocks.
impl fmt::Display for BlockPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<u8> = quarter()
            .filter(|&(_, square)| self.0.contains(square))
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        let text: String = names.into_iter().map(char::from).collect();
        f.pad(&text)
    }
}

/// Returns each designation with its square in the upper left quarter.
fn quarter() -> impl Iterator<Item = (u8, Square)> {
    (0u8..).zip(DESIGNATIONS).flat_map(|(down, row)| {
        (0u8..)
            .zip(row)
            .filter(|&(_, &name)| name != b'.')
            .filter_map(move |(across, &name)| Some((name, square(across, SIDE - 1 - down)?)))
    })
}

fn mirrored(origin: Square) -> Bitboard {
    let (left, up) = (file(origin), rank(origin));
    let (right, down) = (SIDE - 1 - left, SIDE - 1 - up);
    [(left, up), (right, up), (left, down), (right, down)]
        .into_iter()
        .filter_map(|(file, rank)| square(file, rank))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{parse_square, square_name};

    fn names(pattern: &str) -> Vec<String> {
        let pattern: BlockPattern = pattern.parse().unwrap_or_else(|error| panic!("{error}"));
        pattern
            .squares()
            .squares()
            .map(|square| square_name(square).to_string())
            .collect()
    }

    #[test]
    fn each_letter_designates_its_four_squares() {
        assert_eq!(names("a"), ["a2", "g2", "a6", "g6"]);
        assert_eq!(names("b"), ["a3", "g3", "a5", "g5"]);
        assert_eq!(names("c"), ["b3", "f3", "b5", "f5"]);
        assert_eq!(names("d"), ["b1", "f1", "b7", "f7"]);
        assert_eq!(names("e"), ["c1", "e1", "c7", "e7"]);
        assert_eq!(names("f"), ["c2", "e2", "c6", "e6"]);
        assert_eq!(names("g"), ["b2", "f2", "b6", "f6"]);
        assert_eq!(names("h"), ["c3", "e3", "c5", "e5"]);
    }

    #[test]
    fn each_digit_designates_its_two_squares() {
        assert_eq!(names("1"), ["a4", "g4"]);
        assert_eq!(names("2"), ["b4", "f4"]);
        assert_eq!(names("3"), ["c4", "e4"]);
        assert_eq!(names("4"), ["d1", "d7"]);
        assert_eq!(names("5"), ["d2", "d6"]);
        assert_eq!(names("6"), ["d3", "d5"]);
    }

    #[test]
    fn the_figure_3gh_has_ten_blocks() {
        let expected = ["b2", "f2", "c3", "e3", "c4", "e4", "c5", "e5", "b6", "f6"];
        assert_eq!(names("3gh"), expected);
    }

    #[test]
    fn repeated_designations_have_no_additional_effect() {
        assert_eq!(names("gg33g"), names("3g"));
    }

    #[test]
    fn no_pattern_reaches_a_corner_or_the_centre() {
        let all: BlockPattern = "123456abcdefgh".parse().unwrap_or_else(|error| panic!("{error}"));
        let free = crate::ALL_SQUARES - all.squares();
        let expected: Bitboard = ["a1", "g1", "d4", "a7", "g7"]
            .into_iter()
            .filter_map(parse_square)
            .collect();
        assert_eq!(free, expected);
        assert_eq!(all.to_string(), "123456abcdefgh");
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        let error = "3gH".parse::<BlockPattern>().unwrap_err();
        assert_eq!(error, ParseBlocksError::UnknownDesignation(Excerpt::new("H", 2)));
        for bad in ["i", "0", "7", "a b", "A", ".", "-", "é"] {
            assert!(bad.parse::<BlockPattern>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_empty_configuration_is_an_error() {
        assert_eq!("".parse::<BlockPattern>(), Err(ParseBlocksError::Empty));
    }
}
