//! Ataxx: its node for the search, its evaluation and its parameters.

mod learned;
mod node;
pub mod params;
pub mod windows;

pub use learned::AtaxxNetwork;
pub use node::{AtaxxNode, Context};

impl crate::HasEngine for parlor_ataxx::Position {
    type Node = AtaxxNode;
}
