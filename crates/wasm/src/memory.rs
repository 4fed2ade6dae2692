//! The texts that pass between a module and JavaScript, which accesses the memory of the module directly: it writes
//! at [`input`] and reads at [`output`]. Only one thread of a module passes texts, so the locks are never contended.

use std::sync::{Mutex, MutexGuard, PoisonError};

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<String> = Mutex::new(String::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns where to write a text of this many bytes.
pub fn input(length: usize) -> *mut u8 {
    let mut input = locked(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Takes the text that was written.
pub fn take_input() -> String {
    let bytes = std::mem::take(&mut *locked(&INPUT));
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Stores a text for JavaScript to read, and returns its length.
pub fn put_output(text: String) -> usize {
    let mut output = locked(&OUTPUT);
    *output = text;
    output.len()
}

/// Returns where that text is.
pub fn output() -> *const u8 {
    locked(&OUTPUT).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_from_and_written_to_the_returned_addresses() {
        assert_eq!(put_output("Zoë".to_owned()), 4);
        assert!(!output().is_null());
        assert!(!input(3).is_null());
        assert_eq!(take_input(), "\0\0\0");
        assert_eq!(take_input(), "");
    }
}
