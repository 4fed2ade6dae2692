//! Helpers that enter from outside and wait for work: the workers of a WebAssembly module with shared memory.
#![allow(unsafe_code)]

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::HelperTask;

/// The tasks of one call of [`with_helpers`].
type Group = u64;

struct Pool {
    last_group: Group,
    waiting: Vec<(Group, HelperTask<'static>)>,
    running: Vec<Group>,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    last_group: 0,
    waiting: Vec::new(),
    running: Vec::new(),
});
/// Rings when there is a new task.
static BEGUN: Condvar = Condvar::new();
/// Rings when a task has ended.
static ENDED: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    // No task runs under the lock, so a panic leaves the lists as they should be.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `main` on the calling thread while the helpers that are free run the tasks. Returns its result when all tasks
/// that were begun have ended; the others are dropped.
pub fn with_helpers<'a, R>(tasks: Vec<HelperTask<'a>>, main: impl FnOnce() -> R) -> R {
    if tasks.is_empty() {
        return main();
    }
    let mut pool = pool();
    pool.last_group += 1;
    let group = pool.last_group;
    // Made before any task can begin, so that it also waits for them if `main` panics.
    let _tasks_end = EndTasks(group);
    for task in tasks {
        // SAFETY: a task is used only until `EndTasks` is dropped, at the latest when this function returns or
        // unwinds. Until then everything that it borrows for `'a` exists. Both types differ only in the lifetime.
        let task = unsafe { std::mem::transmute::<HelperTask<'a>, HelperTask<'static>>(task) };
        pool.waiting.push((group, task));
    }
    drop(pool);
    BEGUN.notify_all();
    main()
}

/// Lets the calling thread help for ever.
pub fn help() -> ! {
    loop {
        let mut pool = pool();
        let (group, task) = loop {
            if let Some(next) = pool.waiting.pop() {
                break next;
            }
            pool = BEGUN.wait(pool).unwrap_or_else(PoisonError::into_inner);
        };
        pool.running.push(group);
        drop(pool);
        let ended = TaskEnded(group);
        task();
        drop(ended);
    }
}

/// Drops the tasks of a group that no helper has begun, and waits for the others.
struct EndTasks(Group);

impl Drop for EndTasks {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.waiting.retain(|(group, _)| *group != self.0);
        while pool.running.contains(&self.0) {
            pool = ENDED.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Notes the end of a task, even after a panic.
struct TaskEnded(Group);

impl Drop for TaskEnded {
    fn drop(&mut self) {
        let mut pool = pool();
        if let Some(place) = pool.running.iter().position(|group| *group == self.0) {
            pool.running.swap_remove(place);
        }
        drop(pool);
        ENDED.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    /// One test for all, because the pool is one for the whole process.
    #[test]
    fn helpers_run_tasks_that_borrow_and_a_call_without_free_helpers_returns() {
        let n_run = AtomicU32::new(0);
        let task = || -> HelperTask<'_> {
            Box::new(|| {
                n_run.fetch_add(1, Ordering::Relaxed);
            })
        };
        // Nobody helps yet: the tasks are dropped.
        assert_eq!(with_helpers(vec![task(), task()], || 7), 7);
        assert_eq!(n_run.load(Ordering::Relaxed), 0);

        thread::spawn(|| help());
        thread::spawn(|| help());
        // All three are needed to pass the barrier, so both tasks are begun.
        let barrier = Barrier::new(3);
        let waiting = || -> HelperTask<'_> {
            Box::new(|| {
                barrier.wait();
                n_run.fetch_add(1, Ordering::Relaxed);
            })
        };
        for round in 1..=50 {
            with_helpers(vec![waiting(), waiting()], || barrier.wait());
            assert_eq!(n_run.load(Ordering::Relaxed), 2 * round);
        }
    }
}
