//! Othello: its evaluations, its endgame solver, its nodes for the search and its engine.

mod engine;
pub mod eval;
pub mod geometry;
mod grid;
mod grid_solver;
mod node;
pub mod params;
mod probe_errors;
mod prover;
pub mod solver;
pub mod stability;

pub use engine::OthelloEngine;
pub use grid::{GridContext, GridNode};
pub use node::{Context, Effect, OthelloNode};
pub use parlor_othello::kernel::baseline_is_right as kernel_is_right;
pub use probe_errors::standard_error;

impl crate::HasEngine for parlor_othello::Board {
    type Node = OthelloNode;
}

impl crate::HasEngine for parlor_othello::GridBoard {
    type Node = GridNode;
}
