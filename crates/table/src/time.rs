//! Points in time, which the host of a table passes in.

use std::ops::Add;
use std::time::Duration;

/// A point in time on the host's monotonic clock: the time since an arbitrary start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// Creates the point in time this long after the start.
    pub const fn new(since_beginning: Duration) -> Timestamp {
        Timestamp(since_beginning)
    }

    /// Returns the time since the start.
    pub const fn since_beginning(self) -> Duration {
        self.0
    }

    /// Returns the time since an earlier point, or zero if it is later.
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
