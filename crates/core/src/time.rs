//! Moments on a clock that only goes forward.
//!
//! Everywhere but in WebAssembly this is the clock of the standard library. There it has none: the host of the
//! module passes in its own as the import `parlor.now`.

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
    // SAFETY: the host's function takes nothing and touches no memory of ours.
    unsafe extern "C" {
        /// Milliseconds since some beginning of the host's own.
        safe fn now() -> f64;
    }

    /// A moment, as `std::time::Instant`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::from_secs_f64(now().max(0.0) / 1000.0))
        }

        /// How long ago it was.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// How long it is since an earlier moment; nothing since a later one.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment that much later, if the clock can show it.
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
