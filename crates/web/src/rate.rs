//! How much a connection may say.

use std::time::Instant;

/// Long messages count as several of this length.
const BYTES_A_MESSAGE: usize = 8 * 1024;

/// A bucket that fills with time and is emptied by messages.
#[derive(Debug)]
pub(crate) struct Rate {
    capacity: f64,
    per_second: f64,
    level: f64,
    at: Instant,
}

impl Rate {
    /// A full bucket.
    pub(crate) fn new(burst: u32, per_second: u32, now: Instant) -> Rate {
        Rate {
            capacity: burst.into(),
            per_second: per_second.into(),
            level: burst.into(),
            at: now,
        }
    }

    /// Whether a message of this many bytes may come now.
    pub(crate) fn allows(&mut self, bytes: usize, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.level = (self.level + passed * self.per_second).min(self.capacity);
        // The longest import alone must fit a full bucket.
        let cost = (1.0 + (bytes / BYTES_A_MESSAGE) as f64).min(self.capacity);
        if self.level < cost {
            return false;
        }
        self.level -= cost;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_flood_is_cut_off_and_patience_is_rewarded() {
        let start = Instant::now();
        let mut rate = Rate::new(5, 2, start);
        let heard = (0..20).filter(|_| rate.allows(10, start)).count();
        assert_eq!(heard, 5);
        assert!(!rate.allows(10, start + Duration::from_millis(400)));
        assert!(rate.allows(10, start + Duration::from_millis(1000)));
        assert!(
            rate.allows(10_000_000, start + Duration::from_secs(60)),
            "a long one alone fits"
        );
        assert!(
            !rate.allows(1, start + Duration::from_secs(60)),
            "and empties the bucket"
        );
    }
}
