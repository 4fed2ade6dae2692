//! Ataxx: its node for the search, its evaluations and its parameters.

mod eval;
mod learned;
mod node;
pub mod params;
pub mod windows;

pub use eval::Weights;
pub use learned::AtaxxNetwork;
pub use node::{AtaxxNode, Context};

impl crate::HasEngine for parlor_ataxx::Position {
    type Node = AtaxxNode;
}
