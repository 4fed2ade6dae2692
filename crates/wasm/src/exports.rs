//! The functions that JavaScript calls: it writes a text to [`parlor_input`], calls [`parlor_call`] and reads the
//! answer at [`parlor_output`]. While a search runs, its reports go out through the import `parlor.report`.
#![allow(unsafe_code)]

use std::sync::{LazyLock, Mutex, PoisonError};

use crate::{Session, memory};

#[link(wasm_import_module = "parlor")]
// SAFETY: the host's function reads the text during the call and keeps nothing of it.
unsafe extern "C" {
    safe fn report(text: *const u8, length: usize);
}

static SESSION: LazyLock<Mutex<Session>> = LazyLock::new(Mutex::default);

/// Returns where to write a text of this many bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_input(length: usize) -> *mut u8 {
    memory::input(length)
}

/// Carries out the call in the input text, and returns the length of the answer.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_call() -> usize {
    let text = memory::take_input();
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    memory::put_output(session.call(&text, &mut |report_text| {
        report(report_text.as_ptr(), report_text.len())
    }))
}

/// Returns where the answer is.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parlor_output() -> *const u8 {
    memory::output()
}
