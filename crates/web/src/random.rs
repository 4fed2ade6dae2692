//! Secrets from the system's random number generator.

use parlor_core::random::split_mix;
use parlor_table::Secrets;

/// Creates a source of secrets that cannot be guessed.
pub(crate) fn secrets() -> Secrets {
    Secrets::from_source(fill)
}

fn fill(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // The system has no randomness. Such a secret is still unique, but can be guessed by those who know when it
        // was made.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut state = now.map_or(0, |now| now.as_nanos() as u64) ^ u64::from(std::process::id());
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes()[..chunk.len()]);
        }
    }
}
