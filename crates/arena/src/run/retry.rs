//! Retries queries when the store does not answer for a while, so that a tournament survives a server restart.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::OnOutage;
use crate::store::StoreError;

/// The first pause between retries, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// How often a pause checks for an interrupt.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How long, and how, to retry.
#[derive(Clone, Copy)]
pub(super) struct RetryPolicy<'a> {
    /// Set when the user interrupts the run: no more retries.
    pub(super) stop: &'a AtomicBool,
    /// How long to retry.
    pub(super) limit: Duration,
    /// Called after the first failure of each query.
    pub(super) on_failure: Option<&'a OnOutage>,
}

impl RetryPolicy<'_> {
    /// Runs a query until it succeeds, fails with an error that is not transient, or the time is up. The
    /// query must be idempotent.
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
                        && let Some(report) = self.on_failure
                    {
                        report(&error);
                    }
                    self.sleep(pause);
                    pause = (2 * pause).min(MAX_PAUSE);
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
            std::thread::sleep(CHECK_INTERVAL.min(pause));
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
    fn a_query_is_retried_until_the_store_answers() {
        let stop = AtomicBool::new(false);
        let retry = RetryPolicy {
            stop: &stop,
            limit: Duration::from_secs(600),
            on_failure: None,
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
    fn retries_end_at_the_time_limit_and_on_an_interrupt() {
        let stop = AtomicBool::new(false);
        let at_once = RetryPolicy {
            stop: &stop,
            limit: Duration::ZERO,
            on_failure: None,
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
