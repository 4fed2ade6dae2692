//! How the threads of one search share its work.
//!
//! All threads search the same iteration. Before a thread searches a move that is not the first of its node, it
//! looks whether another is at it, and if so leaves the move for later, when the other has found out about it
//! and the table knows (deferral as in ABDADA, Weill 1996, in Kerrigan's simple form with a table of its own).
//! The thread that is first to complete an iteration, or to find that its window was too narrow, tells the others,
//! which drop what they do and take up its result or its next window: the threads never drift apart. Measured in
//! docs/measurements.md.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::node::Window;
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

/// A window that is about to be searched because the one before was too narrow.
#[derive(Clone, Debug)]
pub(crate) struct Attempt<M> {
    pub(crate) depth: i32,
    /// Which of the windows of its iteration it is, from 0.
    pub(crate) number: i32,
    pub(crate) window: Window,
    pub(crate) half_width: i32,
    /// The moves in the order of the attempt before.
    pub(crate) moves: Vec<RootMove<M>>,
}

/// What the threads of one search tell each other besides what is in the table.
#[derive(Debug)]
pub(crate) struct Crew<M> {
    pub(crate) busy: Busy,
    told: Mutex<Told<M>>,
}

#[derive(Debug)]
struct Told<M> {
    completed: (i32, Vec<RootMove<M>>),
    attempt: Option<Attempt<M>>,
}

impl<M: Clone> Crew<M> {
    pub(crate) fn new() -> Crew<M> {
        Crew {
            busy: Busy::default(),
            told: Mutex::new(Told {
                completed: (0, Vec::new()),
                attempt: None,
            }),
        }
    }

    fn told(&self) -> MutexGuard<'_, Told<M>> {
        // A thread that panicked has left a whole result or none.
        self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Offers the moves of an iteration that was completed; whether no other thread was as far.
    pub(crate) fn offer(&self, depth: i32, moves: &[RootMove<M>]) -> bool {
        let mut told = self.told();
        let is_first = depth > told.completed.0;
        if is_first {
            told.completed = (depth, moves.to_vec());
        }
        is_first
    }

    /// The deepest iteration that any thread has completed.
    pub(crate) fn latest(&self) -> (i32, Vec<RootMove<M>>) {
        self.told().completed.clone()
    }

    /// Proposes a window; whether no other thread was as far.
    pub(crate) fn propose(&self, attempt: &Attempt<M>) -> bool {
        let mut told = self.told();
        let place = |attempt: &Attempt<M>| (attempt.depth, attempt.number);
        let is_first = told.completed.0 < attempt.depth
            && told
                .attempt
                .as_ref()
                .is_none_or(|last| place(last) < place(attempt));
        if is_first {
            told.attempt = Some(attempt.clone());
        }
        is_first
    }

    /// The latest window of an iteration, if it is later than the one of this number.
    pub(crate) fn attempt_after(&self, depth: i32, number: i32) -> Option<Attempt<M>> {
        let told = self.told();
        let is_later = |last: &&Attempt<M>| last.depth == depth && last.number > number;
        told.attempt.as_ref().filter(is_later).cloned()
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

    #[test]
    fn only_a_later_window_of_the_same_iteration_is_taken_up() {
        let crew = Crew::new();
        let attempt = |depth, number| Attempt::<u8> {
            depth,
            number,
            window: Window {
                alpha: Score(-number),
                beta: Score(number),
            },
            half_width: number,
            moves: Vec::new(),
        };
        assert!(crew.propose(&attempt(4, 1)));
        assert!(!crew.propose(&attempt(4, 1)));
        assert!(crew.propose(&attempt(4, 2)));
        assert!(crew.attempt_after(4, 2).is_none() && crew.attempt_after(5, 0).is_none());
        assert_eq!(
            crew.attempt_after(4, 0).map(|attempt| attempt.half_width),
            Some(2)
        );
        assert!(crew.offer(4, &[]));
        assert!(!crew.propose(&attempt(4, 3)));
        assert!(crew.propose(&attempt(5, 1)));
    }
}
