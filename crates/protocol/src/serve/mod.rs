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

/// The consequence of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Print this line.
    Say(String),
    /// Start a search. Call [`Server::answer`] when it is done.
    Think(Box<Request>),
    /// Print this line once the engine has carried out every command and is ready to search such a game.
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

/// Our side of a protocol. Lines that must wait are queued while the engine searches.
pub trait Server: Send {
    /// Starts every new game with this one, until the tool sets another position. It must have the kind,
    /// rules and board of the session.
    fn begin_with(&mut self, game: AnyGame);

    /// Returns the consequences of a line.
    fn line(&mut self, line: &str) -> Vec<Order>;

    /// Returns the consequences of a report from the running search.
    fn info(&mut self, report: &Report<String>) -> Vec<Order>;

    /// Returns the consequences of the search result; `None` means that the engine found no move.
    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order>;

    /// Returns the consequences of the end of input: no one can stop a search any more.
    fn end(&mut self) -> Vec<Order> {
        Vec::new()
    }
}

/// The name of our engine.
pub(crate) const ENGINE_NAME: &str = "Parlor";

/// The maximum table size that a tool may request, in mebibytes.
const MOST_HASH: usize = 1 << 20;
/// The maximum number of threads that a tool may request.
const MOST_THREADS: usize = 512;

/// Returns a game that can begin, or `None` when the agreements make that impossible.
pub(crate) fn begun(spec: &Spec) -> Option<AnyGame> {
    AnyGame::new(spec).ok()
}

pub(crate) fn hash_order(value: &str) -> Option<Order> {
    let size: usize = value.parse().ok()?;
    Some(Order::Hash(size.clamp(1, MOST_HASH)))
}

/// The maximum overhead per move that a tool may request, in milliseconds.
const MOST_OVERHEAD_MS: u64 = 5_000;

/// Returns the time to keep back from each move, or `None` when the text is not a number of milliseconds.
pub(crate) fn overhead(value: &str) -> Option<Duration> {
    let millis: u64 = value.parse().ok()?;
    Some(Duration::from_millis(millis.min(MOST_OVERHEAD_MS)))
}

pub(crate) fn threads_order(value: &str) -> Option<Order> {
    let threads: usize = value.parse().ok()?;
    Some(Order::Threads(threads.clamp(1, MOST_THREADS)))
}
