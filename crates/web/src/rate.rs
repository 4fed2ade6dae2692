//! Rate limits for messages.

use std::time::{Duration, Instant};

/// A message counts once for each started block of this size.
const BYTES_A_MESSAGE: usize = 8 * 1024;

/// A token bucket: it fills with time, and messages empty it.
#[derive(Debug)]
pub(crate) struct Rate {
    capacity: f64,
    per_second: f64,
    level: f64,
    at: Instant,
}

impl Rate {
    /// Creates a full bucket.
    pub(crate) fn new(capacity: f64, per_second: f64, now: Instant) -> Rate {
        Rate {
            capacity,
            per_second,
            level: capacity,
            at: now,
        }
    }

    /// Takes a message of this many bytes from the bucket if there is enough left.
    pub(crate) fn allows(&mut self, bytes: usize, now: Instant) -> bool {
        self.fill(now);
        let cost = self.cost(bytes);
        if self.level < cost {
            return false;
        }
        self.level -= cost;
        true
    }

    /// Takes a message of this many bytes from the bucket in any case. Returns how long to wait before the next
    /// one.
    pub(crate) fn spend(&mut self, bytes: usize, now: Instant) -> Duration {
        self.fill(now);
        self.level -= self.cost(bytes);
        if self.level >= 0.0 || self.per_second <= 0.0 {
            return Duration::ZERO;
        }
        Duration::from_secs_f64(-self.level / self.per_second)
    }

    /// Whether the bucket is full, like a new one.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level >= self.capacity
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = self.at.max(now);
        self.level = (self.level + passed * self.per_second).min(self.capacity);
    }

    fn cost(&self, bytes: usize) -> f64 {
        // The largest import must fit into a full bucket.
        (1.0 + (bytes / BYTES_A_MESSAGE) as f64).min(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_refused_until_the_bucket_fills_again() {
        let start = Instant::now();
        let mut rate = Rate::new(5.0, 2.0, start);
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
        assert!(!rate.is_full(start + Duration::from_secs(61)));
        assert!(rate.is_full(start + Duration::from_secs(90)));
    }

    #[test]
    fn a_client_over_its_rate_has_to_wait() {
        let start = Instant::now();
        let mut rate = Rate::new(3.0, 2.0, start);
        let waits: Vec<u128> = (0..5).map(|_| rate.spend(10, start).as_millis()).collect();
        assert_eq!(waits, [0, 0, 0, 500, 1000]);
    }
}
