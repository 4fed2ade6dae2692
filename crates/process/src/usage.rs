//! What a program takes of the machine.

use std::time::Duration;

/// What a program takes, together with all that it started and that still lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// What it holds in memory, in bytes. What two processes share counts twice.
    pub memory: u64,
    /// The processor time so far, that of children which were waited for included.
    pub processor: Duration,
}
