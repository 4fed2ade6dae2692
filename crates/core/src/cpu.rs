//! Detection of the machine's instruction set. Callers ask once, at the start of a search or a count, never
//! per node.
//!
//! Hot code exists in two builds: a portable one that always exists and one for AVX2 machines. Both come from
//! the same generic source. A body that is built for AVX2 is `#[inline(always)]`; it recurses through a thin
//! function that carries `#[target_feature]`, so that everything inlined into it may use the wider
//! instructions:
//!
//! ```text
//! #[inline(always)] fn body<K: Kernel>(…) { … K::recurse(…) … }
//! impl Kernel for Avx2 { fn recurse(…) { /* unsafe: made only after `Cpu::detect` */ recurse_avx2(…) } }
//! #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")] fn recurse_avx2(…) { body::<Avx2>(…) }
//! ```

use std::sync::OnceLock;

/// The instruction set that hot code uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cpu {
    /// The baseline that every machine of the target has.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT (x86-64-v3).
    Avx2,
}

impl Cpu {
    /// Returns the best instruction set of this machine. `PARLOR_CPU=portable` in the environment disables
    /// the wider one, for measurements and for machines that report features they lack.
    pub fn detect() -> Cpu {
        static FOUND: OnceLock<Cpu> = OnceLock::new();
        *FOUND.get_or_init(|| {
            if std::env::var_os("PARLOR_CPU").is_some_and(|value| value == "portable") {
                return Cpu::Portable;
            }
            Cpu::best()
        })
    }

    /// Returns the best instruction set of this machine, regardless of the environment.
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
