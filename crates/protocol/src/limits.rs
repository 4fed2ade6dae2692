//! What a program may spend on one move.

use std::time::Duration;

use parlor_core::PerColor;

/// The clocks of a game, as they stand when a program is asked for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What each side has left.
    pub remaining: PerColor<Duration>,
    /// What a side gains with each move it makes.
    pub increment: Duration,
}

/// What a program may spend on one move; whatever is not given is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The game clock.
    pub clock: Option<Clock>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most plies.
    pub depth: Option<u32>,
    /// How many moves the clock must last for, if it is set anew after them.
    pub moves_to_go: Option<u32>,
    /// Whether to think until told to stop.
    pub until_stopped: bool,
}

impl Budget {
    /// Whether nothing at all is limited.
    pub fn is_unlimited(&self) -> bool {
        *self == Budget::default()
    }
}
