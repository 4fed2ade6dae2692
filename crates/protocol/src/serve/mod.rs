//! Our engine as a server for external tools.

pub mod othello;
pub mod uci;

use std::time::Duration;

use parlor_core::think::{Limits, Report, Thought};
use parlor_games::{AnyGame, Spec};

/// A request to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The game, which is not over.
    pub game: AnyGame,
    /// The limits of the search. The host adds its own stop token, for [`Order::Stop`].
    pub limits: Limits<String>,
}

/// What to do after a line from the tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Print this line.
    Say(String),
    /// Start a search. Call [`Server::answer`] when it is done.
    Think(Box<Request>),
    /// Print this line once the engine has executed every command and is ready to search this game.
    Ready {
        /// The line.
        line: String,
        /// The game.
        game: Box<AnyGame>,
    },
    /// Stop the search and answer at once.
    Stop,
    /// Clear what the engine learned in the last game.
    NewGame,
    /// Resize the engine's table to this many mebibytes.
    Hash(usize),
    /// Use this many threads.
    Threads(usize),
    /// End the session.
    Quit,
}

/// Our side of a protocol. While the engine searches, lines that must wait are queued.
pub trait Server: Send {
    /// Sets the start of new games, until the tool sets another position. It must have the session's game,
    /// rules and board.
    fn begin_with(&mut self, game: AnyGame);

    /// Handles a line from the tool.
    fn line(&mut self, line: &str) -> Vec<Order>;

    /// Handles a report from the running search.
    fn info(&mut self, report: &Report<String>) -> Vec<Order>;

    /// Handles the result of the search. `None` if the engine found no move.
    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order>;

    /// Handles the end of input, after which a search can no longer be stopped by the tool.
    fn end(&mut self) -> Vec<Order> {
        Vec::new()
    }
}

/// The name of our engine.
pub(crate) const ENGINE_NAME: &str = "Parlor";

/// The maximum table size that a tool may request, in mebibytes.
const MAX_HASH_MIB: usize = 1 << 20;
/// The maximum number of threads that a tool may request.
const MAX_THREADS: usize = 512;

/// Starts a game. Returns `None` if it cannot start with these settings.
pub(crate) fn new_game(spec: &Spec) -> Option<AnyGame> {
    AnyGame::new(spec).ok()
}

pub(crate) fn hash_order(value: &str) -> Option<Order> {
    let size: usize = value.parse().ok()?;
    Some(Order::Hash(size.clamp(1, MAX_HASH_MIB)))
}

/// The maximum overhead per move that a tool may request, in milliseconds.
const MAX_OVERHEAD_MS: u64 = 5_000;

/// Parses the time to reserve from each move. Returns `None` if the text is not a number of milliseconds.
pub(crate) fn overhead(value: &str) -> Option<Duration> {
    let millis: u64 = value.parse().ok()?;
    Some(Duration::from_millis(millis.min(MAX_OVERHEAD_MS)))
}

pub(crate) fn threads_order(value: &str) -> Option<Order> {
    let threads: usize = value.parse().ok()?;
    Some(Order::Threads(threads.clamp(1, MAX_THREADS)))
}
