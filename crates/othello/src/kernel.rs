//! The two operations that determine the speed of Othello: which discs a move turns, and where a side can
//! move.
//!
//! A kernel works on bit patterns and has no notion of rules: no colours, no turn, no pass. The kernels
//! [`Portable`], `Avx2` and, in WebAssembly, `Simd128` give equal results; [`Baseline`] is the best one that
//! every machine of the target can run. A kernel is a zero-sized value. An `Avx2` can be created only on a
//! machine that has the instructions, so holding one proves that using it is sound.
//!
//! Bit `8 * row + column` is a square; row 0 is the top row, so a1, the top left corner, is bit 0.
//!
//! Hot code is written once, generic over `K: Kernel`, as the [`Task::run`] of a type, and marked
//! `#[inline(always)]`. [`Kernel::run`] calls it from inside a function that is compiled for the kernel's
//! instructions; a recursion that goes through `kernel.run(…)` therefore stays in such functions, although
//! the binary as a whole is built for the oldest machine of its target.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod rays;
#[cfg(target_feature = "simd128")]
mod simd128;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
use parlor_core::cpu::Cpu;
pub use portable::Portable;
#[cfg(not(target_feature = "simd128"))]
pub use portable::Portable as Baseline;
#[cfg(target_feature = "simd128")]
pub use simd128::Simd128 as Baseline;

/// An implementation of flips and mobility.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// Returns the discs of `opponent` that a disc of `player` on `square` turns; empty when the move is
    /// illegal.
    ///
    /// The square must be below 64 and empty, and the two sides must share no square; otherwise the result is
    /// unspecified.
    fn flips(self, player: u64, opponent: u64, square: u32) -> u64;

    /// Returns every square where `player` can move.
    fn mobility(self, player: u64, opponent: u64) -> u64;

    /// Runs a task in a function that is compiled for the instructions of this kernel.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Returns the proof that the machine has AVX2, for other kernels, if this one uses it. Known at compile
    /// time.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }
}

/// Work that is compiled once for each kernel. Its `run` should be `#[inline(always)]`: only what is inlined
/// into [`Kernel::run`] is compiled for the kernel's instructions.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a task with the kernel for this instruction set, or with the baseline if the machine lacks it.
pub fn dispatch<T: Task>(cpu: Cpu, task: T) -> T::Output {
    match cpu {
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 => match Avx2::detect() {
            Some(kernel) => kernel.run(task),
            None => Baseline.run(task),
        },
        _ => Baseline.run(task),
    }
}

/// Returns whether the baseline gives the same results as walking the board, in this many random positions.
/// Tests call it, and so does code for a target that has no tests.
pub fn baseline_is_right(n: usize) -> bool {
    walking::positions(n).all(|(player, opponent)| walking::agrees(Baseline, player, opponent))
}

mod walking;

#[cfg(test)]
mod tests {
    use super::walking::{agrees, positions};
    use super::*;

    fn check(kernel: impl Kernel, player: u64, opponent: u64) {
        assert!(agrees(kernel, player, opponent), "{player:#x} {opponent:#x}");
    }

    #[test]
    fn the_portable_kernel_agrees_with_walking_the_board() {
        for (player, opponent) in positions(20_000) {
            check(Portable, player, opponent);
        }
    }

    #[test]
    fn the_baseline_agrees_with_walking_the_board() {
        assert!(baseline_is_right(20_000));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_avx2_kernel_agrees_with_walking_the_board() {
        // On a machine without the instructions there is nothing to compare.
        if let Some(kernel) = Avx2::detect() {
            for (player, opponent) in positions(20_000) {
                check(kernel, player, opponent);
            }
        }
    }

    #[test]
    fn the_kernels_agree_on_every_square_of_every_line() {
        // One disc of the player anywhere and the opponent everywhere else: the longest possible lines.
        for square in 0..64 {
            for anchor in (0..64).filter(|&anchor| anchor != square) {
                let (player, opponent) = (1 << anchor, !(1 << anchor | 1 << square));
                check(Portable, player, opponent);
                #[cfg(target_arch = "x86_64")]
                if let Some(kernel) = Avx2::detect() {
                    check(kernel, player, opponent);
                }
            }
        }
    }
}
