//! Puzzles: positions with one good move.
//!
//! A set of puzzles is a text file with a line for each. [`shipped`] is the set that comes with the program; [`Generator`]
//! finds new ones in games. The solution of a puzzle is proven where the game has a solver, and every other move loses at
//! least [`LEAST_LOSS`] of the chances to win. Nothing here reads or writes files, and nothing knows who solves a puzzle.

mod generator;
mod set;

pub use generator::{Generator, self_played};
pub use set::{Progress, Puzzle, PuzzleError, PuzzleScore, PuzzleSet, SetError, shipped};

/// How much of the chances to win every other move must lose, from 0 to 1.
pub const LEAST_LOSS: f64 = 0.15;
