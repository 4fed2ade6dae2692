//! The functions that the page's worker calls. A module has one host, and one thread runs it.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use parlor_wasm::memory;

use crate::{Capacity, Host};

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Returns where to write a text of this many bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_input(length: usize) -> *mut u8 {
    memory::input(length)
}

/// Creates the host. `searches` is the number of searches that run at once, `threads` the most threads of one of them,
/// `pace_ms` the minimum time between a move and the computer's reply. The seed must be random.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_begin(searches: usize, threads: usize, pace_ms: u32, seed: u64) {
    let pace = Duration::from_millis(pace_ms.into());
    HOST.set(Some(Host::new(Capacity { searches, threads }, pace, seed)));
}

/// Handles the input text at this time, and returns the length of the output text.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_handle(now_ms: f64) -> usize {
    let text = memory::take_input();
    HOST.with_borrow_mut(|host| {
        let done = host.as_mut().map(|host| host.handle_text(&text, now_ms));
        memory::put_output(done.unwrap_or_default())
    })
}

/// Returns where the output text is.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_output() -> *const u8 {
    memory::output()
}
