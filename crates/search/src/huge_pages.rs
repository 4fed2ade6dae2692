//! Allocation of large tables.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::transposition::Bucket;

/// Returns the largest sensible table size in mebibytes: half of the machine's memory, where that is known.
pub fn max_table_mib() -> usize {
    #[cfg(target_os = "linux")]
    {
        let system = rustix::system::sysinfo();
        let bytes = system.totalram as u64 * u64::from(system.mem_unit);
        ((bytes >> 21) as usize).max(1)
    }
    #[cfg(not(target_os = "linux"))]
    {
        usize::MAX >> 20
    }
}

/// Zero-initialised values with random access.
///
/// The system hands out zeroed pages on first use, so allocating them takes no time, whatever their number.
/// Allocators guarantee that only for the default alignment, so there is spare room to align the first value.
pub(crate) struct Zeroed<T> {
    start: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    n: usize,
}

// SAFETY: the values are owned like those of a vector.
unsafe impl<T: Send> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroed<T> {}

impl Zeroed<Bucket> {
    /// Allocates this many buckets; returns `None` if there is not enough memory. Asks the system for huge
    /// pages; without them only the speed differs.
    pub(crate) fn new(n: usize) -> Option<Zeroed<Bucket>> {
        const USUAL_ALIGNMENT: usize = 16;
        let size = Layout::array::<Bucket>(n)
            .ok()?
            .size()
            .checked_add(align_of::<Bucket>())?;
        let layout = Layout::from_size_align(size, USUAL_ALIGNMENT).ok()?;
        // SAFETY: the layout's size is not zero: it is at least the alignment.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = start.as_ptr().align_offset(align_of::<Bucket>());
        // SAFETY: the allocation is larger than the values by the alignment, and fewer bytes than that are
        // skipped.
        let first = unsafe { start.add(skipped) }.cast();
        advise(start.as_ptr() as usize, size);
        Some(Zeroed {
            start,
            layout,
            first,
            n,
        })
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `n` values begin here, aligned and initialised to zero. They are buckets, which consist of
        // atomic integers, for which zero is valid.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.n) }
    }
}

impl<T> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the reference is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.n) }
    }
}

impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: this was allocated with this layout, and buckets need no drop.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

impl<T> fmt::Debug for Zeroed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zeroed")
            .field("n", &self.n)
            .finish_non_exhaustive()
    }
}

/// Reserves room for `n` values with random access, not yet filled; returns `None` if there is not enough
/// memory. Asks the system for huge pages; without them only the speed differs.
pub fn allocate_table<T>(n: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(n).ok()?;
    advise(room.as_ptr() as usize, room.capacity() * size_of::<T>());
    Some(room)
}

/// Asks the system for huge pages.
fn advise(start: usize, size: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 1 << 12;
        let begin = start.next_multiple_of(PAGE);
        let end = (start + size) & !(PAGE - 1);
        if begin < end {
            let address = begin as *mut std::ffi::c_void;
            // SAFETY: the range lies within the allocation, and the advice leaves the content of memory
            // unchanged. Gain: a probe of a 64 MiB table no longer waits for address translation as well, a
            // seventh of the time of the LOA search.
            let _ = unsafe { madvise(address, end - begin, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_the_usual_size_makes_sense_and_one_beyond_all_memory_does_not() {
        assert!((64..usize::MAX >> 19).contains(&max_table_mib()));
    }

    #[test]
    fn an_allocation_has_the_requested_size_and_is_zero() {
        for n in [0, 1, 100, 1 << 16] {
            let mut buckets = Zeroed::<Bucket>::new(n).expect("so much is there");
            assert_eq!(buckets.iter_mut().count(), n);
            assert!(buckets.as_ptr().is_aligned());
            assert_eq!(buckets.len(), n);
            assert!(buckets.iter().all(Bucket::is_empty));
        }
        assert!(Zeroed::<Bucket>::new(usize::MAX / 128).is_none());
    }

    #[test]
    fn a_reserved_table_has_the_requested_size_and_is_empty() {
        for n in [0, 1, 100, 1 << 20] {
            let room = allocate_table::<u64>(n).expect("so much is there");
            assert!(room.is_empty() && room.capacity() >= n);
        }
        assert!(allocate_table::<u64>(usize::MAX / 16).is_none());
    }
}
