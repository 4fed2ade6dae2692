//! The sum of the weights of all pattern instances: eight lookups at a time with AVX2, and a portable twin that
//! gives the same results.
//!
//! With AVX2 the search of hard middle-game positions to depth 16 took 11.8 ms instead of 13.2 (Sapphire Rapids,
//! docs/lab/othello-search.md).
#![allow(unsafe_code)]

use parlor_othello::kernel::Kernel;

use super::patterns::LANES;
use super::weights::{LANE_STARTS, REACH};

/// Returns the sum of the weights at the raw indices of all lanes. `weights` begins with a stage's table.
#[inline(always)]
pub(super) fn sum_of_lookups<K: Kernel>(kernel: K, weights: &[i16; REACH], raw: &[u16; LANES]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if kernel.avx2().is_some() {
        // SAFETY: `Avx2` proves that the machine has AVX2. Gain: see the module documentation.
        return unsafe { avx2::sum(weights, raw) };
    }
    let _ = kernel;
    portable::sum(weights, raw)
}

mod portable {
    use super::{LANE_STARTS, LANES, REACH};

    #[inline(always)]
    pub(super) fn sum(weights: &[i16; REACH], raw: &[u16; LANES]) -> i32 {
        let mut sum = 0;
        for (&start, &raw) in LANE_STARTS.iter().zip(raw) {
            sum += i32::from(weights[start as usize + usize::from(raw)]);
        }
        sum
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_cvtepu16_epi32, _mm256_extracti128_si256, _mm256_i32gather_epi32,
        _mm256_loadu_si256, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srai_epi32,
    };

    use super::{LANE_STARTS, LANES, REACH};

    const WIDTH: usize = 8;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn sum(weights: &[i16; REACH], raw: &[u16; LANES]) -> i32 {
        let mut sums = _mm256_setzero_si256();
        for lane in (0..LANES).step_by(WIDTH) {
            // SAFETY: eight lanes begin at `lane`, because LANES is a multiple of WIDTH.
            let (raw, starts) = unsafe {
                (
                    _mm_loadu_si128(raw.as_ptr().add(lane).cast()),
                    _mm256_loadu_si256(LANE_STARTS.as_ptr().add(lane).cast()),
                )
            };
            let indices = _mm256_add_epi32(_mm256_cvtepu16_epi32(raw), starts);
            // SAFETY: an index is at most RAW_LEN + u16::MAX, and REACH is two more: both halves of the 32 bits
            // that begin there are weights.
            let pairs = unsafe { _mm256_i32gather_epi32::<2>(weights.as_ptr().cast(), indices) };
            // The weight is the lower half.
            let found = _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs));
            sums = _mm256_add_epi32(sums, found);
        }
        let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
        let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b10_11_00_01>(sums));
        _mm_cvtsi128_si32(sums)
    }

    const _: () = assert!(LANES.is_multiple_of(WIDTH));
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn eight_lookups_at_a_time_give_the_same_sum() {
        let Some(kernel) = parlor_othello::kernel::Avx2::detect() else {
            return;
        };
        let mut random = 3;
        let weights: Box<[i16]> = (0..REACH).map(|_| split_mix(&mut random) as i16).collect();
        let weights = weights.first_chunk().expect("as many as are needed");
        for round in 0..1000 {
            // The last round reads as far as any index can reach.
            let raw: [u16; LANES] = std::array::from_fn(|_| match round {
                999 => u16::MAX,
                _ => split_mix(&mut random) as u16,
            });
            assert_eq!(
                sum_of_lookups(kernel, weights, &raw),
                portable::sum(weights, &raw)
            );
        }
    }
}
