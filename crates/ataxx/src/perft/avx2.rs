//! The fast walk compiled for machines with AVX2, BMI and POPCNT. Its portable twin is the same source in
//! [`super::Portable`]; a test checks that the two are equal.
#![allow(unsafe_code)]

use parlor_core::cpu::Cpu;

use super::{Kernel, Node, Portable};

/// Returns the number of lines of `depth` plies. Falls back to the portable build if the machine has no AVX2.
pub(super) fn perft(node: Node, depth: u32) -> u64 {
    match Cpu::best() {
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 => x86::Avx2::perft(node, depth),
        _ => Portable::perft(node, depth),
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::walk;
    use super::{Kernel, Node};

    /// The AVX2 build. Used only through [`super::perft`], after the machine was found to have the
    /// instructions.
    pub(super) struct Avx2;

    impl Kernel for Avx2 {
        #[inline(always)]
        fn perft(node: Node, depth: u32) -> u64 {
            // SAFETY: the only caller is `super::perft`, which has checked the machine. Gain: POPCNT, TZCNT
            // and BLSR instead of sequences of shifts and masks.
            unsafe { perft_avx2(node, depth) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn perft_avx2(node: Node, depth: u32) -> u64 {
        walk::<Avx2>(node, depth)
    }
}
