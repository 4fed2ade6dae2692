//! The three games behind one closed enum, for whoever learns only at run time which one is played: the
//! browser page, the arena, the command line.
//!
//! This is the only place that lists the games. It speaks in texts and rows and columns and is not for
//! searching: a search is generic over a game and never comes here.

mod any;
mod ataxx;
pub mod import;
mod kind;
mod loa;
mod othello;
pub mod pgn;
mod playable;
pub mod story;

pub use any::{AnyGame, AnyRecord, NewGameError};
pub use kind::{Kind, OthelloSize, ParseSpecError, Spec, UnknownGame};
pub use playable::{Action, Cell, MoveError, MoveView, Place, Playable, PositionError};
