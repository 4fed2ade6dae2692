//! The limits of a program for one move.

use std::time::Duration;

use parlor_core::Color;
use parlor_core::think::{Clock, Limits, TimeLimit};

/// The limits of an external program for one move. `None` means no limit. Unlike [`Limits`], it has both
/// clocks, because protocols send both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The game clock.
    pub clock: Option<Clock>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth.
    pub depth: Option<u32>,
    /// The number of moves for which the clock must last, if it is reset after them.
    pub moves_to_go: Option<u32>,
}

impl Budget {
    /// Returns these limits for a search of the side to move.
    pub fn limits<M>(&self, turn: Color) -> Limits<M> {
        let for_move = self.move_time.map_or(TimeLimit::Infinite, TimeLimit::PerMove);
        let on_clock = self.clock.map_or(TimeLimit::Infinite, |clock| TimeLimit::Clock {
            remaining: clock.remaining[turn],
            increment: clock.increment[turn],
            moves_to_go: self.moves_to_go,
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: for_move.and(on_clock),
            ..Limits::default()
        }
    }
}
