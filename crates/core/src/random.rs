//! The project's random number generator: SplitMix64. Its state determines the sequence, so the same seed
//! gives the same sequence everywhere.

/// Returns the next number of a SplitMix64 sequence (Steele, Lea and Flood 2014) and advances `state`.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
