//! Time management: how long to think about one move.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::TimeLimit;
use parlor_core::time::Instant;

use crate::params::CLOCK_OVERHEAD_MS;

/// The number of further own moves to expect in a game when nothing better is known.
const MOVES_EXPECTED: u32 = 25;
/// The hard limit, as a multiple of the soft limit.
const MAX_STRETCH: u32 = 4;
/// In thousandths of the soft limit: added when the best move has just changed.
const UNSETTLED_BONUS: u64 = 600;
/// In thousandths of the soft limit: subtracted for each iteration with an unchanged best move.
const SETTLED_MALUS: u64 = 80;
/// In thousandths of the soft limit: the minimum, however settled the move is.
const LEAST: u64 = 500;
/// In thousandths of the soft limit: added when the score has dropped by a piece.
const DROP_BONUS: i64 = 800;

/// The time plan of one search.
#[derive(Debug)]
pub(crate) struct Plan {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    settled_for: u64,
}

impl Plan {
    pub(crate) fn new(limit: TimeLimit, started: Instant) -> Plan {
        let (soft, hard) = match limit {
            TimeLimit::Infinite | TimeLimit::UntilStopped => (None, None),
            TimeLimit::PerMove(time) => (None, Some(time)),
            TimeLimit::Clock {
                remaining,
                increment,
                moves_to_go,
            } => {
                let usable = remaining.saturating_sub(Duration::from_millis(CLOCK_OVERHEAD_MS));
                let moves = moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, 50);
                let soft = (usable / moves + increment * 3 / 4).min(usable);
                // Never more than half of the remaining time, unless this is the last move that it must last
                // for.
                let most = if moves == 1 { usable } else { usable / 2 };
                (Some(soft.min(most)), Some((soft * MAX_STRETCH).min(most)))
            }
        };
        Plan {
            started,
            soft,
            hard,
            settled_for: 0,
        }
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// Returns when the search must end, whatever its state.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.hard.map(|hard| self.started + hard)
    }

    /// Returns whether saving time has a benefit. It has on a game clock; otherwise the search may use all
    /// its time.
    pub(crate) fn is_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// Returns whether another iteration is not worth its time, after one that may have changed the best move
    /// and moved the score from `before` to `now`.
    pub(crate) fn is_enough(&mut self, best_changed: bool, before: Score, now: Score) -> bool {
        let Some(soft) = self.soft else { return false };
        self.settled_for = if best_changed { 0 } else { self.settled_for + 1 };
        let mut share = 1000 + if best_changed { UNSETTLED_BONUS } else { 0 };
        share = share.saturating_sub(SETTLED_MALUS * self.settled_for).max(LEAST);
        let drop = i64::from(before.0 - now.0).clamp(0, i64::from(2 * Score::PIECE));
        share += (drop * DROP_BONUS / i64::from(Score::PIECE)) as u64;
        // An iteration usually takes longer than all previous ones together: begun in the second half it
        // would not finish.
        let micros = soft.as_micros() as u64 * share / 2000;
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
                    let hard = plan.hard.expect("a clock gives a hard limit");
                    assert!(hard <= Duration::from_millis(ms.saturating_sub(CLOCK_OVERHEAD_MS)));
                    assert!(plan.soft.expect("and a soft limit") <= hard);
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
