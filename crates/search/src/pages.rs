//! Room for large tables.
#![allow(unsafe_code)]

/// The largest table that makes sense, in mebibytes: half of the machine's memory, where that is known.
pub fn most_mib() -> usize {
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

/// Room for `n` values that are looked up in no order, not yet filled; none where there is not so much. Where the
/// system has large pages it is asked for them; that it may not give any changes nothing but the time.
pub fn roomy<T>(n: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(n).ok()?;
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 1 << 12;
        let begin = (room.as_ptr() as usize).next_multiple_of(PAGE);
        let end = (room.as_ptr() as usize + room.capacity() * size_of::<T>()) & !(PAGE - 1);
        if begin < end {
            let address = begin as *mut std::ffi::c_void;
            // SAFETY: the range lies within the capacity of `room`, and the advice leaves the content of memory
            // as it is. Gain: a look into a table of 64 MiB no longer waits for the address to be
            // translated as well, a seventh of the time of the search of LOA.
            let _ = unsafe { madvise(address, end - begin, Advice::LinuxHugepage) };
        }
    }
    Some(room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_the_usual_size_makes_sense_and_one_beyond_all_memory_does_not() {
        assert!((64..usize::MAX >> 19).contains(&most_mib()));
    }

    #[test]
    fn room_is_as_large_as_was_asked_for_and_empty() {
        for n in [0, 1, 100, 1 << 20] {
            let room = roomy::<u64>(n).expect("so much is there");
            assert!(room.is_empty() && room.capacity() >= n);
        }
        assert!(roomy::<u64>(usize::MAX / 16).is_none());
    }
}
