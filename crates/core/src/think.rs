//! One vocabulary for requests to think, from the search to the wire.
//!
//! Everything here is generic over `M`, the representation of a move: a search uses the moves of its game;
//! code that chooses the game at run time uses text. Nothing here implements a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{PerColor, Score};

/// A flag that ends a search from another thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// Creates a flag that is not set.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Ends the searches that hold this flag, now and in the future.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Allows searches again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Returns whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the flag itself, for a signal handler.
    pub fn share(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Returns the underlying flag, for searches that poll it at every node.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Two tokens are equal when they share a flag.
impl PartialEq for StopToken {
    fn eq(&self, other: &StopToken) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for StopToken {}

/// How long a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// No limit. A player that is given no other limit either uses its own default budget.
    #[default]
    Infinite,
    /// No limit and no default budget: only the stop token ends the search.
    UntilStopped,
    /// This much time. The search uses all of it unless the result is certain sooner.
    PerMove(Duration),
    /// A share of a game clock, chosen by the search.
    Clock {
        /// The time left on the clock of the side to move.
        remaining: Duration,
        /// The time it gains after each move.
        increment: Duration,
        /// The number of moves for which the remaining time must last, if known.
        moves_to_go: Option<u32>,
    },
}

impl TimeLimit {
    /// Returns a limit that respects both. A fixed time that fits the clock is kept; otherwise the clock
    /// decides. Of two clocks, the one with less time counts.
    pub fn and(self, other: TimeLimit) -> TimeLimit {
        use TimeLimit::{Clock, Infinite, PerMove, UntilStopped};
        match (self, other) {
            (Infinite, limit) | (limit, Infinite) | (UntilStopped, limit) | (limit, UntilStopped) => limit,
            (PerMove(one), PerMove(two)) => PerMove(one.min(two)),
            (PerMove(time), clock @ Clock { remaining, .. })
            | (clock @ Clock { remaining, .. }, PerMove(time)) => {
                if time > remaining / 2 {
                    clock
                } else {
                    PerMove(time)
                }
            }
            (one @ Clock { remaining, .. }, Clock { remaining: left, .. }) if remaining <= left => one,
            (Clock { .. }, two) => two,
        }
    }

    /// Returns the same limit minus this overhead: the time lost between the caller's clock and this engine.
    /// A time per move keeps at least a millisecond.
    #[must_use]
    pub fn less(self, overhead: Duration) -> TimeLimit {
        match self {
            TimeLimit::PerMove(time) => {
                let least = time.min(Duration::from_millis(1));
                TimeLimit::PerMove(time.saturating_sub(overhead).max(least))
            }
            TimeLimit::Clock {
                remaining,
                increment,
                moves_to_go,
            } => TimeLimit::Clock {
                remaining: remaining.saturating_sub(overhead),
                increment: increment.saturating_sub(overhead),
                moves_to_go,
            },
            unlimited => unlimited,
        }
    }
}

/// The clocks of a game at the moment when a side is asked for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time each side has left.
    pub remaining: PerColor<Duration>,
    /// The time each side gains with each of its moves.
    pub increment: PerColor<Duration>,
}

/// When a search ends, and which moves it considers. The first limit reached ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// The maximum depth of an iteration.
    pub depth: Option<u32>,
    /// The maximum number of nodes, counted over all threads.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: TimeLimit,
    /// The moves to consider at the root; all when empty. Illegal ones are ignored.
    pub search_moves: Vec<M>,
    /// The number of best lines to find; 0 counts as 1.
    pub multi_pv: usize,
    /// The token that ends the search early.
    pub stop: StopToken,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            time: TimeLimit::Infinite,
            search_moves: Vec::new(),
            multi_pv: 1,
            stop: StopToken::new(),
        }
    }
}

impl<M> Limits<M> {
    /// Returns limits with this maximum depth.
    pub fn depth(depth: u32) -> Limits<M> {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Returns limits with this maximum number of nodes.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Returns limits with this time per move.
    pub fn time(time: Duration) -> Limits<M> {
        Limits {
            time: TimeLimit::PerMove(time),
            ..Limits::default()
        }
    }

    /// Returns the same limits with this stop token.
    pub fn stopped_by(self, stop: &StopToken) -> Limits<M> {
        Limits {
            stop: stop.clone(),
            ..self
        }
    }

    /// Returns whether depth, nodes and time are all unlimited without [`TimeLimit::UntilStopped`].
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time == TimeLimit::Infinite
    }

    /// Returns the same limits, with depth, nodes and time at most those of `other`.
    pub fn and<N>(self, other: &Limits<N>) -> Limits<M> {
        fn least<T: Ord>(one: Option<T>, two: Option<T>) -> Option<T> {
            match (one, two) {
                (Some(one), Some(two)) => Some(one.min(two)),
                (one, two) => one.or(two),
            }
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: self.time.and(other.time),
            ..self
        }
    }

    /// Returns the same limits with moves in another representation. Moves without a translation are dropped.
    pub fn map<N>(&self, translate: impl FnMut(&M) -> Option<N>) -> Limits<N> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            search_moves: self.search_moves.iter().filter_map(translate).collect(),
            multi_pv: self.multi_pv,
            stop: self.stop.clone(),
        }
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The true score is not greater.
    Upper,
    /// The true score is not less.
    Lower,
    /// The score is the true one.
    #[default]
    Exact,
}

/// A report from a running search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The length of the longest line searched.
    pub seldepth: u32,
    /// The index of this line among the best lines, from 0.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or only a bound so far.
    pub bound: Bound,
    /// Whether the score is proven: the value with best play, not an estimate.
    pub is_exact: bool,
    /// The probability, in percent, that the score is that of the end of the game, if a solver searched to
    /// the end ([`Report::seldepth`] plies) with selective cuts. `None` if the score is proven or the search
    /// did not reach the end.
    pub confidence: Option<u8>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_per_mille: u32,
    /// The line, which begins with the recommended move.
    pub line: Vec<M>,
}

impl<M> Report<M> {
    /// Returns nodes per second, or 0 before any time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// Returns the same report with its line in another representation.
    pub fn map<N>(&self, translate: impl FnOnce(&[M]) -> Vec<N>) -> Report<N> {
        Report {
            depth: self.depth,
            seldepth: self.seldepth,
            rank: self.rank,
            score: self.score,
            bound: self.bound,
            is_exact: self.is_exact,
            confidence: self.confidence,
            nodes: self.nodes,
            time: self.time,
            hash_per_mille: self.hash_per_mille,
            line: translate(&self.line),
        }
    }
}

fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros();
    if micros == 0 {
        return 0;
    }
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// One of the best lines that a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<M> {
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is proven: the value of the line's first move with best play, not an estimate.
    pub is_exact: bool,
    /// See [`Report::confidence`].
    pub confidence: Option<u8>,
    /// The depth to which it was searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought<M> {
    /// The move to play.
    pub best: M,
    /// The best lines, best first; at least one, beginning with `best`.
    pub lines: Vec<Line<M>>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The last completed iteration.
    pub depth: u32,
    /// Time since the search began.
    pub time: Duration,
}

impl<M> Thought<M> {
    /// Returns the result for a move that was chosen without a search.
    pub fn unsearched(best: M) -> Thought<M>
    where
        M: Clone,
    {
        Thought {
            lines: vec![Line {
                score: Score::DRAW,
                is_exact: false,
                confidence: None,
                depth: 0,
                moves: vec![best.clone()],
            }],
            best,
            nodes: 0,
            depth: 0,
            time: Duration::ZERO,
        }
    }

    /// Returns the score of the best line for the side to move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// Returns whether that score is proven.
    pub fn is_exact(&self) -> bool {
        self.lines.first().is_some_and(|line| line.is_exact)
    }

    /// Returns nodes per second, or 0 before any time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// Returns the same result with its lines in another representation, or `None` when the best move has
    /// none.
    pub fn map<N>(&self, mut translate: impl FnMut(&[M]) -> Vec<N>) -> Option<Thought<N>> {
        let best = translate(std::slice::from_ref(&self.best)).into_iter().next()?;
        let lines = self.lines.iter().map(|line| Line {
            score: line.score,
            is_exact: line.is_exact,
            confidence: line.confidence,
            depth: line.depth,
            moves: translate(&line.moves),
        });
        Some(Thought {
            best,
            lines: lines.collect(),
            nodes: self.nodes,
            depth: self.depth,
            time: self.time,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(ms: u64) -> TimeLimit {
        TimeLimit::Clock {
            remaining: millis(ms),
            increment: Duration::ZERO,
            moves_to_go: Some(3),
        }
    }

    #[test]
    fn the_tighter_time_holds_and_a_clock_is_never_overstepped() {
        let for_move = |ms| TimeLimit::PerMove(millis(ms));
        for (one, two, both) in [
            (for_move(1500), for_move(100), for_move(100)),
            (for_move(1500), clock(60_000), for_move(1500)),
            (for_move(1500), clock(300), clock(300)),
            (clock(300), clock(400), clock(300)),
            (TimeLimit::Infinite, clock(300), clock(300)),
            (TimeLimit::UntilStopped, for_move(1), for_move(1)),
            (
                TimeLimit::Infinite,
                TimeLimit::UntilStopped,
                TimeLimit::UntilStopped,
            ),
        ] {
            assert_eq!(one.and(two), both);
            assert_eq!(two.and(one), both);
        }
    }

    #[test]
    fn limits_meet_at_the_tighter_of_each() {
        let both = Limits::<u8>::nodes(500).and(&Limits::<String>::depth(3));
        assert_eq!((both.nodes, both.depth), (Some(500), Some(3)));
        assert_eq!(both.and(&Limits::<u8>::nodes(20)).nodes, Some(20));
        assert!(Limits::<u8>::default().is_unlimited());
        let endless = Limits::<u8> {
            time: TimeLimit::UntilStopped,
            ..Limits::default()
        };
        assert!(!endless.is_unlimited(), "somebody asked for it");
    }

    #[test]
    fn translated_limits_share_the_flag_and_lose_unreadable_moves() {
        let texts = Limits {
            search_moves: vec!["1", "x", "3"],
            multi_pv: 4,
            ..Limits::nodes(9)
        };
        let numbers: Limits<u8> = texts.map(|text| text.parse().ok());
        assert_eq!(numbers.search_moves, [1, 3]);
        assert_eq!((numbers.multi_pv, numbers.nodes), (4, Some(9)));
        texts.stop.set();
        assert!(numbers.stop.is_set());
        assert_eq!(numbers.stop, texts.stop);
        assert_ne!(numbers.stop, StopToken::new());
    }

    #[test]
    fn a_translated_thought_has_the_same_lines() {
        let thought = Thought {
            best: 1,
            lines: vec![Line {
                score: Score(7),
                is_exact: true,
                confidence: None,
                depth: 2,
                moves: vec![1, 2],
            }],
            nodes: 10,
            depth: 2,
            time: millis(1),
        };
        let texts = |moves: &[i32]| moves.iter().map(i32::to_string).collect::<Vec<_>>();
        let translated = thought.map(texts).expect("the best move has a text");
        assert_eq!(translated.best, "1");
        assert_eq!(translated.lines[0].moves, ["1", "2"]);
        assert_eq!(translated.score(), thought.score());
        assert!(translated.is_exact());
        assert_eq!(translated.nodes_per_second(), 10_000);
        assert_eq!(thought.map(|_| Vec::<String>::new()), None);
    }
}
