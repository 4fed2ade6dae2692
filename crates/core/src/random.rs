//! The random generator of the project: SplitMix64. A sequence is its state, so the same seed repeats it everywhere.

/// The next number of a SplitMix64 sequence (Steele, Lea and Flood 2014); advances `state`.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
