//! Our engine, spoken to by other people's tools.

pub mod gtp;
pub mod nboard;
pub mod uci;

use std::time::Duration;

use parlor_core::Score;
use parlor_games::{AnyGame, Spec};

use crate::limits::Budget;

/// What the engine is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The game. It is not over.
    pub game: AnyGame,
    /// What it may spend.
    pub budget: Budget,
    /// How many best lines are wanted; 0 counts as 1.
    pub n_lines: usize,
    /// Only these moves, in the game's usual notation, are to be considered; all when empty.
    pub moves: Vec<String>,
}

impl Request {
    /// What is the best move of a game?
    pub fn new(game: AnyGame, budget: Budget) -> Request {
        Request {
            game,
            budget,
            n_lines: 1,
            moves: Vec::new(),
        }
    }
}

/// What the engine has found, at the end or on the way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The best line in the game's usual notation; its first move is the answer.
    pub line: Vec<String>,
    /// Which of the best lines it is, from 0.
    pub rank: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// What follows from a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// This line is to be printed.
    Say(String),
    /// The engine is to think. [`Server::answer`] must be called when it has.
    Think(Box<Request>),
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
    /// What follows from a line.
    fn line(&mut self, line: &str) -> Vec<Order>;

    /// What follows from something that the engine has found on the way.
    fn info(&mut self, found: &Answer) -> Vec<Order>;

    /// What follows from the engine's answer; it has no line when the engine found no move.
    fn answer(&mut self, found: &Answer) -> Vec<Order>;

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

pub(crate) fn threads_order(value: &str) -> Option<Order> {
    let threads: usize = value.parse().ok()?;
    Some(Order::Threads(threads.clamp(1, MOST_THREADS)))
}
