//! How strong and how fast engines are.
//!
//! [`match_runner`] lets two configurations play from balanced random [`opening`]s; [`elo`], [`sprt`] and [`rating`] say
//! what results mean; [`bench`](mod@bench) measures speed and has the signature of the search's behaviour;
//! [`soak`](mod@soak) looks for illegal moves in very many short games. Nothing here prints, and nothing here knows of processes,
//! clocks or stores: tournaments of programs are the arena's.

pub mod bench;
pub mod elo;
mod factored;
pub mod match_runner;
pub mod opening;
pub mod pairing;
pub mod rating;
pub mod soak;
pub mod sprt;

pub use elo::{Elo, Tally};
pub use pairing::{Pairing, total};
