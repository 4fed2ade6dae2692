//! Othello.
pub mod geometry;
pub mod solver;
pub mod stability;
