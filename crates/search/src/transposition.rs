//! The transposition table: search results of positions, shared by all threads without locks.
//!
//! An entry is two words. The first holds the position's key XORed with the second, so that an entry torn by
//! two simultaneous writes fails its check and is treated as missing (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use parlor_core::Score;
use parlor_core::think::Bound;

use crate::huge_pages::{Zeroed, max_table_mib};
use crate::isa::prefetch;
use crate::node::Window;

/// The data that the table stores for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, packed; 0 for none.
    pub mv: u16,
    /// The score, with distances to the end counted from this position.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The depth of the search.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
}

impl Entry {
    /// Returns the score at a distance from the root, if the entry is deep enough and its bound answers the
    /// window.
    #[inline(always)]
    pub(crate) fn settles(&self, depth: i32, ply: usize, window: Window) -> Option<Score> {
        let score = from_table(self.score, ply);
        let settles = self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
        settles.then_some(score)
    }
}

const WAYS: usize = 4;
const AGES: u8 = 64;
/// The number of plies of depth that an entry loses, when entries compete for a bucket, for each search since
/// it was stored.
const AGE_PENALTY: i32 = 8;
/// An entry survives a new one for the same position that is this much shallower.
const KEEP_DEEPER_BY: i32 = 4;

#[derive(Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A bucket: one cache line.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Bucket([Slot; WAYS]);

impl Bucket {
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0
            .iter()
            .all(|slot| slot.check.load(Ordering::Relaxed) == 0 && slot.data.load(Ordering::Relaxed) == 0)
    }
}

/// The size in bytes above which a table is not cleared word by word: its memory is released and allocated
/// again.
const EMPTIED_IN_PLACE: usize = 256 << 20;

/// The transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Zeroed<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// Creates a table of this many mebibytes, at least one and at most [`max_table_mib`]. If there is not
    /// enough memory it tries half of that, then a quarter, and so on: a search with a small table is better
    /// than none.
    pub fn new(mib: usize) -> TranspositionTable {
        let n_buckets = mib.clamp(1, max_table_mib()) * ((1 << 20) / size_of::<Bucket>());
        TranspositionTable {
            buckets: empty_buckets(n_buckets),
            age: 0,
        }
    }

    /// Returns the size of the table in mebibytes.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        let n_buckets = self.buckets.len();
        if n_buckets * size_of::<Bucket>() > EMPTIED_IN_PLACE {
            // Drop the old buckets first: there may not be room for both.
            self.buckets = empty_buckets(1);
            self.buckets = empty_buckets(n_buckets);
        } else {
            for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
                *slot.check.get_mut() = 0;
                *slot.data.get_mut() = 0;
            }
        }
        self.age = 0;
    }

    /// Ages the present entries relative to those stored from now on.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub fn expect(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Returns the entry of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores an entry in place of the least valuable one.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut target = &bucket.0[0];
        let mut least_worth = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                let is_keeper = entry.bound != Bound::Exact
                    && old.depth >= entry.depth + KEEP_DEEPER_BY
                    && age_of(data) == self.age;
                if is_keeper {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                target = slot;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let searches_ago = (self.age + AGES - age_of(data)) % AGES;
                depth_of(data) - AGE_PENALTY * i32::from(searches_ago)
            };
            if worth < least_worth {
                least_worth = worth;
                target = slot;
            }
        }
        let data = pack(&entry, self.age);
        target.data.store(data, Ordering::Relaxed);
        target.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Returns how full the table is with entries of this search, in thousandths, estimated from a sample.
    pub fn per_mille_used(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count();
        (used * 1000 / (sample * WAYS)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// Allocates this many buckets, or half of them if there is not enough memory, or a quarter, and so on.
fn empty_buckets(mut n_buckets: usize) -> Zeroed<Bucket> {
    loop {
        match Zeroed::new(n_buckets) {
            Some(buckets) => return buckets,
            None => n_buckets = (n_buckets / 2).max(1),
        }
    }
}

/// Returns a score with its distance counted from the node, as the table stores it.
#[inline(always)]
pub(crate) fn to_table(score: Score, ply: usize) -> Score {
    if score.is_win() {
        score + ply as i32
    } else if score.is_loss() {
        score - ply as i32
    } else {
        score
    }
}

/// Returns a score from the table with its distance counted from the root.
#[inline(always)]
pub(crate) fn from_table(score: Score, ply: usize) -> Score {
    if score.is_win() {
        score - ply as i32
    } else if score.is_loss() {
        score + ply as i32
    } else {
        score
    }
}

// Layout from the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2 (never 0, so data is never
// 0), age 6.
fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv)
        | u64::from(entry.score.0 as i16 as u16) << 16
        | u64::from(entry.eval.0 as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(age) << 58
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        mv: data as u16,
        score: Score(i32::from((data >> 16) as i16)),
        eval: Score(i32::from((data >> 32) as i16)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32
}

#[inline(always)]
fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            mv: 77,
            score: Score::loss_in(9),
            eval: Score(-1234),
            depth,
            bound: Bound::Lower,
        }
    }

    /// Returns the resident memory of this process, in bytes.
    #[cfg(target_os = "linux")]
    fn resident() -> usize {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
        let pages: usize = statm
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse().ok())
            .expect("a number");
        pages << 12
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_large_table_is_made_and_emptied_without_touching_its_memory() {
        let before = resident();
        let mut table = TranspositionTable::new(400);
        table.store(7, entry(3));
        table.clear();
        assert_eq!(table.probe(7), None);
        table.store(7, entry(3));
        assert_eq!(table.probe(7), Some(entry(3)));
        // The table is smaller only if the machine has less than twice this much memory.
        if table.mib() == 400 {
            assert!(resident() < before + (100 << 20), "{} bytes", resident() - before);
        }
    }

    #[test]
    fn what_was_stored_is_found_again_and_nothing_else() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0), None);
        table.store(0xdead_beef, entry(5));
        assert_eq!(table.probe(0xdead_beef), Some(entry(5)));
        assert_eq!(table.probe(0xdead_beee), None);
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = TranspositionTable::new(1);
        table.store(42, entry(5));
        let slot = &table.bucket(42).0[0];
        slot.data.store(pack(&entry(6), 0), Ordering::Relaxed);
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn old_and_shallow_entries_make_room_first() {
        let mut table = TranspositionTable::new(1);
        // Small keys all fall into the first bucket.
        table.store(1, entry(20));
        table.begin_search();
        for key in 2..=4 {
            table.store(key, entry(13));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(1), None, "20 plies deep, but from an older search");
        table.store(6, entry(1));
        assert_eq!(table.probe(5), None, "the shallowest goes");
        assert!(table.probe(2).is_some() && table.probe(6).is_some());
    }

    #[test]
    fn a_table_takes_the_room_it_was_given() {
        assert_eq!(TranspositionTable::new(3).mib(), 3);
        assert_eq!(TranspositionTable::new(0).mib(), 1);
    }
}
