//! The positions that the threads of one solve are searching, so that they do not duplicate work.
//!
//! Before a thread searches a move that is not the first of its node, it checks whether another thread is
//! searching it. If so, it defers the move until the other has stored its result in the table (deferral as in
//! ABDADA, Weill 1996, in Kerrigan's simple form with a separate table).

use std::sync::atomic::{AtomicU64, Ordering};

const ENTRIES: usize = 1 << 12;
const WAYS: usize = 4;

/// The positions being searched right now. The table may lose or confuse positions: that costs time, never
/// correctness.
#[derive(Debug)]
pub(super) struct InProgress(Box<[AtomicU64]>);

impl Default for InProgress {
    fn default() -> InProgress {
        InProgress((0..ENTRIES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl InProgress {
    #[inline(always)]
    fn ways(&self, key: u64) -> &[AtomicU64] {
        let start = (key >> 40) as usize & (ENTRIES - WAYS);
        &self.0[start..start + WAYS]
    }

    /// Returns whether a thread is searching the position with this hash.
    #[inline(always)]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.ways(key)
            .iter()
            .any(|way| way.load(Ordering::Relaxed) == key)
    }

    /// Records that a search of this position begins.
    #[inline(always)]
    pub(super) fn enter(&self, key: u64) {
        let ways = self.ways(key);
        let free = ways.iter().find(|way| way.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&ways[0]).store(key, Ordering::Relaxed);
    }

    /// Records that the search has ended.
    #[inline(always)]
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
        let in_progress = InProgress::default();
        let key = 0x1234_5678_9abc_def0;
        assert!(!in_progress.contains(key));
        in_progress.enter(key);
        assert!(in_progress.contains(key));
        in_progress.leave(key);
        assert!(!in_progress.contains(key));
    }
}
