//! The rules, notations and formats of Othello.
//!
//! ```
//! use parlor_core::{Color, Game, Notation};
//! use parlor_othello::notation::{Standard, transcript};
//! use parlor_othello::{Board, Rules, perft};
//!
//! let mut board = Board::start(Rules::Pass);
//! let mv = Standard.parse(&board, "f5")?;
//! board.play(mv)?;
//! assert_eq!(board.count(Color::Black), 4);
//! assert_eq!(perft(&Board::start(Rules::Pass), 5), 1396);
//!
//! let game = transcript::read(&Board::start(Rules::Pass), "f5d6c3d3c4")?;
//! assert_eq!(game.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Board`] is the 8×8 game on bitboards, [`GridBoard`] the same game on any even size from 4×4 to 16×16;
//! both are a [`Game`](parlor_core::Game) and a [`Position`], under either of the [`Rules`]. [`Simulation`]
//! is a freely editable board. [`notation`] reads and writes moves, [`formats`] positions, and [`perft()`]
//! counts the tree.
//!
//! This crate contains no search, no evaluation, no protocol and no I/O.

mod board;
mod descriptor;
pub mod formats;
mod grid;
pub mod kernel;
mod key;
#[cfg(test)]
mod laws;
pub mod notation;
mod perft;
mod position;
mod rules;
mod simulation;
mod size;

pub use board::{Board, Move, Setup, SetupError};
pub use descriptor::DESCRIPTOR;
pub use formats::PositionError;
pub use grid::{GridBoard, GridMove, GridSetup, GridSetupError};
pub use perft::{perft, perft_of, perft_on};
pub use position::Position;
pub use rules::{Illegal, Place, Rules, State};
pub use simulation::{NoSuchSquare, NotASide, Piece, Simulation};
pub use size::{Size, SizeError};

/// The example of the manual's chapter, which runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/manual/othello.md")]
struct Manual;
