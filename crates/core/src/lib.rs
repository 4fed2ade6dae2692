//! The vocabulary that every Parlor game shares.
//!
//! This crate knows no concrete game, no search, no protocol and no I/O. It names the things that all
//! three games have in common ([`Color`], [`Bitboard`], [`MoveList`], [`Outcome`], [`Score`]), says what a
//! game is ([`Game`], [`Notation`]), keeps the history of one ([`GameRecord`]) and counts its tree
//! ([`perft()`]). With the feature `testkit` it also holds the laws that every game must pass.

mod bitboard;
mod checksum;
mod color;
pub mod cpu;
mod excerpt;
mod game;
mod perft;
mod record;
mod score;
mod symmetry;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod zobrist;

pub use bitboard::{Bitboard, Square, Squares};
pub use checksum::checksum;
pub use color::{Color, Outcome, PerColor};
pub use excerpt::{Excerpt, printable};
pub use game::{Game, MAX_MOVES, MoveList, Notation};
pub use perft::{perft, perft_divide};
pub use record::{GameRecord, LimitTooSmall, PlayError};
pub use score::Score;
pub use symmetry::Symmetry;
