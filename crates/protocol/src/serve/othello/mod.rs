//! The protocols of Othello.

pub mod gtp;
pub mod nboard;
