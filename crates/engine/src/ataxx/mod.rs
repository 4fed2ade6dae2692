//! Ataxx: its node for the search, its evaluation and its parameters.

mod eval;
mod node;
pub mod params;

pub use eval::{Eval, Weights};
pub use node::{AtaxxNode, Context};
