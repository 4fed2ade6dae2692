//! A game-tree search that knows no concrete game.

pub mod isa;
mod limits;
mod meter;
mod node;
pub mod params;

pub use limits::{Limits, Stop, TimeLimit};
pub use meter::{Meter, Shared};
pub use node::{Candidate, End, MoveOf, Node, Probe, Probes, Window};
