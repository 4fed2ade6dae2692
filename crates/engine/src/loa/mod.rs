//! Lines of Action: its node for the search, its evaluation and its parameters.

pub mod dfpn;
mod form;
pub mod learned;
mod lines;
mod node;
pub mod params;
mod prover;

pub use node::{Context, LoaNode};

impl crate::HasEngine for parlor_loa::Position {
    type Node = LoaNode;
}
