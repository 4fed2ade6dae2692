//! How several threads search one tree.
//!
//! One thread leads: it alone runs the iterations. The others wait until a thread reaches a node whose first
//! move has been searched, so that the rest most likely has to be searched too. Then they take moves of that
//! node from a shared list (young brothers wait, Feldmann 1993). A move that refutes cancels the work of all
//! of them. A thread whose list is empty while others still search its last moves helps those. Measured in
//! docs/lab/measurements.md.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use parlor_core::Score;

use crate::node::{CandidateOf, MoveOf, Node};
use crate::node_counter::Cutoff;
use crate::siblings::{MoveResults, Siblings};
use crate::worker::SearchPath;

/// The number of times an idle thread looks for work before it sleeps: about ten microseconds.
const SPINS: u32 = 1000;

/// A node whose moves several threads search together.
pub(crate) struct SplitPoint<N: Node> {
    pub(crate) node: N,
    pub(crate) siblings: Siblings,
    /// Whether its window is open.
    pub(crate) is_pv: bool,
    pub(crate) trail: SearchPath,
    pub(crate) candidates: Vec<CandidateOf<N>>,
    pub(crate) cutoff: Arc<Cutoff>,
    /// The current alpha, readable without the lock.
    pub(crate) alpha: AtomicI32,
    pub(crate) work: Mutex<SplitState<N>>,
    /// The number of threads that have joined the one that split the node.
    pub(crate) helpers: AtomicUsize,
}

/// The finished and remaining work of a split point.
pub(crate) struct SplitState<N: Node> {
    /// The [`sort_key`](crate::order::sort_key) of each candidate.
    pub(crate) keys: Vec<i32>,
    pub(crate) found: MoveResults<MoveOf<N>>,
    /// The number of moves taken, searched or not.
    pub(crate) taken: i32,
    /// The best line, if a move has raised alpha.
    pub(crate) line: Vec<MoveOf<N>>,
    /// The moves that were searched since the split without raising alpha.
    pub(crate) tried: Vec<MoveOf<N>>,
    pub(crate) seldepth: usize,
}

impl<N: Node> SplitPoint<N> {
    pub(crate) fn work(&self) -> MutexGuard<'_, SplitState<N>> {
        // A panic in one thread ends the whole search.
        self.work.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn alpha(&self) -> Score {
        Score(self.alpha.load(Ordering::Relaxed))
    }

    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }
}

/// A thread's membership in another thread's split point.
pub(crate) struct Joined<N: Node>(pub(crate) Arc<SplitPoint<N>>);

impl<N: Node> Drop for Joined<N> {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::Release);
    }
}

/// The state that the threads of one search share to find work.
pub(crate) struct Threads<N: Node> {
    idle: AtomicUsize,
    n_open: AtomicUsize,
    is_over: AtomicBool,
    open: Mutex<Vec<Arc<SplitPoint<N>>>>,
    bell: Condvar,
}

impl<N: Node> Threads<N> {
    pub(crate) fn new() -> Threads<N> {
        Threads {
            idle: AtomicUsize::new(0),
            n_open: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            open: Mutex::new(Vec::new()),
            bell: Condvar::new(),
        }
    }

    fn open_splits(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<N>>>> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Returns whether a thread is idle.
    #[inline(always)]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Offers the moves of a node to idle threads.
    pub(crate) fn open(&self, split: &Arc<SplitPoint<N>>) {
        let mut open = self.open_splits();
        open.push(Arc::clone(split));
        self.n_open.store(open.len(), Ordering::Release);
        drop(open);
        self.bell.notify_one();
    }

    /// Closes a split point that has no moves left: no thread may join any more.
    pub(crate) fn close(&self, split: &Arc<SplitPoint<N>>) {
        let mut open = self.open_splits();
        open.retain(|other| !Arc::ptr_eq(other, split));
        self.n_open.store(open.len(), Ordering::Release);
    }

    /// Ends the helper loops of all threads.
    pub(crate) fn dismiss(&self) {
        // Under the lock, so that no thread is between checking for work and going to sleep.
        let open = self.open_splits();
        self.is_over.store(true, Ordering::Release);
        drop(open);
        self.bell.notify_all();
    }

    /// Waits for work. Returns `None` when the search is over.
    pub(crate) fn wait(&self) -> Option<Joined<N>> {
        let _idle = Idle::new(self);
        for _ in 0..SPINS {
            if self.n_open.load(Ordering::Acquire) > 0 || self.is_over.load(Ordering::Acquire) {
                break;
            }
            std::hint::spin_loop();
        }
        let mut open = self.open_splits();
        loop {
            if let Some(joined) = join(&open, |_| true) {
                return Some(joined);
            }
            if self.is_over.load(Ordering::Acquire) {
                return None;
            }
            open = self
                .bell
                .wait(open)
                .unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Waits until no other thread works at this split point, or until one of those that do needs help.
    pub(crate) fn wait_at(&self, split: &SplitPoint<N>) -> Option<Joined<N>> {
        let _idle = Idle::new(self);
        let mut spins = 0;
        while split.has_helpers() {
            if self.n_open.load(Ordering::Acquire) > 0
                && let Some(joined) = join(&self.open_splits(), |other| other.cutoff.is_below(&split.cutoff))
            {
                return Some(joined);
            }
            spins += 1;
            if spins < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        None
    }
}

/// Joins the highest suitable split point: its work will last longest.
fn join<N: Node>(open: &[Arc<SplitPoint<N>>], is_fit: impl Fn(&SplitPoint<N>) -> bool) -> Option<Joined<N>> {
    let fit = open.iter().filter(|split| is_fit(split));
    let split = fit.max_by_key(|split| split.siblings.args.depth)?;
    split.helpers.fetch_add(1, Ordering::AcqRel);
    Some(Joined(Arc::clone(split)))
}

/// A guard that counts a thread as idle while it exists.
struct Idle<'c>(&'c AtomicUsize);

impl<'c> Idle<'c> {
    fn new<N: Node>(threads: &'c Threads<N>) -> Idle<'c> {
        threads.idle.fetch_add(1, Ordering::Relaxed);
        Idle(&threads.idle)
    }
}

impl Drop for Idle<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Ends the helper threads when the main thread is done, even after a panic.
pub(crate) struct DismissOnDrop<'c, N: Node>(pub(crate) &'c Threads<N>);

impl<N: Node> Drop for DismissOnDrop<'_, N> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}
