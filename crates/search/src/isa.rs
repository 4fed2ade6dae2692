//! Hot code, built once for every machine and once for AVX2 machines.
//!
//! A [`Task`] is a piece of work written once, as an `#[inline(always)]` body. [`Isa::run`] runs it inside a
//! function that was compiled for the instruction set, so that everything inlined into the body may use the
//! wider instructions. A recursive search makes each visit of a node a task; its caller chooses the
//! set once ([`dispatch`]). The results do not depend on the choice.
//!
//! A value of [`Avx2`] exists only if the machine was found to have the instructions. Kernels with intrinsics
//! take it as a proof.
#![allow(unsafe_code)]

use parlor_core::cpu::Cpu;

/// Work that is compiled once for each instruction set.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Implementations are `#[inline(always)]`: only what is inlined here is compiled for
    /// the instruction set.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// An instruction set, as a value that proves that the machine supports it.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Returns the proof for kernels with intrinsics, if this set has them. Known at compile time.
    fn avx2(self) -> Option<Avx2>;

    /// Runs a task in a separate function that is compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// The baseline that every machine of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// AVX2, BMI1, BMI2, LZCNT and POPCNT. Only [`Avx2::detect`] creates one.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the proof that this machine has the instructions, if it does.
    pub fn detect() -> Option<Avx2> {
        (Cpu::best() == Cpu::Avx2).then_some(Avx2(()))
    }
}

impl Isa for Portable {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    // Never inlined: the body is, and a recursive body cannot be inlined into itself.
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

impl Isa for Avx2 {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: only `detect` creates an `Avx2`, after it has checked for every feature that `run_avx2`
            // enables. Gain: single-instruction bit counts and scans in the whole tree.
            unsafe { run_avx2(self, task) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            task.run(self)
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn run_avx2<T: Task>(isa: Avx2, task: T) -> T::Output {
    task.run(isa)
}

/// Runs a task with the given instruction set, or the portable one when the machine lacks it.
pub fn dispatch<T: Task>(cpu: Cpu, task: T) -> T::Output {
    // Other targets lack the instructions, and a second build of every search would only cost time and space.
    #[cfg(target_arch = "x86_64")]
    if cpu == Cpu::Avx2
        && let Some(isa) = Avx2::detect()
    {
        return isa.run(task);
    }
    let _ = cpu;
    Portable.run(task)
}

/// Prefetches the memory behind a reference. It changes nothing but the time.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address comes from a reference, and SSE is part of every x86-64 machine. Gain: the
        // transposition-table probe, a fifth of the search's time, no longer waits for memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct CountBits(u64);

    impl Task for CountBits {
        type Output = (u32, u32);

        #[inline(always)]
        fn run<I: Isa>(self, _isa: I) -> (u32, u32) {
            (self.0.count_ones(), self.0.leading_zeros())
        }
    }

    #[test]
    fn both_builds_of_a_task_agree() {
        for bits in [0, 1, u64::MAX, 0x8000_1234_0000_0100] {
            assert_eq!(
                dispatch(Cpu::Portable, CountBits(bits)),
                dispatch(Cpu::best(), CountBits(bits))
            );
        }
    }
}
