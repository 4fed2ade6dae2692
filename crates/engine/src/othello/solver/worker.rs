//! The state of one solver thread.

use std::sync::atomic::{AtomicBool, Ordering};

use parlor_core::time::Instant;

use super::in_progress::InProgress;

use super::super::eval::weights::Learned;
use super::super::stability::{EdgeTable, stable_discs};
use super::probcut::Confidence;
use super::table::{Searched, SolverTable};

/// The confidence of a search without selectivity.
pub(super) const EXACT: u8 = Confidence::Exact as u8;

/// The number of entries of the table near the leaves: 16 bytes each, to fit the L2 cache.
const LOCAL_ENTRIES: usize = 1 << 14;

/// The state of a thread.
pub(super) struct Worker<'a> {
    pub(super) nodes: u64,
    pub(super) table: &'a SolverTable,
    pub(super) edges: &'static EdgeTable,
    pub(super) learned: &'a Learned,
    pub(super) in_progress: Option<&'a InProgress>,
    local: &'a mut LocalTable,
    user_stop: &'a AtomicBool,
    over: &'a AtomicBool,
    node_limit: u64,
    deadline: Option<Instant>,
    /// A callback that ends the search from outside.
    interrupt: Option<&'a dyn Fn() -> bool>,
    polls: u32,
    stopped: bool,
}

/// The number of polls between two checks of the clock: well under a millisecond.
const CLOCK_INTERVAL: u32 = 64;

/// A thread's own table near the leaves.
pub(super) struct LocalTable(Box<[LocalEntry]>);

impl LocalTable {
    pub(super) fn new() -> LocalTable {
        LocalTable(vec![LocalEntry::default(); LOCAL_ENTRIES].into_boxed_slice())
    }
}

#[derive(Clone, Copy, Default)]
struct LocalEntry {
    key: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        table: &'a SolverTable,
        learned: &'a Learned,
        in_progress: Option<&'a InProgress>,
        local: &'a mut LocalTable,
        user_stop: &'a AtomicBool,
        over: &'a AtomicBool,
    ) -> Worker<'a> {
        Worker {
            nodes: 0,
            table,
            learned,
            edges: EdgeTable::get(),
            in_progress,
            local,
            user_stop,
            over,
            node_limit: u64::MAX,
            deadline: None,
            interrupt: None,
            polls: 0,
            stopped: false,
        }
    }

    /// Limits the search to this many nodes and this deadline.
    pub(super) fn limit(&mut self, nodes: u64, deadline: Option<Instant>) {
        self.node_limit = nodes;
        self.deadline = deadline;
    }

    /// Ends the search when the callback returns true.
    pub(super) fn interrupt_when(&mut self, interrupt: &'a dyn Fn() -> bool) {
        self.interrupt = Some(interrupt);
    }

    /// Returns whether the search must end. If so, everything being computed will be discarded.
    #[inline(always)]
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Checks the stop conditions.
    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        self.stopped |= self.user_stop.load(Ordering::Relaxed)
            || self.over.load(Ordering::Relaxed)
            || self.nodes >= self.node_limit;
        self.polls = self.polls.wrapping_add(1);
        let may_be_time = self.deadline.is_some() || self.interrupt.is_some();
        if self.polls.is_multiple_of(CLOCK_INTERVAL) && may_be_time {
            self.look_up();
        }
        self.stopped
    }

    #[cold]
    fn look_up(&mut self) {
        self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupt.is_some_and(|interrupt| interrupt());
    }

    /// Returns the bounds in the table near the leaves, with the best move.
    #[inline(always)]
    pub(super) fn local_probe(&self, key: u64) -> Option<(i32, i32, u8)> {
        let entry = &self.local.0[(key >> 32) as usize & (LOCAL_ENTRIES - 1)];
        (entry.key == key).then(|| (i32::from(entry.lower), i32::from(entry.upper), entry.best))
    }

    /// Stores the result of a null window at `alpha` near the leaves.
    #[inline(always)]
    pub(super) fn local_store(&mut self, key: u64, alpha: i32, score: i32, best: u8) {
        let (lower, upper) = bounds(alpha, alpha + 1, score);
        self.local.0[(key >> 32) as usize & (LOCAL_ENTRIES - 1)] = LocalEntry {
            key,
            lower,
            upper,
            best,
        };
    }

    /// Stores a result in the shared table.
    pub(super) fn store(
        &self,
        key: u64,
        depth: u32,
        confidence: u8,
        window: (i32, i32),
        score: i32,
        best: u8,
    ) {
        let (lower, upper) = bounds(window.0, window.1, score);
        self.table.store(
            key,
            Searched {
                depth: depth as u8,
                confidence,
                lower,
                upper,
                best,
            },
        );
    }

    /// Returns an upper bound from the opponent's stable discs, if it cuts off a null window at `alpha`.
    #[inline(always)]
    pub(super) fn stability_cutoff(
        &self,
        player: u64,
        opponent: u64,
        alpha: i32,
        n_empties: u32,
    ) -> Option<i32> {
        if alpha < STABILITY_THRESHOLD[n_empties as usize & 63] {
            return None;
        }
        let stable = stable_discs(self.edges, opponent, player).count_ones() as i32;
        let bound = 64 - 2 * stable;
        (bound <= alpha).then_some(bound)
    }
}

// Returns the table's bounds after a search of a window.
#[inline(always)]
fn bounds(alpha: i32, beta: i32, score: i32) -> (i8, i8) {
    let lower = if score > alpha { score } else { -64 };
    let upper = if score < beta { score } else { 64 };
    (lower as i8, upper as i8)
}

/// The alpha from which the opponent's stable discs are worth counting, by empty squares. Below it too few
/// discs can be stable for a cutoff. A first guess that was not tuned yet.
const STABILITY_THRESHOLD: [i32; 64] = {
    let mut table = [64; 64];
    let mut n = 4;
    while n < 64 {
        let value = 2 * n as i32 - 2;
        table[n] = if value < 60 { value } else { 60 };
        n += 1;
    }
    table
};
