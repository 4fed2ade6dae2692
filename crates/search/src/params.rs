//! The constants of the search that are the same for every game, and the shape of those that are not.

/// Nodes between two looks at the clock and the stop flag: well under a millisecond in every game.
pub const POLL_INTERVAL: u64 = 1024;
