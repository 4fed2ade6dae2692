//! Moments in time, as the host of a table passes them in.

use std::ops::Add;
use std::time::Duration;

/// A moment on the host's clock, which only ever goes forward: the time since some beginning of the host's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// The moment this long after the host's beginning.
    pub const fn new(since_beginning: Duration) -> Timestamp {
        Timestamp(since_beginning)
    }

    /// How long after the host's beginning it is.
    pub const fn since_beginning(self) -> Duration {
        self.0
    }

    /// How long it is since an earlier moment; nothing since a later one.
    pub const fn since(self, earlier: Timestamp) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, later: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(later))
    }
}
