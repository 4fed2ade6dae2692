//! Trains the engines: positions from self-play games, labels from deeper searches, fits, quantised weights,
//! the evaluation that shows whether the new weights are better, and the tuning of search parameters.
//!
//! Each stage is one command of `parlor-train`, reads and writes files of the formats described here
//! ([`positions`]), can be stopped at any moment and resumed, and gives the same result under the same seed
//! whatever the number of threads. docs/lab/training.md describes how the weights of each generation were made.

pub mod ataxx;
pub mod book;
pub mod calibrate;
#[cfg(feature = "fourth-game")]
mod clobber;
mod game;
pub mod label;
pub mod loa;
pub mod network;
pub mod othello;
pub mod positions;
pub mod selfplay;
pub mod tune;

pub use game::{Trainable, Variety};
