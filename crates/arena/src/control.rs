//! Time controls: how much time and work a move may take.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parlor_core::think::Clock;
use parlor_core::{Color, PerColor};
use parlor_protocol::Budget;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The time control of one side. Its text form is a list of parts, separated by commas or spaces: `60+0.5` is
/// a game clock of 60 seconds with an increment of half a second, `60` has no increment, `move=0.1` allows a
/// tenth of a second per move, `nodes=1000` and `depth=6` limit the search, and `none` sets no limit.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Control {
    /// The time on the game clock at the start.
    pub base: Option<Duration>,
    /// The time that each move adds to the clock.
    pub increment: Duration,
    /// The time for one move.
    pub move_time: Option<Duration>,
    /// The maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// The maximum depth per move, in plies.
    pub depth: Option<u32>,
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("“{}” is not a time control: expected 60+0.5, move=0.1, nodes=1000 or depth=6", .0.escape_default())]
pub struct ControlError(String);

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        let mut control = Control::default();
        let bad = || ControlError(text.chars().take(60).collect());
        for part in text.split([',', ' ']).map(str::trim) {
            match part.split_once('=') {
                Some(("move", value)) => control.move_time = Some(seconds(value).ok_or_else(bad)?),
                Some(("nodes", value)) => control.nodes = Some(value.parse().map_err(|_| bad())?),
                Some(("depth", value)) => control.depth = Some(value.parse().map_err(|_| bad())?),
                Some(_) => return Err(bad()),
                None if part == "none" || part.is_empty() => {}
                None => {
                    let (base, increment) = part.split_once('+').unwrap_or((part, "0"));
                    control.base = Some(seconds(base).ok_or_else(bad)?);
                    control.increment = seconds(increment).ok_or_else(bad)?;
                }
            }
        }
        Ok(control)
    }
}

impl Control {
    /// Whether a clock or a time per move limits this side.
    pub const fn is_timed(&self) -> bool {
        self.base.is_some() || self.move_time.is_some()
    }
}

impl TryFrom<String> for Control {
    type Error = ControlError;

    fn try_from(text: String) -> Result<Control, ControlError> {
        text.parse()
    }
}

impl From<Control> for String {
    fn from(control: Control) -> String {
        control.to_string()
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(base) = self.base {
            parts.push(format!("{}+{}", base.as_secs_f64(), self.increment.as_secs_f64()));
        }
        if let Some(time) = self.move_time {
            parts.push(format!("move={}", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes={nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth={depth}"));
        }
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        f.write_str(&parts.join(","))
    }
}

/// The clocks of one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clocks {
    controls: PerColor<Control>,
    remaining: PerColor<Duration>,
}

impl Clocks {
    /// Returns the clocks at the start of a game.
    pub fn new(controls: PerColor<Control>) -> Clocks {
        Clocks {
            controls,
            remaining: PerColor(Color::ALL.map(|color| controls[color].base.unwrap_or_default())),
        }
    }

    /// What the program of a side may spend on its next move.
    pub fn budget(&self, color: Color) -> Budget {
        let control = self.controls[color];
        Budget {
            clock: control.base.map(|_| Clock {
                remaining: self.seen_by(color, |side| self.remaining[side]),
                increment: self.seen_by(color, |side| self.controls[side].increment),
            }),
            move_time: control.move_time,
            nodes: control.nodes,
            depth: control.depth,
            ..Budget::default()
        }
    }

    /// Both clocks as one side sees them. If its opponent has no clock, it sees its own time twice, because
    /// protocols send both.
    fn seen_by(&self, color: Color, shown: impl Fn(Color) -> Duration) -> PerColor<Duration> {
        PerColor(Color::ALL.map(|side| match self.controls[side].base {
            Some(_) => shown(side),
            None => shown(color),
        }))
    }

    /// The time after which a move is late, if there is a limit.
    pub fn allowance(&self, color: Color) -> Option<Duration> {
        let control = self.controls[color];
        let on_clock = control.base.map(|_| self.remaining[color]);
        match (on_clock, control.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        }
    }

    /// Takes the time of a move off the clock and adds the increment.
    pub fn spend(&mut self, color: Color, time: Duration) {
        self.remaining[color] = self.remaining[color].saturating_sub(time) + self.controls[color].increment;
    }
}

/// Parses a number of seconds below 10 million.
fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.trim().trim_end_matches('s').parse().ok()?;
    (0.0..1e7)
        .contains(&value)
        .then(|| Duration::from_secs_f64(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_parsed_and_printed() {
        for text in ["60+0.5", "10+0", "move=0.1", "nodes=1000", "60+1,depth=6", "none"] {
            let control: Control = text.parse().expect("a control");
            assert_eq!(control.to_string(), text);
        }
        for text in ["x", "60+", "move=", "nodes=-1", "games=3", "1e9"] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_fischer_clock_adds_the_increment_after_each_move() {
        let mut clocks = Clocks::new(PerColor(["2+0.5".parse().expect("a control"); 2]));
        assert_eq!(clocks.allowance(Color::Black), Some(Duration::from_secs(2)));
        clocks.spend(Color::Black, Duration::from_millis(1500));
        assert_eq!(clocks.allowance(Color::Black), Some(Duration::from_secs(1)));
        assert_eq!(clocks.allowance(Color::White), Some(Duration::from_secs(2)));
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let controls = ["2+0.5", "8+0.1"].map(|text| text.parse().expect("a control"));
        let mut clocks = Clocks::new(PerColor(controls));
        clocks.spend(Color::White, Duration::from_secs(1));
        for color in Color::ALL {
            let clock = clocks.budget(color).clock.expect("a clock");
            assert_eq!(clock.remaining.0, [2_000, 7_100].map(Duration::from_millis));
            assert_eq!(clock.increment.0, [500, 100].map(Duration::from_millis));
        }
        let controls = ["move=0.1", "8+0.1"].map(|text| text.parse().expect("a control"));
        let clocks = Clocks::new(PerColor(controls));
        assert_eq!(clocks.allowance(Color::Black), Some(Duration::from_millis(100)));
        assert_eq!(clocks.budget(Color::Black).clock, None);
        let clock = clocks.budget(Color::White).clock.expect("a clock");
        assert_eq!(clock.remaining.0, [Duration::from_secs(8); 2]);
    }
}
