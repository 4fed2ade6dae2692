//! The clocks of a game. The caller passes the time in.

use std::time::Duration;

use parlor_core::{Color, PerColor};
use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::wire::{ClockSetup, ClockView, Refusal};

const SHORTEST: u32 = 10;
const LONGEST: u32 = 5 * 60 * 60;
const LONGEST_INCREMENT: u32 = 10 * 60;

/// The clocks of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    setup: ClockSetup,
    left: PerColor<Duration>,
    running: Option<(Color, Timestamp)>,
}

/// The clocks in stored form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredClock {
    setup: ClockSetup,
    left_ms: [u64; 2],
}

impl Clock {
    /// Creates full clocks that do not run yet.
    pub fn new(setup: ClockSetup) -> Result<Clock, Refusal> {
        let fits = (SHORTEST..=LONGEST).contains(&setup.seconds) && setup.increment <= LONGEST_INCREMENT;
        if !fits {
            return Err(Refusal::Clock);
        }
        let full = Duration::from_secs(setup.seconds.into());
        Ok(Clock {
            setup,
            left: PerColor([full; 2]),
            running: None,
        })
    }

    /// Creates full clocks with the same settings.
    pub fn with_full_time(&self) -> Clock {
        let full = Duration::from_secs(self.setup.seconds.into());
        Clock {
            setup: self.setup,
            left: PerColor([full; 2]),
            running: None,
        }
    }

    /// Returns the settings.
    pub fn setup(&self) -> ClockSetup {
        self.setup
    }

    /// Returns the time a side has left.
    pub fn left(&self, color: Color, now: Timestamp) -> Duration {
        let spent = match self.running {
            Some((runner, since)) if runner == color => now.since(since),
            _ => Duration::ZERO,
        };
        self.left[color].saturating_sub(spent)
    }

    /// Stops the clock of a side that has moved and adds the increment. The first move of a game is free and adds
    /// nothing, so that nobody loses time before the game has begun.
    pub fn moved(&mut self, mover: Color, is_first: bool, now: Timestamp) {
        self.run(None, now);
        if !is_first {
            self.left[mover] += Duration::from_secs(self.setup.increment.into());
        }
    }

    /// Runs the clock of this side, or none.
    pub fn run(&mut self, color: Option<Color>, now: Timestamp) {
        if let Some((runner, _)) = self.running {
            self.left[runner] = self.left(runner, now);
        }
        self.running = color.map(|color| (color, now));
    }

    /// Returns when the running clock will run out.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.running.map(|(color, since)| since + self.left[color])
    }

    /// Returns the side whose time has run out.
    pub fn out_of_time(&self, now: Timestamp) -> Option<Color> {
        self.running
            .map(|(color, _)| color)
            .filter(|&color| self.left(color, now).is_zero())
    }

    /// Returns the clocks in the form that is shown.
    pub fn view(&self, now: Timestamp) -> ClockView {
        let left =
            Color::ALL.map(|color| u32::try_from(self.left(color, now).as_millis()).unwrap_or(u32::MAX));
        ClockView {
            left,
            running: self.running.map(|(color, _)| color.into()),
        }
    }

    /// Returns the clocks in stored form.
    pub fn to_stored(&self, now: Timestamp) -> StoredClock {
        let left_ms = Color::ALL.map(|color| self.left(color, now).as_millis() as u64);
        StoredClock {
            setup: self.setup,
            left_ms,
        }
    }

    /// Restores stored clocks, not running.
    pub fn from_stored(stored: &StoredClock) -> Clock {
        Clock {
            setup: stored.setup,
            left: PerColor(stored.left_ms.map(Duration::from_millis)),
            running: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_for_the_side_to_move_and_gains_by_moving() {
        let start = Timestamp::new(Duration::from_secs(5));
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut clock = Clock::new(ClockSetup {
            seconds: 60,
            increment: 2,
        })
        .unwrap();
        assert_eq!(clock.deadline(), None);
        clock.moved(Color::Black, true, at(30));
        clock.run(Some(Color::White), at(30));
        assert_eq!(
            clock.left(Color::Black, at(30)),
            Duration::from_secs(60),
            "the first move is free"
        );
        clock.moved(Color::White, false, at(40));
        clock.run(Some(Color::Black), at(40));
        assert_eq!(clock.left(Color::White, at(99)), Duration::from_secs(52));
        assert_eq!(clock.left(Color::Black, at(45)), Duration::from_secs(55));
        assert_eq!(clock.out_of_time(at(99)), None);
        assert_eq!(clock.out_of_time(at(100)), Some(Color::Black));
        assert_eq!(clock.deadline(), Some(at(100)));
        let again = Clock::from_stored(&clock.to_stored(at(45)));
        assert_eq!(again.left(Color::Black, at(200)), Duration::from_secs(55));
    }

    #[test]
    fn an_unplayable_clock_is_refused() {
        for (seconds, increment) in [(0, 0), (9, 5), (LONGEST + 1, 0), (60, LONGEST_INCREMENT + 1)] {
            assert!(matches!(
                Clock::new(ClockSetup { seconds, increment }),
                Err(Refusal::Clock)
            ));
        }
    }
}
