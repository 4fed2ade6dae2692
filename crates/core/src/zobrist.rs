//! Numbers for hash keys, generated at compile time from a seed so that every build has the same keys.

use crate::random::split_mix;

/// Returns `N` independent random numbers.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut state = seed;
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = split_mix(&mut state);
        i += 1;
    }
    table
}
