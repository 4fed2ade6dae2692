//! Instants of a monotonic clock.
//!
//! Everywhere but in WebAssembly this is the clock of the standard library. WebAssembly has no clock, so the
//! host of the module passes in its own as the import `parlor.now`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    #![allow(unsafe_code)]

    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "parlor")]
    // SAFETY: the host's function takes no arguments and touches no memory of ours.
    unsafe extern "C" {
        /// Returns milliseconds since an arbitrary start that the host chooses.
        safe fn now() -> f64;
    }

    /// An instant, like `std::time::Instant`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current instant.
        pub fn now() -> Instant {
            Instant(Duration::from_secs_f64(now().max(0.0) / 1000.0))
        }

        /// Returns the time since this instant.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// Returns the time since an earlier instant, or zero if it is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns the instant that much later, if the clock can represent it.
        pub fn checked_add(&self, later: Duration) -> Option<Instant> {
            self.0.checked_add(later).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, later: Duration) -> Instant {
            Instant(self.0.saturating_add(later))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
