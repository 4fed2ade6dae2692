//! The playing strength of each game: evaluation, ordering, solvers, weights, books.
//!
//! [`Engine`] is the main interface: a player that is asked for a move. Each game's node implements
//! [`EngineNode`], which provides its engine at full strength ([`SearchEngine`]) and the numbers of its
//! levels ([`Skill`]). This is the only crate where the search meets concrete games. It does no I/O; levels
//! and configurations are `parlor-players`.

pub mod ataxx;
pub mod book;
#[cfg(feature = "fourth-game")]
pub mod clobber;
mod engine;
pub mod loa;
mod loaded_weights;
pub mod network;
pub mod othello;
mod packed;
mod prover;
mod skill;
mod weights;

pub use engine::{Engine, EngineNode, HasEngine, Options, SearchEngine, is_parameter};
pub use loaded_weights::{LoadedWeights, NoWeights, NoWeightsError};
pub use parlor_search::{Bound, Limits, Line, Report, StopToken, Thought, TimeLimit};
pub use prover::{Proof, ProveError, Proven, Prover, ProverOptions, ProverProgress};
pub use skill::{Skill, Variety};

/// Returns whether the kernels of this target give the same results as their portable twins, each in this
/// many random cases. Tests call it, and so does code for a target without tests, such as WebAssembly.
pub fn kernels_are_right(n: usize) -> bool {
    network::kernel::baseline_is_right(n) && othello::kernel_is_right(n)
}
