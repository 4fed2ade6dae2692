//! A game-tree search that knows no concrete game.
//!
//! A game's engine implements [`Node`] and hands it to a [`Searcher`], which finds the best move of a
//! [`GameRecord`](parlor_core::GameRecord) within [`Limits`] and reports on the way. The search itself is in
//! `pvs.rs` and `siblings.rs`, as numbered steps; `root.rs` deepens it iteration by iteration, `threads.rs`
//! divides it between several threads, which share one [`TranspositionTable`]; `searcher.rs` is the public
//! interface.
//!
//! This crate knows no rules, no evaluation and no I/O. One thread with a node or depth limit gives the same
//! result on every machine: nothing here depends on time, addresses or floating-point numbers.

mod corrections;
mod history;
mod huge_pages;
pub mod isa;
mod node;
mod node_counter;
mod order;
pub mod params;
mod pvs;
mod root;
mod searcher;
mod siblings;
mod threads;
mod time;
mod transposition;
mod worker;

pub use corrections::Part;
pub use huge_pages::{allocate_table, max_table_mib};
pub use node::{Candidate, CandidateOf, End, MoveOf, Node, Probe, Probes, Window};
pub use node_counter::{NodeCounter, SharedLimits};
pub use parlor_core::think::{Bound, Limits, Line, Report, StopToken, Thought, TimeLimit};
pub use searcher::{ContextMaker, Searcher};
pub use transposition::{Entry, TranspositionTable};
