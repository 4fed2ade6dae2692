//! The rules, notations and formats of Lines of Action.
//!
//! A [`Position`] is a board, a side to move and the agreed [`Rules`]; it plays through
//! [`Game`](parlor_core::Game). This crate contains no search, no program, no protocol and no I/O.
//!
//! ```
//! use parlor_core::{Color, Game, Notation};
//! use parlor_loa::{Coordinates, Illegal, Position};
//!
//! let mut position = Position::default();
//! let mv = Coordinates.parse(&position, "b8-b6")?;
//! position.play(mv)?;
//! assert_eq!(position.turn(), Color::White);
//!
//! let too_far = Coordinates.parse(&position, "a2-d2")?;
//! assert_eq!(position.check(too_far), Err(Illegal::WrongDistance { needed: 2, got: 3 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod contiguity;
mod descriptor;
pub mod formats;
#[cfg(test)]
mod laws;
mod line_table;
mod lines;
mod moves;
mod notation;
mod perft;
mod position;

pub use board::{Axis, SquareName, file_of, parse_square, rank_of, square_at};
pub use contiguity::is_contiguous;
pub use descriptor::{DESCRIPTOR, MOVE_LIMIT};
pub use formats::{InvalidSetup, ParseSetupError, PositionError, Setup};
pub use moves::{Illegal, Move};
pub use notation::{Coordinates, ParseMoveError, Recorded};
pub use perft::perft;
pub use position::{Position, Rules, Simultaneous};
