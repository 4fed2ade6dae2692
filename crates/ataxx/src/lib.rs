//! The rules, notations and formats of Ataxx.
//!
//! [`Position`] is the game: 7×7 bitboards that are copied and advanced, with blocks, the clock of moves
//! without an extend, and a rule set ([`Rules`]). Around it are the text formats: moves ([`Cs61bNotation`],
//! [`ToolNotation`]), positions ([`Setup`], which reads and writes the FEN of the Ataxx tools) and the
//! designations of symmetric blocks ([`BlockPattern`]).
//!
//! The core crate calls the first mover black; on an Ataxx board it is red and its opponent blue
//! ([`color_name`]). This crate contains no search, no protocol and no I/O.
//!
//! ```
//! use parlor_ataxx::{Position, Rules, Cs61bNotation};
//! use parlor_core::{Color, Game, Notation};
//!
//! let mut position = Position::start(Rules::Cs61b);
//! let mv = Cs61bNotation.parse(&position, "a7-b6")?;
//! position.play(mv)?;
//! assert_eq!(position.count(Color::Black), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod descriptor;
mod geometry;
#[cfg(test)]
mod laws;
mod moves;
mod notation;
mod perft;
mod position;
mod rules;
mod setup;
mod symmetry;

pub use blocks::{BlockPattern, ParseBlocksError};
pub use descriptor::DESCRIPTOR;
pub use geometry::{
    ALL_SQUARES, N_SQUARES, SIDE, SquareName, double_targets, doubles, file, is_on_board, neighbours,
    parse_square, rank, singles, square, square_name,
};
pub use moves::{Move, MoveKind};
pub use notation::{Cs61bNotation, ParseMoveError, ToolNotation};
pub use perft::{perft, perft_on};
pub use position::{BlocksError, Position};
pub use rules::{Illegal, Rules, color_name};
pub use setup::{ParseFenError, PositionError, Setup, SetupError};
