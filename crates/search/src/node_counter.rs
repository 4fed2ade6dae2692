//! Counting nodes and polling the stop conditions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parlor_core::time::Instant;

use crate::params::POLL_INTERVAL;

/// The number of nodes between two checks whether the work is still needed.
const CUTOFF_INTERVAL: u64 = 32;

/// Whether the work below a split point is no longer needed.
#[derive(Debug)]
pub(crate) struct Cutoff {
    is_called: AtomicBool,
    /// The cutoff of the split point above, if there is one.
    above: Option<Arc<Cutoff>>,
}

impl Cutoff {
    pub(crate) fn below(above: Option<Arc<Cutoff>>) -> Cutoff {
        Cutoff {
            is_called: AtomicBool::new(false),
            above,
        }
    }

    /// Cancels all work below.
    pub(crate) fn call(&self) {
        self.is_called.store(true, Ordering::Release);
    }

    fn chain(&self) -> impl Iterator<Item = &Cutoff> {
        std::iter::successors(Some(self), |cutoff| cutoff.above.as_deref())
    }

    /// Returns whether the work here or at any split point above was cancelled.
    fn holds(&self) -> bool {
        self.chain()
            .any(|cutoff| cutoff.is_called.load(Ordering::Acquire))
    }

    /// Returns whether its split point lies below another.
    pub(crate) fn is_below(&self, other: &Cutoff) -> bool {
        self.chain().skip(1).any(|cutoff| std::ptr::eq(cutoff, other))
    }
}

/// The stop conditions that the threads of one search share.
#[derive(Debug)]
pub struct SharedLimits<'a> {
    /// The user's flag; the search never clears it.
    pub user_stop: &'a AtomicBool,
    /// Set by the first thread that finds that the search is over.
    pub over: AtomicBool,
    /// Nodes that threads have reported so far.
    pub nodes: AtomicU64,
    /// The maximum number of nodes of all threads together.
    pub node_limit: u64,
    /// When the search must end, whatever its state.
    pub deadline: Option<Instant>,
}

impl<'a> SharedLimits<'a> {
    /// Creates the state of a search that has just begun.
    pub fn new(
        user_stop: &'a AtomicBool,
        node_limit: Option<u64>,
        deadline: Option<Instant>,
    ) -> SharedLimits<'a> {
        SharedLimits {
            user_stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: node_limit.unwrap_or(u64::MAX),
            deadline,
        }
    }
}

/// One thread's node counter, which polls the stop conditions at intervals.
///
/// Between polls it costs one addition and one comparison per node.
#[derive(Debug)]
pub struct NodeCounter<'a> {
    shared: &'a SharedLimits<'a>,
    nodes: u64,
    reported: u64,
    next_poll: u64,
    stopped: bool,
    /// The cutoff of the lowest split point that this thread works below.
    cutoff: Option<Arc<Cutoff>>,
}

impl<'a> NodeCounter<'a> {
    /// Creates a counter at zero.
    pub fn new(shared: &'a SharedLimits<'a>) -> NodeCounter<'a> {
        NodeCounter {
            shared,
            nodes: 0,
            reported: 0,
            // A single thread must stop exactly at its limit, or its result would depend on when it polls.
            next_poll: POLL_INTERVAL.min(shared.node_limit),
            stopped: false,
            cutoff: None,
        }
    }

    /// Returns the cutoff of the lowest split point that this thread works below.
    pub(crate) fn cutoff(&self) -> Option<Arc<Cutoff>> {
        self.cutoff.clone()
    }

    /// Enters the work below a split point.
    pub(crate) fn enter_split_point(&mut self, cutoff: &Arc<Cutoff>) {
        self.cutoff = Some(Arc::clone(cutoff));
        self.next_poll = self.next_poll.min(self.nodes + CUTOFF_INTERVAL);
    }

    /// Leaves the lowest split point and continues below the one above.
    pub(crate) fn leave_split_point(&mut self) {
        let above = self.cutoff.take().and_then(|cutoff| cutoff.above.clone());
        self.resume_at(above);
    }

    /// Resumes where the thread was before it helped elsewhere.
    pub(crate) fn resume_at(&mut self, cutoff: Option<Arc<Cutoff>>) {
        self.cutoff = cutoff;
        self.stopped = self.must_stop();
    }

    fn must_stop(&self) -> bool {
        self.shared.over.load(Ordering::Relaxed) || self.cutoff.as_ref().is_some_and(|cutoff| cutoff.holds())
    }

    /// Returns whether the search must stop for any reason except the number of nodes. For work that takes
    /// long between two counts.
    pub fn is_interrupted(&self) -> bool {
        let shared = self.shared;
        self.must_stop()
            || shared.user_stop.load(Ordering::Relaxed)
            || shared.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts one node and returns whether the search must stop.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.add(1)
    }

    /// Counts several nodes and returns whether the search must stop.
    #[inline(always)]
    pub fn add(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.look();
        }
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        if self.cutoff.is_none() || self.nodes - self.reported >= POLL_INTERVAL {
            self.poll();
        } else {
            self.stopped = self.must_stop();
            self.next_poll = self.nodes + CUTOFF_INTERVAL;
        }
    }

    /// Returns whether the search must stop. If so, everything being computed will be discarded.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the nodes this thread has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the nodes all threads have reported so far.
    pub fn total(&self, shared: &SharedLimits<'_>) -> u64 {
        shared.nodes.load(Ordering::Relaxed) + self.nodes - self.reported
    }

    /// Reports to the other threads how many nodes this one has visited since its last report, and checks whether
    /// to stop.
    pub fn poll(&mut self) {
        let shared = self.shared;
        let fresh = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let is_over = total >= shared.node_limit
            || shared.over.load(Ordering::Relaxed)
            || shared.user_stop.load(Ordering::Relaxed)
            || shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over {
            shared.over.store(true, Ordering::Relaxed);
        }
        self.stopped = self.must_stop();
        let left = shared.node_limit.saturating_sub(total).max(1);
        let interval = if self.cutoff.is_some() {
            CUTOFF_INTERVAL
        } else {
            POLL_INTERVAL
        };
        self.next_poll = self.nodes.saturating_add(interval.min(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_thread_stops_exactly_at_its_node_limit() {
        let never = AtomicBool::new(false);
        let shared = SharedLimits::new(&never, Some(3 * POLL_INTERVAL + 7), None);
        let mut counter = NodeCounter::new(&shared);
        while !counter.tick() {}
        assert_eq!(counter.nodes(), 3 * POLL_INTERVAL + 7);
    }

    #[test]
    fn a_cutoff_stops_only_the_work_below_it() {
        let never = AtomicBool::new(false);
        let shared = SharedLimits::new(&never, None, None);
        let above = Arc::new(Cutoff::below(None));
        let below = Arc::new(Cutoff::below(Some(Arc::clone(&above))));
        assert!(below.is_below(&above) && !above.is_below(&below) && !above.is_below(&above));

        let mut counter = NodeCounter::new(&shared);
        counter.enter_split_point(&above);
        counter.enter_split_point(&below);
        assert!(!counter.add(2 * CUTOFF_INTERVAL));
        below.call();
        assert!(counter.add(2 * CUTOFF_INTERVAL));
        // Work above the cutoff continues.
        counter.leave_split_point();
        assert!(!counter.stopped() && !counter.add(2 * CUTOFF_INTERVAL));
        // Everything below a cutoff is cancelled, however far below.
        above.call();
        counter.enter_split_point(&below);
        assert!(counter.add(2 * CUTOFF_INTERVAL));
        counter.leave_split_point();
        assert!(counter.stopped());
        counter.leave_split_point();
        assert!(!counter.stopped() && !counter.add(2 * POLL_INTERVAL));
    }

    #[test]
    fn the_users_stop_is_seen_within_one_polling_interval() {
        let stop = AtomicBool::new(true);
        let shared = SharedLimits::new(&stop, None, None);
        let mut counter = NodeCounter::new(&shared);
        while !counter.tick() {}
        assert!(counter.nodes() <= POLL_INTERVAL);
        assert!(shared.over.load(Ordering::Relaxed));
    }
}
