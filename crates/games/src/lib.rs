//! All games in one closed enum, for code that chooses the game at run time: the browser page, the arena, the
//! command line.
//!
//! This is the only place that lists the games. Each has its own folder here, and its own crate with its
//! rules and its [`Descriptor`](parlor_core::Descriptor); [`Kind`] is the list. The interface of this crate
//! is text, rows and columns. It is not for searching: a search is generic over a game and never uses this
//! crate.

pub mod annotated;
mod any;
mod ataxx;
#[cfg(feature = "fourth-game")]
mod clobber;
mod date;
mod dispatch;
pub mod export;
pub mod import;
mod key;
mod kind;
mod loa;
pub mod opening;
mod othello;
pub mod pgn;
mod playable;
pub mod problem;
mod spec;
pub mod story;

pub use any::{AnyGame, AnyRecord, NewGameError, OtherGame};
pub use ataxx::AtaxxTerms;
#[cfg(feature = "fourth-game")]
pub use clobber::ClobberTerms;
pub use date::Date;
#[doc(hidden)]
pub use dispatch::re_exported;
pub use kind::{Kind, UnknownGame};
pub use loa::LoaTerms;
pub use othello::OthelloTerms;
pub use playable::{
    Action, Cell, EndReason, GridSquare, MoveError, MoveLine, MoveView, Playable, PositionError,
};
pub use spec::{ParseSpecError, Spec};
