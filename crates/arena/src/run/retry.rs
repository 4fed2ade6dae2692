//! Asking a store again that does not answer for a while: a server that restarts does not cost anyone a tournament.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::store::StoreError;

/// The first pause, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How often somebody who waits looks whether the person wants to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How patiently a store is asked.
#[derive(Clone, Copy)]
pub(super) struct RetryPolicy<'a> {
    /// Ends the waiting.
    pub(super) stop: &'a AtomicBool,
    /// How long a store may not answer.
    pub(super) limit: Duration,
    /// Called once for each query that fails.
    pub(super) told: Option<fn(&StoreError)>,
}

impl RetryPolicy<'_> {
    /// Asks until there is an answer, an error that will not go away, or no time left. What is asked must do no harm when
    /// it is done twice.
    pub(super) fn ask<T>(
        &self,
        mut question: impl FnMut() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let since = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            match question() {
                Err(error) if error.is_transient() && self.may_wait(since) => {
                    if pause == FIRST_PAUSE
                        && let Some(tell) = self.told
                    {
                        tell(&error);
                    }
                    self.sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                answer => return answer,
            }
        }
    }

    fn may_wait(&self, since: Instant) -> bool {
        since.elapsed() < self.limit && !self.stop.load(Ordering::Relaxed)
    }

    fn sleep(&self, pause: Duration) {
        let until = Instant::now() + pause;
        while Instant::now() < until && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK_EVERY.min(pause));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outage() -> StoreError {
        StoreError::Database(sqlx::Error::PoolTimedOut)
    }

    #[test]
    fn a_store_is_asked_until_it_answers() {
        let stop = AtomicBool::new(false);
        let retry = RetryPolicy {
            stop: &stop,
            limit: Duration::from_secs(600),
            told: None,
        };
        let mut n = 0;
        let answer = retry.ask(|| {
            n += 1;
            if n < 4 { Err(outage()) } else { Ok(n) }
        });
        assert_eq!(answer.expect("an answer"), 4);
        let mut n = 0;
        let refused = retry.ask(|| -> Result<(), StoreError> {
            n += 1;
            Err(StoreError::NoTournament(7))
        });
        assert!(
            refused.is_err() && n == 1,
            "what will not go away is not asked again"
        );
    }

    #[test]
    fn nobody_waits_longer_than_is_said_or_when_the_person_leaves() {
        let stop = AtomicBool::new(false);
        let at_once = RetryPolicy {
            stop: &stop,
            limit: Duration::ZERO,
            told: None,
        };
        assert!(
            at_once
                .ask(|| -> Result<(), StoreError> { Err(outage()) })
                .is_err()
        );
        let retry = RetryPolicy {
            limit: Duration::from_secs(600),
            ..at_once
        };
        stop.store(true, Ordering::Relaxed);
        assert!(retry.ask(|| -> Result<(), StoreError> { Err(outage()) }).is_err());
    }
}
