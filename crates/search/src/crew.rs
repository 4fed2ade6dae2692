//! How the threads of one search share its work.
//!
//! All threads search the same iteration. Before a thread searches a move that is not the first of its node, it
//! looks whether another is at it, and if so leaves the move for later, when the other has found out about it
//! and the table knows (deferral as in ABDADA, Weill 1996, in Kerrigan's simple form with a table of its own).
//! The thread that completes an iteration first tells the others, which drop theirs and take up its result:
//! the threads never drift apart. Measured over the bench positions in docs/internals.md.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::root::RootMove;

const ENTRIES: usize = 1 << 12;
const WAYS: usize = 4;

/// The positions that are being searched right now. The table may forget or confuse positions: that costs time,
/// never correctness.
#[derive(Debug)]
pub struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Busy {
        Busy((0..ENTRIES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    #[inline(always)]
    fn ways(&self, key: u64) -> &[AtomicU64] {
        let start = (key >> 40) as usize & (ENTRIES - WAYS);
        &self.0[start..start + WAYS]
    }

    /// Whether a thread searches the position with this hash.
    #[inline(always)]
    pub fn contains(&self, key: u64) -> bool {
        self.ways(key)
            .iter()
            .any(|way| way.load(Ordering::Relaxed) == key)
    }

    /// Notes that a search of this position begins.
    #[inline(always)]
    pub fn enter(&self, key: u64) {
        let ways = self.ways(key);
        let free = ways.iter().find(|way| way.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&ways[0]).store(key, Ordering::Relaxed);
    }

    /// Notes that it has ended.
    #[inline(always)]
    pub fn leave(&self, key: u64) {
        for way in self.ways(key) {
            if way.load(Ordering::Relaxed) == key {
                way.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// What the threads of one search tell each other besides what is in the table.
#[derive(Debug)]
pub(crate) struct Crew<M> {
    pub(crate) busy: Busy,
    completed: Mutex<(i32, Vec<RootMove<M>>)>,
}

impl<M: Clone> Crew<M> {
    pub(crate) fn new() -> Crew<M> {
        Crew {
            busy: Busy::default(),
            completed: Mutex::new((0, Vec::new())),
        }
    }

    /// Offers the moves of an iteration that was completed; whether no other thread was as far.
    pub(crate) fn offer(&self, depth: i32, moves: &[RootMove<M>]) -> bool {
        // A thread that panicked has left a whole result or none.
        let mut completed = self
            .completed
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let is_first = depth > completed.0;
        if is_first {
            *completed = (depth, moves.to_vec());
        }
        is_first
    }

    /// The deepest iteration that any thread has completed.
    pub(crate) fn latest(&self) -> (i32, Vec<RootMove<M>>) {
        let completed = self
            .completed
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        completed.clone()
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::Score;

    use super::*;

    #[test]
    fn a_position_is_busy_between_its_beginning_and_its_end() {
        let busy = Busy::default();
        let key = 0x1234_5678_9abc_def0;
        assert!(!busy.contains(key));
        busy.enter(key);
        assert!(busy.contains(key));
        busy.leave(key);
        assert!(!busy.contains(key));
    }

    #[test]
    fn the_first_to_complete_an_iteration_is_heard() {
        let crew = Crew::new();
        let moves = |mv: u8| {
            vec![RootMove {
                mv,
                score: Score::DRAW,
                line: vec![mv],
            }]
        };
        assert!(crew.offer(3, &moves(1)));
        assert!(!crew.offer(3, &moves(2)));
        assert!(!crew.offer(2, &moves(3)));
        let (depth, latest) = crew.latest();
        assert_eq!((depth, latest[0].mv), (3, 1));
    }
}
