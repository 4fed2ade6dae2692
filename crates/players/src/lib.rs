//! Computer players for a game that is chosen at run time.
//!
//! [`AnyEngine`] is the player: created for one game from a [`Configuration`], it searches an
//! [`AnyGame`](parlor_games::AnyGame) within [`Limits`](parlor_core::think::Limits) whose moves are text.
//! Levels are configurations; [`Opponents`] are the players of the text programs. [`judge`] labels moves, and
//! [`AnySolver`] proves scores. [`with_node!`] is the only place that maps games to search nodes, for code
//! that is generic over the node.
//!
//! This crate does no I/O and starts no threads besides those of a search. The
//! [`StopToken`](parlor_core::think::StopToken) in its limits ends a search.
//!
//! ```
//! use parlor_core::think::Limits;
//! use parlor_games::{AnyGame, Kind, Spec};
//! use parlor_players::{AnyEngine, Configuration};
//!
//! let mut game = AnyGame::new(&Spec::default_for(Kind::Loa))?;
//! let configuration = Configuration::parse(Kind::Loa, "level=3")?;
//! let mut engine = AnyEngine::new(Kind::Loa, &configuration, 1);
//! let thought = engine.think(&game, &Limits::default(), &mut |_| {}).expect("the game goes on");
//! game.play(&thought.best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_engine;
pub mod book;
mod configuration;
pub mod judge;
mod levels;
mod nodes;
mod opponents;
mod random;
mod solver;
mod varied;

pub use any_engine::AnyEngine;
pub use configuration::{Configuration, ConfigurationError, Strength, no_files};
pub use levels::LevelEngine;
pub use opponents::{Opponent, Opponents};
pub use parlor_engine::{
    LoadedWeights, Options, Proof, Proven, ProverOptions, ProverProgress, kernels_are_right,
};
pub use parlor_search::max_table_mib;
pub use random::RandomEngine;
pub use solver::{AnySolver, SolveError, plies_to_solve};

#[doc(hidden)]
pub use nodes::re_exported;
