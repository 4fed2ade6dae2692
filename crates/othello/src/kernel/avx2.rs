//! The kernel for AVX2 machines: the four lines of a square in the four lanes of a vector.
//!
//! The gain over the portable twin, as `cargo bench -p parlor-othello` measured it on a Zen 4 core: flips in
//! 1.9 ns instead of 7.3, mobility in 2.9 ns instead of 8.9, perft more than twice as fast.
//!
//! The technique of testing all four directions in one vector, with the line's end found by carry on the
//! rising side and by comparison on the falling side, comes from the Edax family of programs.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use parlor_core::cpu::Cpu;

use super::rays::{RAYS, STEPS};
use super::{Kernel, Task};

/// The kernel for AVX2 machines. Only [`Avx2::detect`] creates one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the kernel, if this machine can run it.
    pub fn detect() -> Option<Avx2> {
        (Cpu::best() == Cpu::Avx2).then_some(Avx2(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: an `Avx2` exists only where the features of `flips` were detected. Gain: see the module
        // documentation.
        unsafe { flips(player, opponent, square) }
    }

    #[inline(always)]
    fn mobility(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: an `Avx2` exists only where the features of `mobility` were detected. Gain: see the module
        // documentation.
        unsafe { mobility(player, opponent) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: an `Avx2` exists only where the features of `run` were detected.
        // Gain: without it nothing could be inlined into code that is compiled for AVX2.
        unsafe { run(self, task) }
    }

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T: Task>(kernel: Avx2, task: T) -> T::Output {
    task.run(kernel)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(player: u64, opponent: u64, square: u32) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    // SAFETY: both loads read 32 bytes inside `Rays`, which is aligned to 64 and begins with them. Gain: one
    // aligned load each instead of four moves.
    let (rising, falling) = unsafe {
        (
            _mm256_load_si256(rays.rising.as_ptr().cast()),
            _mm256_load_si256(rays.falling.as_ptr().cast()),
        )
    };
    let player = _mm256_set1_epi64x(player.cast_signed());
    let opponent = _mm256_set1_epi64x(opponent.cast_signed());
    let zero = _mm256_setzero_si256();

    // Rising: the lowest square of the line that is not the opponent's, if it is the player's. The squares
    // below it turn; `empty - anchor` is all ones without an anchor, else minus the anchor, whose complement
    // has exactly the bits below it.
    let stops = _mm256_andnot_si256(opponent, rising);
    let anchor = _mm256_and_si256(_mm256_and_si256(player, rising), _mm256_sub_epi64(zero, stops));
    let keep = _mm256_sub_epi64(_mm256_cmpeq_epi64(anchor, zero), anchor);
    let rising_flips = _mm256_andnot_si256(keep, rising);

    // Falling: the player's discs on the line and everything beyond them, by doubling; the squares before the
    // nearest of them remain. They turn if no empty square comes sooner, that is, if the discs form a greater
    // number than the empty squares. Bit 63 is on no falling line, so a signed comparison is enough.
    let anchors = _mm256_and_si256(player, falling);
    let mut shadow = anchors;
    for doubling in 0..3 {
        let by = lanes(STEPS.map(|step| u64::from(step) << doubling));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, by));
    }
    let empties = _mm256_xor_si256(_mm256_andnot_si256(opponent, falling), anchors);
    let falling_flips = _mm256_and_si256(
        _mm256_andnot_si256(shadow, falling),
        _mm256_cmpgt_epi64(anchors, empties),
    );
    union(_mm256_or_si256(rising_flips, falling_flips))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mobility(player: u64, opponent: u64) -> u64 {
    // The columns b to g for all lines except the vertical ones: no line may run over the edge.
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let step = lanes(STEPS.map(u64::from));
    let two_steps = lanes(STEPS.map(|step| 2 * u64::from(step)));
    let p = _mm256_set1_epi64x(player.cast_signed());
    let o = _mm256_and_si256(
        _mm256_set1_epi64x(opponent.cast_signed()),
        lanes([INNER, !0, INNER, INNER]),
    );

    // As in the portable twin: runs of one, two, four and six discs, both ways.
    let mut rising = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
    let mut falling = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
    rising = _mm256_or_si256(rising, _mm256_and_si256(o, _mm256_sllv_epi64(rising, step)));
    falling = _mm256_or_si256(falling, _mm256_and_si256(o, _mm256_srlv_epi64(falling, step)));
    let rising_pairs = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
    let falling_pairs = _mm256_srlv_epi64(rising_pairs, step);
    for _ in 0..2 {
        let further = _mm256_and_si256(rising_pairs, _mm256_sllv_epi64(rising, two_steps));
        rising = _mm256_or_si256(rising, further);
        let further = _mm256_and_si256(falling_pairs, _mm256_srlv_epi64(falling, two_steps));
        falling = _mm256_or_si256(falling, further);
    }
    let ends = _mm256_or_si256(_mm256_sllv_epi64(rising, step), _mm256_srlv_epi64(falling, step));
    union(ends) & !(player | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

/// Returns the union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}
