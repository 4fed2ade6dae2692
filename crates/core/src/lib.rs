//! The vocabulary that every Parlor game shares.
//!
//! This crate knows no concrete game, no search, no protocol and no I/O. It names the things that all games
//! have in common ([`Color`], [`Bitboard`], [`MoveList`], [`Outcome`], [`Score`]), defines what a game is
//! ([`Game`], [`Notation`], [`PositionText`]) and how it is described ([`Descriptor`]), keeps a game's
//! history ([`GameRecord`]), counts its tree ([`perft()`]) and defines requests to players and their answers
//! ([`think`], [`Level`]). With the feature `testkit` it also contains the laws that every game must pass.

mod bitboard;
mod checksum;
mod color;
pub mod cpu;
pub mod descriptor;
mod excerpt;
mod game;
mod level;
mod perft;
mod position_text;
pub mod random;
mod record;
mod score;
mod symmetry;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod think;
pub mod time;
pub mod zobrist;

pub use bitboard::{Bitboard, Square, Squares};
pub use checksum::checksum;
pub use color::{Color, Outcome, PerColor};
pub use descriptor::{Described, Descriptor};
pub use excerpt::{Excerpt, printable};
pub use game::{Game, MAX_MOVES, MoveList, Notation};
pub use level::Level;
pub use perft::{perft, perft_divide};
pub use position_text::PositionText;
pub use record::{GameRecord, LimitTooSmall, PlayError};
pub use score::Score;
pub use symmetry::Symmetry;
