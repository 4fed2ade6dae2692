//! Puzzles: positions with one good move.
//!
//! A set of puzzles is a text file with one line per puzzle. [`shipped`] is the set that comes with the program;
//! [`Generator`] finds new ones in games. Solutions are proven if the game has a solver, and every other move loses
//! at least [`LEAST_LOSS`] of the winning chances. Nothing here reads or writes files, or tracks who solves a
//! puzzle.

mod generator;
mod set;

pub use generator::{Generator, self_played};
pub use set::{Progress, Puzzle, PuzzleError, PuzzleScore, PuzzleSet, SetError, shipped};

/// The minimum loss of winning chances of every other move, from 0 to 1.
pub const LEAST_LOSS: f64 = 0.15;
