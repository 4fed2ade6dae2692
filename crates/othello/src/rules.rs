//! Rule sets, game states, squares and illegal moves, for boards of every size.

use std::fmt;

use parlor_core::Outcome;
use thiserror::Error;

/// What happens to a side that cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// It passes. The game ends when neither side can move, and the majority wins.
    #[default]
    Pass,
    /// It loses at once, regardless of the counts. Only a full board is decided by the majority.
    NoMoveLoses,
}

impl Rules {
    /// Both rule sets, the default first.
    pub const ALL: [Rules; 2] = [Rules::Pass, Rules::NoMoveLoses];

    /// Returns the name in files and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Rules::Pass => "pass",
            Rules::NoMoveLoses => "no-move-loses",
        }
    }
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// The game is in progress.
    InProgress,
    /// Black has won.
    BlackWon,
    /// White has won.
    WhiteWon,
    /// The game has ended in a tie.
    Tie,
}

impl From<Option<Outcome>> for State {
    fn from(outcome: Option<Outcome>) -> State {
        use parlor_core::Color::{Black, White};
        match outcome {
            None => State::InProgress,
            Some(Outcome::Win(Black)) => State::BlackWon,
            Some(Outcome::Win(White)) => State::WhiteWon,
            Some(Outcome::Draw) => State::Tie,
        }
    }
}

/// A square by its row from the top and its column from the left, both from 0. It need not be on any board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The row, 0 at the top.
    pub row: u8,
    /// The column, 0 at the left.
    pub column: u8,
}

impl Place {
    /// Creates the square in this row and column.
    pub const fn new(row: u8, column: u8) -> Place {
        Place { row, column }
    }

    /// The eight directions, as rows down and columns right.
    pub(crate) const DIRECTIONS: [(i8, i8); 8] = [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ];

    /// Returns the neighbour in a direction, unless its row or column would be negative.
    pub(crate) fn step(self, (down, right): (i8, i8)) -> Option<Place> {
        Some(Place {
            row: self.row.checked_add_signed(down)?,
            column: self.column.checked_add_signed(right)?,
        })
    }
}

/// Writes the standard name: the column's letter and the row's number from the top, as in `f5`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0..26 => write!(f, "{}{}", char::from(b'a' + self.column), u32::from(self.row) + 1),
            _ => write!(f, "row {}, column {}", self.row, self.column),
        }
    }
}

/// The reason why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Illegal {
    /// The board has no such square.
    #[error("{0} is not on the board")]
    OffBoard(Place),
    /// The square already has a disc.
    #[error("{0} is occupied")]
    Occupied(Place),
    /// A disc there would turn nothing.
    #[error("a disc on {0} outflanks nothing")]
    OutflanksNothing(Place),
    /// A side that can move may not pass.
    #[error("no pass while there is a move")]
    PassWithMove,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_illegal_move_has_its_own_words() {
        let f5 = Place::new(4, 5);
        let words = [
            Illegal::OffBoard(f5),
            Illegal::Occupied(f5),
            Illegal::OutflanksNothing(f5),
            Illegal::PassWithMove,
            Illegal::Over,
        ]
        .map(|illegal| illegal.to_string());
        assert_eq!(
            words,
            [
                "f5 is not on the board",
                "f5 is occupied",
                "a disc on f5 outflanks nothing",
                "no pass while there is a move",
                "the game is over",
            ]
        );
        assert_eq!(Place::new(15, 15).to_string(), "p16");
        assert_eq!(Place::new(255, 255).to_string(), "row 255, column 255");
    }
}
