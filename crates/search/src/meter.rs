//! Counting nodes and noticing that it is time to stop.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Instant;

use crate::params::POLL_INTERVAL;

/// A search is done in steps, one for each window that an iteration tries. They are numbered so that the steps of
/// one iteration come before those of the next.
pub(crate) fn step(depth: i32, attempt: i32) -> i32 {
    const MOST_ATTEMPTS: i32 = 64;
    depth * MOST_ATTEMPTS + attempt.min(MOST_ATTEMPTS - 1)
}

/// What the threads of one search share to know when to stop.
#[derive(Debug)]
pub struct Shared<'a> {
    /// Set by the user; never cleared by the search.
    pub user_stop: &'a AtomicBool,
    /// Set by whichever thread finds that the search is over.
    pub over: AtomicBool,
    /// Nodes that threads have reported so far.
    pub nodes: AtomicU64,
    /// The first step (see [`step`]) that no thread has done yet, as far as threads have told each other.
    pub next_step: AtomicI32,
    /// The most nodes that all threads together may visit.
    pub node_limit: u64,
    /// When the search must end, whatever it is doing.
    pub deadline: Option<Instant>,
}

impl<'a> Shared<'a> {
    /// The state of a search that has just begun.
    pub fn new(user_stop: &'a AtomicBool, node_limit: Option<u64>, deadline: Option<Instant>) -> Shared<'a> {
        Shared {
            user_stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            next_step: AtomicI32::new(0),
            node_limit: node_limit.unwrap_or(u64::MAX),
            deadline,
        }
    }
}

/// One thread's node counter, which polls the stop conditions now and then.
///
/// Between polls it costs one addition and one comparison per node.
#[derive(Debug)]
pub struct Meter<'a> {
    shared: &'a Shared<'a>,
    nodes: u64,
    reported: u64,
    next_poll: u64,
    stopped: bool,
    step: i32,
    overtaken: bool,
}

impl<'a> Meter<'a> {
    /// A counter at zero.
    pub fn new(shared: &'a Shared<'a>) -> Meter<'a> {
        Meter {
            shared,
            nodes: 0,
            reported: 0,
            // A lone thread must stop at its limit exactly, or its result would depend on when it polls.
            next_poll: POLL_INTERVAL.min(shared.node_limit),
            stopped: false,
            step: i32::MAX,
            overtaken: false,
        }
    }

    /// Tells that this thread begins a step, which it drops when another has done it first.
    pub fn begin_step(&mut self, step: i32) {
        self.step = step;
        if self.overtaken {
            self.overtaken = false;
            self.stopped = false;
        }
    }

    /// Whether the step was dropped only because another thread has done it.
    pub fn is_overtaken(&self) -> bool {
        self.overtaken
    }

    /// Counts one node; whether the search must stop.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.add(1)
    }

    /// Counts many nodes; whether the search must stop.
    #[inline(always)]
    pub fn add(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Whether the search must stop: everything being computed will be thrown away.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes this thread has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes all threads have visited, as far as they have told.
    pub fn total(&self, shared: &Shared<'_>) -> u64 {
        shared.nodes.load(Ordering::Relaxed) + self.nodes - self.reported
    }

    /// Tells the other threads how many nodes this one has visited since it last told, and looks whether
    /// to stop.
    #[cold]
    #[inline(never)]
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
            self.stopped = true;
            self.overtaken = false;
            shared.over.store(true, Ordering::Relaxed);
        } else if shared.next_step.load(Ordering::Acquire) > self.step && !self.stopped {
            self.stopped = true;
            self.overtaken = true;
        }
        let left = shared.node_limit.saturating_sub(total).max(1);
        self.next_poll = self.nodes.saturating_add(POLL_INTERVAL.min(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_thread_stops_exactly_at_its_node_limit() {
        let never = AtomicBool::new(false);
        let shared = Shared::new(&never, Some(3 * POLL_INTERVAL + 7), None);
        let mut meter = Meter::new(&shared);
        while !meter.tick() {}
        assert_eq!(meter.nodes(), 3 * POLL_INTERVAL + 7);
    }

    #[test]
    fn the_users_stop_is_seen_within_one_polling_interval() {
        let stop = AtomicBool::new(true);
        let shared = Shared::new(&stop, None, None);
        let mut meter = Meter::new(&shared);
        while !meter.tick() {}
        assert!(meter.nodes() <= POLL_INTERVAL);
        assert!(shared.over.load(Ordering::Relaxed));
    }
}
