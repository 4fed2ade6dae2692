//! Room for large tables.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::transposition::Bucket;

/// The largest table that makes sense, in mebibytes: half of the machine's memory, where that is known.
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

/// Values that began as zeros and are looked up in no order.
///
/// The system hands out zeroed pages when they are first used, so to make them takes no time, however many they are. Allocators
/// know that for the usual alignment only, so there is room for the first value to be moved to its own.
pub(crate) struct Zeroed<T> {
    start: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    n: usize,
}

// SAFETY: the values are owned as those of a vector are.
unsafe impl<T: Send> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroed<T> {}

impl Zeroed<Bucket> {
    /// This many buckets; none where there is not enough memory. Where the system has large pages it is asked for them; that it may
    /// not give any changes nothing but the time.
    pub(crate) fn new(n: usize) -> Option<Zeroed<Bucket>> {
        const USUAL_ALIGNMENT: usize = 16;
        let size = Layout::array::<Bucket>(n)
            .ok()?
            .size()
            .checked_add(align_of::<Bucket>())?;
        let layout = Layout::from_size_align(size, USUAL_ALIGNMENT).ok()?;
        // SAFETY: the layout has a size, that of the alignment at least.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = start.as_ptr().align_offset(align_of::<Bucket>());
        // SAFETY: the allocation is larger than the values by the alignment.
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
        // SAFETY: there are `n` values from here on, aligned and initialised to zero; they are buckets, which consist of atomic integers, and those may
        // be zero.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.n) }
    }
}

impl<T> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
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

/// Room for `n` values that are looked up in no order, not yet filled; none where there is not so much. Where the
/// system has large pages it is asked for them; that it may not give any changes nothing but the time.
pub fn allocate_table<T>(n: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(n).ok()?;
    advise(room.as_ptr() as usize, room.capacity() * size_of::<T>());
    Some(room)
}

/// Asks for large pages.
fn advise(start: usize, size: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 1 << 12;
        let begin = start.next_multiple_of(PAGE);
        let end = (start + size) & !(PAGE - 1);
        if begin < end {
            let address = begin as *mut std::ffi::c_void;
            // SAFETY: the range lies within what was allocated, and the advice leaves the content of memory
            // as it is. Gain: a look into a table of 64 MiB no longer waits for the address to be
            // translated as well, a seventh of the time of the search of LOA.
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
    fn there_is_as_much_as_was_asked_for_and_all_of_it_is_zero() {
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
    fn room_is_as_large_as_was_asked_for_and_empty() {
        for n in [0, 1, 100, 1 << 20] {
            let room = allocate_table::<u64>(n).expect("so much is there");
            assert!(room.is_empty() && room.capacity() >= n);
        }
        assert!(allocate_table::<u64>(usize::MAX / 16).is_none());
    }
}
