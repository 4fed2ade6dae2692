//! The threads of a module with shared memory. Its host starts workers, gives each a part of [`PARLOR_THREAD_SPACE`],
//! and lets them enter [`parlor_help`].
#![allow(unsafe_code)]

use std::cell::UnsafeCell;

/// The most threads of a module, the one that searches included. `npm/module.js` has the same numbers.
const MOST_THREADS: usize = 8;
/// The space of a thread: its thread-local variables, and above them its stack.
const THREAD_SPACE: usize = 1 << 20;

/// The space of all threads.
#[repr(align(16))]
pub(crate) struct ThreadSpace(
    #[expect(dead_code, reason = "only JavaScript uses it")] UnsafeCell<[[u8; THREAD_SPACE]; MOST_THREADS]>,
);

// SAFETY: no code of ours accesses it. JavaScript gives each thread a part of its own.
unsafe impl Sync for ThreadSpace {}

/// The value of this export is the address of the space.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) static PARLOR_THREAD_SPACE: ThreadSpace =
    ThreadSpace(UnsafeCell::new([[0; THREAD_SPACE]; MOST_THREADS]));

/// Lets the calling thread help with the searches of the others, for ever. It must have a stack of its own.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_help() {
    parlor_core::threads::pool::help()
}
