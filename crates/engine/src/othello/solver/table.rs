//! The transposition table of the solver, shared by all threads without locks.
//!
//! A bucket is one cache line of four entries. Each entry is a key and its data in two atomic words, the key
//! XORed with the data: a reader that meets a half-written entry finds a key that does not match. The key is
//! a 64-bit hash of the whole position; among a billion positions, the probability that two share one is
//! about that of a memory error.

use std::sync::atomic::{AtomicU64, Ordering};

use parlor_search::isa::prefetch;
use parlor_search::{allocate_table, max_table_mib};

/// The value for an unknown move.
pub(super) const NO_MOVE: u8 = 64;

/// The information in the table about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableHit {
    /// The lower bound of the score.
    pub(super) lower: i8,
    /// The upper bound of the score.
    pub(super) upper: i8,
    /// The depth to which the bounds were searched; the number of empty squares for the end of the game.
    pub(super) depth: u8,
    /// Their confidence: an index of the solver's confidence levels.
    pub(super) confidence: u8,
    /// The best move and the previous best move.
    pub(super) moves: [u8; 2],
    generation: u8,
}

impl TableHit {
    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.confidence,
            self.moves[0],
            self.moves[1],
            self.generation,
            1,
        ])
    }

    fn unpack(data: u64) -> TableHit {
        let [lower, upper, depth, confidence, first, second, generation, _] = data.to_le_bytes();
        TableHit {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            depth,
            confidence,
            moves: [first, second],
            generation,
        }
    }

    /// Returns whether the bounds hold for a search of this depth and confidence.
    #[inline(always)]
    pub(super) fn reaches(&self, depth: u8, confidence: u8) -> bool {
        self.depth >= depth && self.confidence >= confidence
    }
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) depth: u8,
    pub(super) confidence: u8,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

#[derive(Default)]
struct Entry {
    checked_key: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// The shared table.
pub(super) struct SolverTable {
    buckets: Vec<Bucket>,
    mask: u64,
    generation: u8,
}

/// Returns a hash of a position that is well distributed in all bits.
#[inline(always)]
pub(super) fn hash(player: u64, opponent: u64) -> u64 {
    let product = u128::from(player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opponent ^ 0xd1b5_4a32_d192_ed03);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded ^ player.rotate_left(23)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ folded >> 32
}

impl SolverTable {
    /// Creates a table of at most this many MiB, rounded down to a power of two, at least one and at most
    /// [`max_table_mib`]. If there is not enough memory it tries half of that, then a quarter, and so on.
    pub(super) fn new(mib: usize) -> SolverTable {
        let wanted = mib.clamp(1, max_table_mib()) * (1 << 20) / size_of::<Bucket>();
        let mut n_buckets = 1_usize << wanted.ilog2();
        let mut buckets = loop {
            match allocate_table(n_buckets) {
                Some(room) => break room,
                None => n_buckets = (n_buckets / 2).max(1),
            }
        };
        buckets.resize_with(n_buckets, Bucket::default);
        SolverTable {
            buckets,
            mask: n_buckets as u64 - 1,
            generation: 0,
        }
    }

    /// Makes all present entries the first to be replaced.
    pub(super) fn begin_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.wipe();
        self.generation = 0;
    }

    /// Clears everything, also for the threads that share the table.
    pub(super) fn wipe(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.checked_key.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[(key & self.mask) as usize]
    }

    /// Prefetches the bucket of the position with this hash.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Returns the entry of the position with this hash.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<TableHit> {
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.checked_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(TableHit::unpack(data));
            }
        }
        None
    }

    /// Stores a result: merges it with the entry of the same position, or replaces the least useful entry.
    pub(super) fn store(&self, key: u64, result: Searched) {
        let mut known = TableHit {
            lower: result.lower,
            upper: result.upper,
            depth: result.depth,
            confidence: result.confidence,
            moves: [result.best, NO_MOVE],
            generation: self.generation,
        };
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = u32::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.checked_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = TableHit::unpack(data);
                known.moves = match result.best {
                    NO_MOVE => old.moves,
                    best if best == old.moves[0] => old.moves,
                    best => [best, old.moves[0]],
                };
                if (old.depth, old.confidence) == (result.depth, result.confidence) {
                    known.lower = known.lower.max(old.lower);
                    known.upper = known.upper.min(old.upper);
                    // The bounds of two threads for one exact score never cross; those of selective searches
                    // may.
                    if known.lower > known.upper {
                        (known.lower, known.upper) = (result.lower, result.upper);
                    }
                }
                victim = entry;
                break;
            }
            let worth = if data == 0 {
                0
            } else {
                let old = TableHit::unpack(data);
                let fresh = u32::from(old.generation == self.generation);
                1 + (fresh << 16 | u32::from(old.depth) << 8 | u32::from(old.confidence))
            };
            if worth < least {
                least = worth;
                victim = entry;
            }
        }
        let data = known.pack();
        victim.data.store(data, Ordering::Relaxed);
        victim.checked_key.store(key ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(depth: u8, lower: i8, upper: i8, best: u8) -> Searched {
        Searched {
            depth,
            confidence: 0,
            lower,
            upper,
            best,
        }
    }

    #[test]
    fn bounds_of_one_position_narrow_and_the_older_move_is_kept() {
        let table = SolverTable::new(1);
        table.store(5, result(10, -64, 4, 3));
        table.store(5, result(10, 2, 64, 9));
        let known = table.probe(5).unwrap();
        assert_eq!((known.lower, known.upper), (2, 4));
        assert_eq!(known.moves, [9, 3]);
        assert!(table.probe(6).is_none());
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry_and_old_ones_first() {
        let mut table = SolverTable::new(1);
        let step = table.mask + 1;
        for i in 1..=4 {
            table.store(i * step, result(10 + i as u8, 0, 0, 1));
        }
        table.store(5 * step, result(30, 0, 0, 1));
        assert!(table.probe(step).is_none());
        assert!(table.probe(2 * step).is_some());
        table.begin_generation();
        table.store(6 * step, result(1, 0, 0, 1));
        table.store(7 * step, result(2, 0, 0, 1));
        assert!(table.probe(6 * step).is_some() && table.probe(7 * step).is_some());
    }
}
