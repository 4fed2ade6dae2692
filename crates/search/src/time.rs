//! How long to think about one move.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::TimeLimit;
use parlor_core::time::Instant;

use crate::params::CLOCK_OVERHEAD_MS;

/// With no better knowledge a game is expected to last this many more moves of ours.
const MOVES_EXPECTED: u32 = 25;
/// The longest thought is this many times the usual one.
const MAX_STRETCH: u32 = 4;
/// In thousandths of the usual time: what a best move that has just changed adds.
const UNSETTLED_BONUS: u64 = 600;
/// In thousandths of the usual time: what each iteration with an unchanged best move takes away.
const SETTLED_MALUS: u64 = 80;
/// In thousandths of the usual time: the least, however settled the move is.
const LEAST: u64 = 500;
/// In thousandths of the usual time: what a score that has dropped by a piece adds.
const DROP_BONUS: i64 = 800;

/// The time plan of one search.
#[derive(Debug)]
pub(crate) struct Plan {
    started: Instant,
    usual: Option<Duration>,
    longest: Option<Duration>,
    settled_for: u64,
}

impl Plan {
    pub(crate) fn new(limit: TimeLimit, started: Instant) -> Plan {
        let (usual, longest) = match limit {
            TimeLimit::Infinite | TimeLimit::UntilStopped => (None, None),
            TimeLimit::PerMove(time) => (None, Some(time)),
            TimeLimit::Clock {
                remaining,
                increment,
                moves_to_go,
            } => {
                let usable = remaining.saturating_sub(Duration::from_millis(CLOCK_OVERHEAD_MS));
                let moves = moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, 50);
                let usual = (usable / moves + increment * 3 / 4).min(usable);
                // Never more than half of what is left, unless this is the last move it must last for.
                let most = if moves == 1 { usable } else { usable / 2 };
                (Some(usual.min(most)), Some((usual * MAX_STRETCH).min(most)))
            }
        };
        Plan {
            started,
            usual,
            longest,
            settled_for: 0,
        }
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// When the search must end, whatever it is doing.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.longest.map(|longest| self.started + longest)
    }

    /// Whether the time is the search's to save: on a game clock it is, otherwise all of it may be used.
    pub(crate) fn is_clock(&self) -> bool {
        self.usual.is_some()
    }

    /// Whether beginning another iteration is not worth its time, after one that changed the best move or
    /// not and moved the score from `before` to `now`.
    pub(crate) fn is_enough(&mut self, best_changed: bool, before: Score, now: Score) -> bool {
        let Some(usual) = self.usual else { return false };
        self.settled_for = if best_changed { 0 } else { self.settled_for + 1 };
        let mut share = 1000 + if best_changed { UNSETTLED_BONUS } else { 0 };
        share = share.saturating_sub(SETTLED_MALUS * self.settled_for).max(LEAST);
        let drop = i64::from(before.0 - now.0).clamp(0, i64::from(2 * Score::PIECE));
        share += (drop * DROP_BONUS / i64::from(Score::PIECE)) as u64;
        // An iteration usually takes longer than all before it: begun in the second half it would not end.
        let micros = usual.as_micros() as u64 * share / 2000;
        self.started.elapsed() >= Duration::from_micros(micros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Plan {
        let limit = TimeLimit::Clock {
            remaining: Duration::from_millis(ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        };
        Plan::new(limit, Instant::now())
    }

    #[test]
    fn no_clock_is_ever_overstepped_by_the_plan() {
        for ms in [0, 1, 10, 100, 1_000, 60_000] {
            for increment in [0, 10, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let plan = clock(ms, increment, moves_to_go);
                    let longest = plan.longest.expect("a clock gives a longest time");
                    assert!(longest <= Duration::from_millis(ms.saturating_sub(CLOCK_OVERHEAD_MS)));
                    assert!(plan.usual.expect("and a usual time") <= longest);
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_in_full() {
        let mut plan = Plan::new(TimeLimit::PerMove(Duration::ZERO), Instant::now());
        assert!(!plan.is_clock());
        assert!(!plan.is_enough(false, Score::DRAW, Score::DRAW));
        assert_eq!(plan.deadline(), Some(plan.started()));
    }

    #[test]
    fn an_empty_clock_leaves_no_time_for_another_iteration() {
        assert!(clock(0, 0, None).is_enough(true, Score(0), Score(-500)));
    }
}
