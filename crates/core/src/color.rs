//! The two sides, and how a game between them can end.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides. Black moves first in every game; Ataxx shows its Black as red and its White as
/// blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    Black = 0,
    /// The side that moves second.
    White = 1,
}

impl Color {
    /// Both sides, the first mover first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Returns 0 for Black and 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerColor<T>(
    /// Black's value, then white's.
    pub [T; 2],
);

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// Returns the winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
        }
    }

    /// Returns a win for the side with the greater count, or a draw if the counts are equal.
    pub fn by_majority(black: u32, white: u32) -> Outcome {
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::Win(Color::Black),
            std::cmp::Ordering::Less => Outcome::Win(Color::White),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}
