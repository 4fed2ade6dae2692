//! Runs numbered jobs on several threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Runs the jobs with the numbers from 0 to `n_jobs - 1` on this many threads. Each thread creates its own
/// worker, which receives numbers and returns results, or `None` if it was stopped. `take` receives the
/// results one at a time, in order of completion. If it breaks, no further job starts.
pub(crate) fn in_parallel<R: Send, W: FnMut(u64) -> Option<R>>(
    threads: usize,
    n_jobs: u64,
    make_worker: impl Fn() -> W + Sync,
    take: &mut (dyn FnMut(R) -> ControlFlow<()> + Send),
) {
    let next = AtomicU64::new(0);
    let is_over = AtomicBool::new(false);
    let take = Mutex::new(take);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut work = make_worker();
                while !is_over.load(Ordering::Relaxed) {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= n_jobs {
                        return;
                    }
                    let Some(result) = work(job) else { return };
                    // A panic of another thread loses only its own result.
                    let mut take = take.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if take(result).is_break() {
                        is_over.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_whatever_the_number_of_threads() {
        for threads in [0, 1, 4] {
            let mut done = Vec::new();
            in_parallel(threads, 20, || Some, &mut |job| {
                done.push(job);
                ControlFlow::Continue(())
            });
            done.sort_unstable();
            assert_eq!(done, (0..20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_job_starts_after_a_stop_or_the_last_wanted_result() {
        let mut taken = 0;
        in_parallel(1, 1000, || Some, &mut |_| {
            taken += 1;
            if taken == 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(taken, 3);
        let mut taken = 0;
        in_parallel(1, 1000, || |job| (job < 5).then_some(job), &mut |_| {
            taken += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(taken, 5);
    }
}
