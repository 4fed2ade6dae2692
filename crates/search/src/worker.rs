//! The state of one search thread.

use parlor_core::{Game, GameRecord, Score};

use crate::corrections::Corrections;
use crate::history::History;
use crate::mistakes::Mistakes;
use crate::node::{CandidateOf, MoveOf, Node};
use crate::node_counter::{NodeCounter, SharedLimits};
use crate::params::{MAX_PLY, Tuning};
use crate::threads::Threads;
use crate::transposition::TranspositionTable;

/// With more moves than this left before the move limit, the limit is ignored.
const LIMIT_HORIZON: u32 = 100;

/// The data that a thread keeps from one search to the next.
pub(crate) struct Memory<N: Node> {
    pub(crate) cx: N::Context,
    pub(crate) history: History,
    pub(crate) corrections: Corrections,
}

impl<N: Node> Memory<N> {
    pub(crate) fn new(cx: N::Context) -> Memory<N> {
        Memory {
            cx,
            history: History::new(N::SLOTS),
            corrections: Corrections::new(N::PARTS),
        }
    }
}

/// The state of each node on the path from the root to the current one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The static evaluation, which shows whether a side's prospects improve.
    pub(crate) eval: Score,
    /// The slot of the move being searched; `None` for a null move.
    pub(crate) slot: Option<usize>,
}

/// The path from the root to a node, with the results on it that help another thread.
#[derive(Debug)]
pub(crate) struct SearchPath {
    keys: Vec<u64>,
    frames: Vec<Frame>,
    /// The killers of the node and below it, from the moves that were searched before.
    killers: Vec<[u16; 2]>,
    /// The number of ProbCut searches around the node.
    probing: u32,
}

/// The search state of one thread.
pub(crate) struct Worker<'s, N: Node> {
    pub(crate) table: &'s TranspositionTable,
    pub(crate) tuning: &'s [Tuning],
    /// The deliberate mistakes, if any.
    pub(crate) mistakes: Option<&'s Mistakes>,
    pub(crate) counter: NodeCounter<'s>,
    /// The other threads, if any.
    pub(crate) threads: Option<&'s Threads<N>>,
    pub(crate) memory: &'s mut Memory<N>,
    /// The candidates of every node on the path, one node after another.
    pub(crate) moves: Vec<CandidateOf<N>>,
    /// The [`sort_key`](crate::order::sort_key) of each candidate.
    pub(crate) keys: Vec<i32>,
    /// The moves searched at every node on the path.
    pub(crate) tried: Vec<MoveOf<N>>,
    pub(crate) frames: Vec<Frame>,
    /// The best line from each ply on, valid after a node with an open window.
    pub(crate) lines: Vec<Vec<MoveOf<N>>>,
    /// The keys of the game's positions before the root, then of the path.
    path: Vec<u64>,
    before_root: usize,
    pub(crate) seldepth: usize,
    /// The number of ProbCut searches around the current node.
    pub(crate) probing: u32,
}

impl<'s, N: Node> Worker<'s, N> {
    pub(crate) fn new(
        table: &'s TranspositionTable,
        tuning: &'s [Tuning],
        mistakes: Option<&'s Mistakes>,
        shared: &'s SharedLimits<'s>,
        threads: Option<&'s Threads<N>>,
        memory: &'s mut Memory<N>,
        record: &GameRecord<N::Game>,
    ) -> Worker<'s, N> {
        let root = N::new(record.position(), &memory.cx);
        let reach = root.reversible_plies().min(record.len());
        let mut path: Vec<u64> = record
            .positions()
            .skip(record.len() - reach)
            .take(reach)
            .map(|position| N::new(position, &memory.cx).key())
            .collect();
        let before_root = path.len();
        path.resize(before_root + MAX_PLY + 2, 0);
        let frame = Frame {
            eval: Score::DRAW,
            slot: None,
        };
        Worker {
            table,
            tuning,
            mistakes,
            counter: NodeCounter::new(shared),
            threads,
            memory,
            moves: Vec::with_capacity(4096),
            keys: Vec::with_capacity(4096),
            tried: Vec::with_capacity(1024),
            frames: vec![frame; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            path,
            before_root,
            seldepth: 0,
            probing: 0,
        }
    }

    /// Pushes a position on the path and returns whether it is a repetition.
    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize, key: u64, reversible: usize) -> bool {
        let here = self.before_root + ply;
        self.path[here] = key;
        let reach = reversible.min(here);
        // The same side is to move every second ply, and no position repeats after only two.
        let mut back = 4;
        while back <= reach {
            if self.path[here - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Returns the path to a node.
    pub(crate) fn trail(&self, ply: usize) -> SearchPath {
        SearchPath {
            keys: self.path[self.before_root..=self.before_root + ply].to_vec(),
            frames: self.frames[..=ply].to_vec(),
            killers: self.memory.history.killers_from(ply).to_vec(),
            probing: self.probing,
        }
    }

    /// Switches to another thread's node.
    pub(crate) fn follow(&mut self, trail: &SearchPath) {
        let n = trail.keys.len();
        self.path[self.before_root..][..n].copy_from_slice(&trail.keys);
        self.frames[..n].copy_from_slice(&trail.frames);
        self.memory.history.take_killers(n - 1, &trail.killers);
        self.probing = trail.probing;
    }

    /// Drops the candidates of a node that the search leaves, and the moves tried there.
    #[inline(always)]
    pub(crate) fn leave(&mut self, first: usize, first_tried: usize) {
        self.moves.truncate(first);
        self.keys.truncate(first);
        self.tried.truncate(first_tried);
    }

    /// Sets the best line from `ply` on to `mv` followed by the best line of the next ply.
    pub(crate) fn set_line(&mut self, ply: usize, mv: MoveOf<N>) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// Returns the value to XOR into a position's key for the moves left before the limit: results found near the
/// limit do not hold far from it. In a game with a limit every ply has its own number, so this loses
/// transpositions only where moves were wasted.
#[inline(always)]
pub(crate) fn limit_key(moves_left: u32) -> u64 {
    if moves_left > LIMIT_HORIZON {
        0
    } else {
        u64::from(moves_left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Returns the number of moves left before the limit after one more move.
#[inline(always)]
pub(crate) fn after_move<G: Game>(moves_left: u32, mv: G::Move) -> u32 {
    if moves_left != u32::MAX && G::counts_against_limit(mv) {
        moves_left.saturating_sub(1)
    } else {
        moves_left
    }
}
