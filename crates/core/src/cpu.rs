//! Which instructions the machine has: asked once, at the start of a search or a count, never per node.
//!
//! Hot code exists in two builds: a portable one that is always there and one for AVX2 machines. Both are
//! the same generic source. A body that is to be built for AVX2 is `#[inline(always)]`; it recurses through
//! a thin function that carries `#[target_feature]`, so that everything inlined into it may use the wider
//! instructions:
//!
//! ```text
//! #[inline(always)] fn body<K: Kernel>(…) { … K::recurse(…) … }
//! impl Kernel for Avx2 { fn recurse(…) { /* unsafe: made only after `Cpu::detect` */ recurse_avx2(…) } }
//! #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")] fn recurse_avx2(…) { body::<Avx2>(…) }
//! ```

use std::sync::OnceLock;

/// The instruction set that hot code is to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cpu {
    /// What every machine of the target has.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT (x86-64-v3).
    Avx2,
}

impl Cpu {
    /// The best instruction set of this machine. `PARLOR_CPU=portable` in the environment forbids the
    /// wider one, for measuring and for machines that lie.
    pub fn detect() -> Cpu {
        static FOUND: OnceLock<Cpu> = OnceLock::new();
        *FOUND.get_or_init(|| {
            if std::env::var_os("PARLOR_CPU").is_some_and(|value| value == "portable") {
                return Cpu::Portable;
            }
            Cpu::best()
        })
    }

    /// The best instruction set of this machine, whatever the environment says.
    pub fn best() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Cpu::Avx2;
        }
        Cpu::Portable
    }
}
