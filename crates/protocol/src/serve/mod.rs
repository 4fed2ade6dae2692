//! Our engine, spoken to by other people's tools.

pub mod othello;
pub mod uci;

use std::time::Duration;

use parlor_core::think::{Limits, Report, Thought};
use parlor_games::{AnyGame, Spec};

/// What the engine is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The game. It is not over.
    pub game: AnyGame,
    /// How it is to think. The host puts in a stop flag of its own, for [`Order::Stop`].
    pub limits: Limits<String>,
}

/// What follows from a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// This line is to be printed.
    Say(String),
    /// The engine is to think. [`Server::answer`] must be called when it has.
    Think(Box<Request>),
    /// This line is to be printed once the engine has carried out every command and is ready to think about such a game.
    Ready {
        /// The line.
        line: String,
        /// The game.
        game: Box<AnyGame>,
    },
    /// The engine is to answer at once.
    Stop,
    /// The engine is to forget what it learned in the last game.
    NewGame,
    /// The engine's table is to have this many mebibytes.
    Hash(usize),
    /// The engine is to use this many threads.
    Threads(usize),
    /// The conversation is over.
    Quit,
}

/// Our side of a language. While the engine thinks, lines that must wait are kept.
pub trait Server: Send {
    /// Begins every new game with this one, until the tool sets another position: it must be of the kind, rules and board that the
    /// conversation is about.
    fn begin_with(&mut self, game: AnyGame);

    /// What follows from a line.
    fn line(&mut self, line: &str) -> Vec<Order>;

    /// What follows from something that the engine has found on the way.
    fn info(&mut self, report: &Report<String>) -> Vec<Order>;

    /// What follows from the engine's thought; there is none when the engine found no move.
    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order>;

    /// What follows when no line will come any more: nobody can stop a thought then.
    fn end(&mut self) -> Vec<Order> {
        Vec::new()
    }
}

/// The name that we give ourselves.
pub(crate) const ENGINE_NAME: &str = "Parlor";

/// The most mebibytes that a tool may ask for.
const MOST_HASH: usize = 1 << 20;
/// The most threads that a tool may ask for.
const MOST_THREADS: usize = 512;

/// A game that can begin; none when the agreements make that impossible.
pub(crate) fn begun(spec: &Spec) -> Option<AnyGame> {
    AnyGame::new(spec).ok()
}

pub(crate) fn hash_order(value: &str) -> Option<Order> {
    let size: usize = value.parse().ok()?;
    Some(Order::Hash(size.clamp(1, MOST_HASH)))
}

/// The longest time that a tool may have kept back of each move, in milliseconds.
const MOST_OVERHEAD_MS: u64 = 5_000;

/// What is to be kept back of the time for each move; none when the text is no number of milliseconds.
pub(crate) fn overhead(value: &str) -> Option<Duration> {
    let millis: u64 = value.parse().ok()?;
    Some(Duration::from_millis(millis.min(MOST_OVERHEAD_MS)))
}

pub(crate) fn threads_order(value: &str) -> Option<Order> {
    let threads: usize = value.parse().ok()?;
    Some(Order::Threads(threads.clamp(1, MOST_THREADS)))
}
