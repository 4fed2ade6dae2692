//! Which positions the threads are searching right now.
//!
//! Threads that search one tree must not all search the same move. Before a thread searches a move that is
//! not the first of its node, it looks here whether another is at it, and if so leaves it for later
//! (deferral as in ABDADA, Weill 1996, in the simple form with a table of its own). The table may forget or
//! confuse positions: that costs time, never correctness.

use std::sync::atomic::{AtomicU64, Ordering};

const ENTRIES: usize = 1 << 12;
const WAYS: usize = 4;

/// The positions that are being searched.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..ENTRIES).map(|_| AtomicU64::new(0)).collect())
    }

    fn ways(&self, key: u64) -> &[AtomicU64] {
        let start = (key >> 40) as usize & (ENTRIES - WAYS);
        &self.0[start..start + WAYS]
    }

    /// Whether another thread searches the position with this hash.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.ways(key)
            .iter()
            .any(|way| way.load(Ordering::Relaxed) == key)
    }

    /// Notes that a search of this position begins.
    pub(super) fn enter(&self, key: u64) {
        let ways = self.ways(key);
        let free = ways.iter().find(|way| way.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&ways[0]).store(key, Ordering::Relaxed);
    }

    /// Notes that it has ended.
    pub(super) fn leave(&self, key: u64) {
        for way in self.ways(key) {
            if way.load(Ordering::Relaxed) == key {
                way.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_between_its_beginning_and_its_end() {
        let busy = Busy::new();
        let key = 0x1234_5678_9abc_def0;
        assert!(!busy.contains(key));
        busy.enter(key);
        assert!(busy.contains(key));
        busy.leave(key);
        assert!(!busy.contains(key));
    }
}
