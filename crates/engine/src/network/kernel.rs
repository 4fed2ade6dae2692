//! The arithmetic of networks: sixteen numbers at a time with AVX2, eight in WebAssembly, and a portable twin
//! that gives the same results.
//!
//! [`NetworkFile`](super::NetworkFile) enforces bounds on the weights under which no sum here overflows.
#![allow(unsafe_code)]

use parlor_core::random::split_mix;
use parlor_search::isa::Isa;

use super::ONE;

/// The weights of one input, or an accumulator. Aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const H: usize>(pub [i16; H]);

/// Returns `start` plus the rows of the inputs that are `on`.
#[inline(always)]
pub fn sum<I: Isa, const H: usize>(isa: I, start: &Row<H>, rows: &[Row<H>], on: &[u16]) -> Row<H> {
    #[cfg(target_arch = "x86_64")]
    if isa.avx2().is_some() {
        // SAFETY: `Avx2` proves that the machine has AVX2. Gain: the numbers of the sum stay in registers
        // over all rows.
        return unsafe { avx2::sum(start, rows, on) };
    }
    let _ = isa;
    baseline::sum(start, rows, on)
}

/// Returns `start` minus the rows of the inputs that are `off`.
#[inline(always)]
pub fn difference<I: Isa, const H: usize>(isa: I, start: &Row<H>, rows: &[Row<H>], off: &[u16]) -> Row<H> {
    #[cfg(target_arch = "x86_64")]
    if isa.avx2().is_some() {
        // SAFETY: `Avx2` proves that the machine has AVX2. Gain: as for `sum`.
        return unsafe { avx2::difference(start, rows, off) };
    }
    let _ = isa;
    baseline::difference(start, rows, off)
}

/// Returns the sum of the clipped squares of an accumulator, each times its weight, in 1 / (ONE² ·
/// OUTPUT_ONE).
#[inline(always)]
pub fn clipped_square_sum<I: Isa, const H: usize>(isa: I, accumulator: &Row<H>, weights: &Row<H>) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if isa.avx2().is_some() {
        // SAFETY: `Avx2` proves that the machine has AVX2. Gain: two multiplications, a pairwise sum and a
        // sum for sixteen numbers.
        return unsafe { avx2::clipped_square_sum(accumulator, weights) };
    }
    let _ = isa;
    baseline::clipped_square_sum(accumulator, weights)
}

/// Returns whether the baseline gives the same results as its portable twin for this many random rows. Tests
/// call it, and so does code for a target that has no tests.
pub fn baseline_is_right(n: usize) -> bool {
    fn agrees<const H: usize>(random: &mut u64) -> bool {
        let mut row = |size: u64| -> Row<H> {
            Row(std::array::from_fn(|_| {
                (split_mix(random) % (2 * size)) as i16 - size as i16
            }))
        };
        let rows: Vec<Row<H>> = (0..9).map(|_| row(300)).collect();
        let weights = row(127);
        let inputs = [1, 8, 3, 3, 0];
        let sum = portable::sum(&rows[2], &rows, &inputs);
        sum == baseline::sum(&rows[2], &rows, &inputs)
            && portable::difference(&sum, &rows, &inputs) == rows[2]
            && baseline::difference(&sum, &rows, &inputs) == rows[2]
            && portable::clipped_square_sum(&sum, &weights) == baseline::clipped_square_sum(&sum, &weights)
    }
    let mut random = 7;
    (0..n).all(|_| agrees::<16>(&mut random) && agrees::<96>(&mut random) && agrees::<256>(&mut random))
}

#[cfg(not(target_feature = "simd128"))]
use portable as baseline;
#[cfg(target_feature = "simd128")]
use simd128 as baseline;

mod portable {
    use super::{ONE, Row};

    pub(super) fn sum<const H: usize>(start: &Row<H>, rows: &[Row<H>], on: &[u16]) -> Row<H> {
        let mut sum = *start;
        for &input in on {
            for (number, weight) in sum.0.iter_mut().zip(&rows[usize::from(input)].0) {
                *number = number.wrapping_add(*weight);
            }
        }
        sum
    }

    pub(super) fn difference<const H: usize>(start: &Row<H>, rows: &[Row<H>], off: &[u16]) -> Row<H> {
        let mut difference = *start;
        for &input in off {
            for (number, weight) in difference.0.iter_mut().zip(&rows[usize::from(input)].0) {
                *number = number.wrapping_sub(*weight);
            }
        }
        difference
    }

    pub(super) fn clipped_square_sum<const H: usize>(accumulator: &Row<H>, weights: &Row<H>) -> i32 {
        let mut sum = 0_i32;
        for (&number, &weight) in accumulator.0.iter().zip(&weights.0) {
            let clipped = number.clamp(0, ONE as i16);
            let product = clipped.wrapping_mul(weight);
            sum = sum.wrapping_add(i32::from(product) * i32::from(clipped));
        }
        sum
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
        _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_store_si256, _mm256_sub_epi16,
    };

    use super::{ONE, Row};

    /// The number of lanes of a vector.
    const LANES: usize = 16;
    /// The number of vectors of a sum that stay in registers, with room for the operands.
    const HELD: usize = 8;

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load<const H: usize>(row: &Row<H>, vector: usize) -> __m256i {
        assert!((vector + 1) * LANES <= H);
        // SAFETY: the vector lies inside the row, as just checked, and rows start at a multiple of 64 bytes.
        unsafe { _mm256_load_si256(row.0.as_ptr().cast::<__m256i>().add(vector)) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store<const H: usize>(row: &mut Row<H>, vector: usize, numbers: __m256i) {
        assert!((vector + 1) * LANES <= H);
        // SAFETY: as for `load`; the reference is exclusive.
        unsafe { _mm256_store_si256(row.0.as_mut_ptr().cast::<__m256i>().add(vector), numbers) }
    }

    macro_rules! add_up {
        ($name:ident, $combine:ident) => {
            #[target_feature(enable = "avx2")]
            #[inline]
            pub(super) fn $name<const H: usize>(start: &Row<H>, rows: &[Row<H>], inputs: &[u16]) -> Row<H> {
                let mut result = Row([0; H]);
                let mut first = 0;
                while first < H / LANES {
                    let n = (H / LANES - first).min(HELD);
                    let mut held = [_mm256_setzero_si256(); HELD];
                    for (vector, numbers) in held.iter_mut().take(n).enumerate() {
                        *numbers = load(start, first + vector);
                    }
                    for &input in inputs {
                        let row = &rows[usize::from(input)];
                        for (vector, numbers) in held.iter_mut().take(n).enumerate() {
                            *numbers = $combine(*numbers, load(row, first + vector));
                        }
                    }
                    for (vector, numbers) in held.iter().take(n).enumerate() {
                        store(&mut result, first + vector, *numbers);
                    }
                    first += n;
                }
                result
            }
        };
    }

    add_up!(sum, _mm256_add_epi16);
    add_up!(difference, _mm256_sub_epi16);

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn clipped_square_sum<const H: usize>(accumulator: &Row<H>, weights: &Row<H>) -> i32 {
        let zero = _mm256_setzero_si256();
        let one = _mm256_set1_epi16(ONE as i16);
        let mut sums = zero;
        for vector in 0..H / LANES {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(load(accumulator, vector), zero), one);
            let product = _mm256_mullo_epi16(clipped, load(weights, vector));
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(product, clipped));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        _mm_cvtsi128_si32(one)
    }
}

#[cfg(target_feature = "simd128")]
mod simd128 {
    use std::arch::wasm32::{
        i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
    };

    use super::{ONE, Row};

    /// The number of lanes of a vector.
    const LANES: usize = 8;
    /// The number of vectors of a sum that stay in registers, with room for the operands.
    const HELD: usize = 8;

    #[inline(always)]
    fn load<const H: usize>(row: &Row<H>, vector: usize) -> v128 {
        assert!((vector + 1) * LANES <= H);
        // SAFETY: the vector lies inside the row, as just checked. Gain: eight numbers at once.
        unsafe { v128_load(row.0.as_ptr().cast::<v128>().add(vector)) }
    }

    #[inline(always)]
    fn store<const H: usize>(row: &mut Row<H>, vector: usize, numbers: v128) {
        assert!((vector + 1) * LANES <= H);
        // SAFETY: as for `load`; the reference is exclusive.
        unsafe { v128_store(row.0.as_mut_ptr().cast::<v128>().add(vector), numbers) }
    }

    macro_rules! add_up {
        ($name:ident, $combine:ident) => {
            #[inline(always)]
            pub(super) fn $name<const H: usize>(start: &Row<H>, rows: &[Row<H>], inputs: &[u16]) -> Row<H> {
                let mut result = Row([0; H]);
                let mut first = 0;
                while first < H / LANES {
                    let n = (H / LANES - first).min(HELD);
                    let mut held = [i32x4_splat(0); HELD];
                    for (vector, numbers) in held.iter_mut().take(n).enumerate() {
                        *numbers = load(start, first + vector);
                    }
                    for &input in inputs {
                        let row = &rows[usize::from(input)];
                        for (vector, numbers) in held.iter_mut().take(n).enumerate() {
                            *numbers = $combine(*numbers, load(row, first + vector));
                        }
                    }
                    for (vector, numbers) in held.iter().take(n).enumerate() {
                        store(&mut result, first + vector, *numbers);
                    }
                    first += n;
                }
                result
            }
        };
    }

    add_up!(sum, i16x8_add);
    add_up!(difference, i16x8_sub);

    #[inline(always)]
    pub(super) fn clipped_square_sum<const H: usize>(accumulator: &Row<H>, weights: &Row<H>) -> i32 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE as i16));
        let mut sums = i32x4_splat(0);
        for vector in 0..H / LANES {
            let clipped = i16x8_min(i16x8_max(load(accumulator, vector), zero), one);
            let product = i16x8_mul(clipped, load(weights, vector));
            sums = i32x4_add(sums, i32x4_dot_i16x8(product, clipped));
        }
        let lanes = [
            i32x4_extract_lane::<0>(sums),
            i32x4_extract_lane::<1>(sums),
            i32x4_extract_lane::<2>(sums),
            i32x4_extract_lane::<3>(sums),
        ];
        lanes.into_iter().fold(0, i32::wrapping_add)
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::cpu::Cpu;
    use parlor_search::isa::{Task, dispatch};

    use super::*;

    struct All<'a, const H: usize> {
        rows: &'a [Row<H>],
        inputs: &'a [u16],
    }

    impl<const H: usize> Task for All<'_, H> {
        type Output = (Row<H>, Row<H>, i32);

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> (Row<H>, Row<H>, i32) {
            let start = &self.rows[0];
            let sum = sum(isa, start, self.rows, self.inputs);
            let back = difference(isa, &sum, self.rows, self.inputs);
            let weights = Row(start.0.map(|weight| weight.clamp(-127, 127)));
            (sum, back, clipped_square_sum(isa, &sum, &weights))
        }
    }

    fn both_kernels_agree<const H: usize>() {
        let mut random = 5;
        for n_inputs in [0, 1, 2, 7, 36] {
            let rows: Vec<Row<H>> = (0..50)
                .map(|_| {
                    Row(std::array::from_fn(|_| {
                        (split_mix(&mut random) % 600) as i16 - 300
                    }))
                })
                .collect();
            let inputs: Vec<u16> = (0..n_inputs)
                .map(|_| (split_mix(&mut random) % 50) as u16)
                .collect();
            let all = || All {
                rows: &rows,
                inputs: &inputs,
            };
            let portable = dispatch(Cpu::Portable, all());
            assert_eq!(
                portable,
                dispatch(Cpu::best(), all()),
                "{H} numbers, {n_inputs} rows"
            );
            assert_eq!(portable.1, rows[0], "what was added was taken away");
            assert_ne!(portable.2, 0);
        }
    }

    #[test]
    fn both_kernels_agree_on_every_width() {
        both_kernels_agree::<16>();
        both_kernels_agree::<32>();
        both_kernels_agree::<64>();
        both_kernels_agree::<96>();
        both_kernels_agree::<128>();
        both_kernels_agree::<144>();
        both_kernels_agree::<256>();
    }

    #[test]
    fn the_baseline_gives_what_its_portable_twin_gives() {
        assert!(baseline_is_right(50));
    }

    #[test]
    fn squares_are_clipped_and_weighted() {
        let accumulator = Row([-5, 0, 3, 255, 256, 32_000, -32_000, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
        let weights = Row([9, 9, 2, 127, 1, -127, 5, -1, 1, 1, 1, 1, 1, 1, 1, 1]);
        // Of the three units that are clipped at 255, two weights cancel.
        let wanted = 3 * 3 * 2 + 255 * 255 - 100;
        assert_eq!(portable::clipped_square_sum(&accumulator, &weights), wanted);
    }
}
