//! A game-tree search that is independent of the game.
//!
//! ```
//! use parlor_core::{Color, Game, GameRecord, MoveList, Outcome, Score};
//! use parlor_search::isa::Isa;
//! use parlor_search::params::Tuning;
//! use parlor_search::{Candidate, End, Limits, Node, Searcher};
//!
//! /// Take one or two stones. The player who takes the last one wins.
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Stones {
//!     left: u32,
//!     turn: Color,
//! }
//!
//! # #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
//! # #[error("take one or two of the stones that are left")]
//! # struct Illegal;
//! # impl Game for Stones {
//! #     type Move = u32;
//! #     type Illegal = Illegal;
//! #     fn turn(&self) -> Color {
//! #         self.turn
//! #     }
//! #     fn legal_moves(&self, out: &mut MoveList<u32>) {
//! #         out.extend(1..=self.left.min(2));
//! #     }
//! #     fn check(&self, n: u32) -> Result<(), Illegal> {
//! #         (1..=self.left.min(2)).contains(&n).then_some(()).ok_or(Illegal)
//! #     }
//! #     fn play_unchecked(&mut self, n: u32) {
//! #         self.left = self.left.saturating_sub(n);
//! #         self.turn = !self.turn;
//! #     }
//! #     fn outcome(&self) -> Option<Outcome> {
//! #         (self.left == 0).then_some(Outcome::Win(!self.turn))
//! #     }
//! #     fn key(&self) -> u64 {
//! #         u64::from(self.left) * 2 + self.turn as u64
//! #     }
//! # }
//! // `Stones` is a `parlor_core::Game`. This is what the search needs besides the rules.
//! #[derive(Clone, Debug)]
//! struct StonesNode(Stones);
//!
//! impl Node for StonesNode {
//!     type Game = Stones;
//!     type Context = ();
//!     type Effect = ();
//!     const SLOTS: usize = 4;
//!
//!     fn new(position: &Stones, _: &()) -> StonesNode {
//!         StonesNode(position.clone())
//!     }
//!     fn turn(&self) -> Color {
//!         self.0.turn
//!     }
//!     fn key(&self) -> u64 {
//!         self.0.key()
//!     }
//!     fn ended(&self) -> Option<End> {
//!         (self.0.left == 0).then_some(End::Lost)
//!     }
//!     fn generate<I: Isa>(&self, _: I, _: &mut (), out: &mut Vec<Candidate<u32, ()>>) {
//!         let most = self.0.left.min(2);
//!         out.extend((1..=most).map(|mv| Candidate { mv, effect: (), order: 0, quiet: true }));
//!     }
//!     fn child<I: Isa>(&self, _: I, _: &mut (), candidate: &Candidate<u32, ()>) -> StonesNode {
//!         let mut next = self.0.clone();
//!         next.play_unchecked(candidate.mv);
//!         StonesNode(next)
//!     }
//!     fn evaluate<I: Isa>(&self, _: I, _: &mut ()) -> Score {
//!         Score(0)
//!     }
//!     fn pack(mv: u32) -> u16 {
//!         mv as u16
//!     }
//!     fn slot(mv: u32) -> usize {
//!         mv as usize
//!     }
//! }
//!
//! let mut searcher = Searcher::<StonesNode>::new(1, &[Tuning::default()], Box::new(|| ()));
//! let game = GameRecord::new(Stones { left: 8, turn: Color::Black });
//! let thought = searcher.think(&game, &Limits::depth(10), &mut |_| {}).expect("the game goes on");
//! assert_eq!(thought.best, 2);
//! ```
//!
//! A game's engine implements [`Node`] and hands it to a [`Searcher`], which finds the best move of a
//! [`GameRecord`](parlor_core::GameRecord) within [`Limits`] and reports on the way. The search itself is in
//! `pvs.rs` and `siblings.rs`, as numbered steps; `root.rs` deepens it iteration by iteration, `threads.rs`
//! divides it between several threads, which share one [`TranspositionTable`]; `searcher.rs` is the public
//! interface.
//!
//! This crate contains no rules, no evaluation and no I/O. One thread with a node or depth limit gives the
//! same result on every machine: nothing here depends on time, addresses or floating-point numbers.

mod corrections;
mod history;
mod huge_pages;
pub mod isa;
mod mistakes;
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
pub use mistakes::Mistakes;
pub use node::{Candidate, CandidateOf, End, MoveOf, Node, Probe, Probes, Window};
pub use node_counter::{NodeCounter, SharedLimits};
pub use parlor_core::think::{Bound, Limits, Line, Report, StopToken, Thought, TimeLimit};
pub use searcher::{ContextMaker, Searcher};
pub use transposition::{Entry, TranspositionTable};
