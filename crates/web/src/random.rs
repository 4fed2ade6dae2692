//! The system's randomness, from which secrets are made.

use parlor_core::random::split_mix;
use parlor_table::Secrets;

/// Secrets that cannot be guessed.
pub(crate) fn secrets() -> Secrets {
    Secrets::from_source(fill)
}

fn fill(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // A system without randomness: unlike any other secret, if guessable to anyone who knows the moment.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut state = now.map_or(0, |now| now.as_nanos() as u64) ^ u64::from(std::process::id());
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes()[..chunk.len()]);
        }
    }
}
