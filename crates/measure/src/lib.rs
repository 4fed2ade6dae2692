//! How strong and how fast engines are.
//!
//! [`match_runner`] lets two configurations play from balanced random [`opening`]s; its [`game_loop`] is also that of
//! tournaments. [`elo`], [`sprt`] and [`rating`] say what results mean. [`bench`] measures speed and has the signature of
//! the search's behaviour, [`speedup`] compares one thread with several, and [`soak`] looks for illegal moves in very many
//! short games. Nothing here prints, and nothing here knows of processes, clocks or stores: those are the arena's.

pub mod bench;
pub mod elo;
pub mod game_loop;
mod ldl;
pub mod match_runner;
pub mod opening;
pub mod pairing;
pub mod rating;
pub mod soak;
pub mod speedup;
pub mod sprt;
mod workers;

pub use elo::{Elo, Tally};
pub use pairing::{Pairing, totals};
