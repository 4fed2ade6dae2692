//! What a search tells while it runs and when it ends.

use std::time::Duration;

use parlor_core::Score;

use crate::table::Bound;

/// A report from a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// Which of the best lines this is, from 0.
    pub rank: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Whether the score is exact or only a bound so far.
    pub bound: Bound,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_per_mille: u32,
    /// The line, beginning with the move it recommends.
    pub line: Vec<M>,
}

impl<M> SearchInfo<M> {
    /// Nodes per second, 0 before any time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros();
        if micros == 0 {
            return 0;
        }
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// One of the best lines that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// What it is worth to the side to move.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<M>,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The move to play.
    pub best: M,
    /// The best lines, best first; at least one, beginning with `best`.
    pub lines: Vec<Line<M>>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The last iteration that was completed.
    pub depth: u32,
    /// Time since the search began.
    pub time: Duration,
}

impl<M> Thought<M> {
    /// What the best line is worth to the side to move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }
}
