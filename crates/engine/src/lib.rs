//! What makes each game strong: evaluation, ordering, solvers, levels.
//!
//! [`Engine`] is the front door: a player that is asked for a move. Each game's node implements [`Contender`],
//! and from that come its engine at full strength ([`SearchEngine`]), the ten [`levels`] and whatever a text
//! configures ([`selfmatch`]). This is the only crate where the search meets concrete games. It does no I/O.

pub mod analysis;
pub mod ataxx;
pub mod book;
mod brought;
mod engine;
pub mod levels;
pub mod loa;
pub mod network;
pub mod opponent;
pub mod othello;
pub mod selfmatch;
mod weights;

pub use brought::{NoWeights, NoWeightsError, Weights};
pub use engine::{Contender, Engine, Options, SearchEngine, Variety, is_parameter};
pub use levels::Skill;
pub use parlor_search::{Bound, Limits, Line, Report, Stop, Thought, TimeLimit};
