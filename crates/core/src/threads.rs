//! Threads that help the caller with one piece of work.
//!
//! Natively these are threads of the system. A WebAssembly module cannot start threads: its host lets workers enter
//! the module (`pool::help`), where they wait for work. A module without shared memory has no helpers at all.

#[cfg(any(test, all(target_family = "wasm", feature = "shared-memory")))]
pub mod pool;

/// The work of one helper.
pub type HelperTask<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs `main` on the calling thread while helpers run their tasks, and returns its result when all of them have
/// ended. So `main` must make the tasks end.
///
/// Do not rely on the tasks for a result: those that no helper has begun when `main` ends may be dropped.
#[cfg(not(target_family = "wasm"))]
pub fn with_helpers<R>(tasks: Vec<HelperTask<'_>>, main: impl FnOnce() -> R) -> R {
    std::thread::scope(|scope| {
        for task in tasks {
            scope.spawn(task);
        }
        main()
    })
}

/// Runs `main` on the calling thread. This module has no shared memory, so no other thread can run the tasks.
#[cfg(all(target_family = "wasm", not(feature = "shared-memory")))]
pub fn with_helpers<R>(_tasks: Vec<HelperTask<'_>>, main: impl FnOnce() -> R) -> R {
    main()
}

#[cfg(all(target_family = "wasm", feature = "shared-memory"))]
pub use pool::with_helpers;
