//! What one thread holds while it searches.

use parlor_core::{Game, GameRecord, Score};

use crate::corrections::Corrections;
use crate::history::History;
use crate::node::{CandidateOf, MoveOf, Node};
use crate::node_counter::{NodeCounter, SharedLimits};
use crate::params::{MAX_PLY, Tuning};
use crate::threads::Threads;
use crate::transposition::TranspositionTable;

/// Beyond this many moves before the move limit the limit is taken not to matter.
const LIMIT_HORIZON: u32 = 100;

/// What a thread keeps from one search to the next.
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

/// What is known of each node on the way from the root to the current one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The static evaluation, for telling whether a side's prospects improve.
    pub(crate) eval: Score,
    /// The slot of the move being searched; none when it is a null move.
    pub(crate) slot: Option<usize>,
}

/// The way from the root to a node, and what a thread has learned on it that helps another.
#[derive(Debug)]
pub(crate) struct SearchPath {
    keys: Vec<u64>,
    frames: Vec<Frame>,
    /// What refuted the moves of the node that were searched before, and below them.
    killers: Vec<[u16; 2]>,
    /// How many ProbCut searches the node is inside of.
    probing: u32,
}

/// One thread's search.
pub(crate) struct Worker<'s, N: Node> {
    pub(crate) table: &'s TranspositionTable,
    pub(crate) tuning: &'s [Tuning],
    pub(crate) counter: NodeCounter<'s>,
    /// The other threads, if there are any.
    pub(crate) threads: Option<&'s Threads<N>>,
    pub(crate) memory: &'s mut Memory<N>,
    /// The candidates of every node on the path, one node's after the other's.
    pub(crate) moves: Vec<CandidateOf<N>>,
    /// Beside each candidate, its [`sort_key`](crate::order::sort_key).
    pub(crate) keys: Vec<i32>,
    /// The moves that were searched at every node on the path.
    pub(crate) tried: Vec<MoveOf<N>>,
    pub(crate) frames: Vec<Frame>,
    /// The best line from each ply on, valid after a node with an open window.
    pub(crate) lines: Vec<Vec<MoveOf<N>>>,
    /// The keys of the game's positions before the root, then of the path.
    path: Vec<u64>,
    before_root: usize,
    pub(crate) seldepth: usize,
    /// How many ProbCut searches the current node is inside of.
    pub(crate) probing: u32,
}

impl<'s, N: Node> Worker<'s, N> {
    pub(crate) fn new(
        table: &'s TranspositionTable,
        tuning: &'s [Tuning],
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

    /// Puts a position on the path; whether it is there already.
    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize, key: u64, reversible: usize) -> bool {
        let here = self.before_root + ply;
        self.path[here] = key;
        let reach = reversible.min(here);
        // The same side is to move every second ply, and no position comes back after only two.
        let mut back = 4;
        while back <= reach {
            if self.path[here - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// The way to a node on the path.
    pub(crate) fn trail(&self, ply: usize) -> SearchPath {
        SearchPath {
            keys: self.path[self.before_root..=self.before_root + ply].to_vec(),
            frames: self.frames[..=ply].to_vec(),
            killers: self.memory.history.killers_from(ply).to_vec(),
            probing: self.probing,
        }
    }

    /// Goes to another thread's node.
    pub(crate) fn follow(&mut self, trail: &SearchPath) {
        let n = trail.keys.len();
        self.path[self.before_root..][..n].copy_from_slice(&trail.keys);
        self.frames[..n].copy_from_slice(&trail.frames);
        self.memory.history.take_killers(n - 1, &trail.killers);
        self.probing = trail.probing;
    }

    /// Forgets the candidates of a node that is left, and what was tried there.
    #[inline(always)]
    pub(crate) fn leave(&mut self, first: usize, first_tried: usize) {
        self.moves.truncate(first);
        self.keys.truncate(first);
        self.tried.truncate(first_tried);
    }

    /// The best line from `ply` on is `mv` and then the best line from the ply after.
    pub(crate) fn set_line(&mut self, ply: usize, mv: MoveOf<N>) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// What to mix into a position's key for the moves that are left before the limit: what is found out with
/// the end near does not hold with the end far. In a game with a limit every ply has its own number, so this
/// loses transpositions only where moves were wasted.
#[inline(always)]
pub(crate) fn limit_key(moves_left: u32) -> u64 {
    if moves_left > LIMIT_HORIZON {
        0
    } else {
        u64::from(moves_left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// How many moves are left before the limit after one more move.
#[inline(always)]
pub(crate) fn after_move<G: Game>(moves_left: u32, mv: G::Move) -> u32 {
    if moves_left != u32::MAX && G::counts_against_limit(mv) {
        moves_left.saturating_sub(1)
    } else {
        moves_left
    }
}
