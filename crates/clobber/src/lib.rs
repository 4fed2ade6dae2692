//! The rules, notation and text form of Clobber on a board of four by four.
//!
//! A piece moves to a neighbouring square, not diagonally, that holds a piece of the other side, and takes it. A player who
//! has no move loses. That is all, and it is why this game is here: it is the worked example of
//! `docs/adding-a-game.md`, small enough to read in one sitting. No release offers it; the cargo feature `fourth-game`
//! brings it into tests.
//!
//! ```
//! use parlor_clobber::{Coordinates, Position};
//! use parlor_core::{Game, Notation, PositionText};
//!
//! let mut position = Position::start();
//! let mv = Coordinates.parse(&position, "a1-a2")?;
//! position.play(mv)?;
//! assert_eq!(position.position_text(), "oxox/xoxo/xxox/1oxo o");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod descriptor;
#[cfg(test)]
mod laws;
mod notation;
mod position;
mod setup;

pub use descriptor::DESCRIPTOR;
pub use notation::{Coordinates, ParseMoveError};
pub use position::{
    ALL_SQUARES, Illegal, Move, Position, SIDE, SquareName, file_of, parse_square, rank_of, square_at,
};
pub use setup::{ParseSetupError, PositionError, Setup, SetupError};
