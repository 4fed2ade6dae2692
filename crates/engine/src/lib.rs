//! What makes each game strong: evaluation, ordering, solvers, levels.
//!
//! [`Engine`] is the front door: a player that is asked for a move. Each game's node implements [`Contender`],
//! and from that come its engine at full strength ([`SearchEngine`]), the ten [`levels`], the [`bench`](mod@bench)
//! and matches between two configurations ([`selfmatch`]). This is the only crate where the search meets
//! concrete games. It does no I/O.

pub mod analysis;
pub mod ataxx;
pub mod bench;
pub mod book;
mod brought;
mod elo;
mod engine;
pub mod levels;
pub mod loa;
pub mod network;
pub mod opponent;
pub mod othello;
pub mod selfmatch;
pub mod soak;
mod weights;

pub use brought::{NoWeights, NoWeightsError, Weights};
pub use elo::{Elo, Tally};
pub use engine::{Contender, Engine, Options, SearchEngine, Variety, is_parameter};
pub use levels::Skill;
pub use parlor_search::{Bound, Limits, Line, Report, Stop, Thought, TimeLimit};
