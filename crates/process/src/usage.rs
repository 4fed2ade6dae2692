//! The resources that a program uses.

use std::time::Duration;

/// The resources that a program uses with its living descendants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Memory in bytes. Memory shared by two processes counts twice.
    pub memory: u64,
    /// Processor time so far, including that of children that were waited for.
    pub processor: Duration,
}
