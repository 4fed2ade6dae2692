//! When a search ends, and what it is to look at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that ends a search from another thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the searches that hold this flag, and those that will.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Allows searches again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The bare flag, for a [`Shared`](crate::Shared).
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// How much time a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// No limit.
    #[default]
    Infinite,
    /// This much, and all of it unless the result is certain sooner.
    PerMove(Duration),
    /// A share of a game clock, chosen by the search.
    Clock {
        /// What the clock of the side to move shows.
        remaining: Duration,
        /// What it gains after each move.
        increment: Duration,
        /// How many moves the remaining time must last for, if that is known.
        moves_to_go: Option<u32>,
    },
}

/// When a search ends, and what it is to look at. The search ends at whichever limit it meets first.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes, counted over all threads.
    pub nodes: Option<u64>,
    /// The time.
    pub time: TimeLimit,
    /// Only these moves are considered at the root; all when empty. Illegal ones are ignored.
    pub search_moves: Vec<M>,
    /// How many best lines to find; 0 counts as 1.
    pub multi_pv: usize,
    /// Ends the search early.
    pub stop: Stop,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            time: TimeLimit::Infinite,
            search_moves: Vec::new(),
            multi_pv: 1,
            stop: Stop::new(),
        }
    }
}

impl<M> Limits<M> {
    /// At most this deep.
    pub fn depth(depth: u32) -> Limits<M> {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// At most so many nodes.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// For so long.
    pub fn time(time: Duration) -> Limits<M> {
        Limits {
            time: TimeLimit::PerMove(time),
            ..Limits::default()
        }
    }
}
