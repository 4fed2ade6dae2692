//! The rules, notations and formats of Othello.

pub mod kernel;
