//! Othello.
pub mod eval;
pub mod geometry;
pub mod solver;
pub mod stability;
