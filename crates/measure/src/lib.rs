//! Measures the strength and speed of engines.
//!
//! [`match_runner`] plays matches between two configurations from balanced random [`opening`]s. Tournaments
//! share its [`game_loop`]. [`elo`], [`sprt`] and [`rating`] interpret results. [`bench`] measures speed and
//! computes the signature of the search's behaviour, [`speedup`] compares one thread with several, and
//! [`soak`] looks for illegal moves in many short games. Nothing here prints or knows about processes, clocks
//! or stores: those belong to the arena.

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
