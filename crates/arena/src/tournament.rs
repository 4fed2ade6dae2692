//! The settings of a tournament. They are stored with it, so that any process can resume it.

use std::time::Duration;

use parlor_core::{Color, PerColor};
use parlor_games::{AnyGame, Kind, NewGameError, ParseSpecError, Spec, UnknownGame};
use parlor_measure::opening::{BeginError, Opening};
use parlor_protocol::{Protocol, Unsupported};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjudication::Adjudication;
use crate::control::{Clocks, Control};
use crate::entrant::{Entrant, EntrantError};
use crate::schedule::Format;
use parlor_measure::sprt::Sprt;

/// What each program may use of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resources {
    /// The memory limit of a program with its child processes, in mebibytes.
    pub memory_mib: Option<u64>,
    /// The processor time limit of a program with its child processes in one game, in seconds.
    pub cpu_seconds: Option<u64>,
    /// The maximum number of bytes that a program may print in one game.
    pub output_bytes: usize,
    /// How long to wait for anything that no clock limits: that a program starts, that it is ready, or a move
    /// without a time limit.
    pub patience_ms: u64,
    /// How late a move may be, to allow for delays that are not the program's fault.
    pub margin_ms: u64,
    /// Whether programs with the course protocols play all their games in one process. Otherwise every game
    /// has a new process, so that a bug in one game cannot affect the next.
    #[serde(default)]
    pub keep_alive: bool,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            memory_mib: None,
            cpu_seconds: None,
            output_bytes: 4 << 20,
            patience_ms: 30_000,
            margin_ms: 50,
            keep_alive: false,
        }
    }
}

impl Resources {
    /// How long to wait for anything that no clock limits.
    pub const fn patience(&self) -> Duration {
        Duration::from_millis(self.patience_ms)
    }

    /// How late a move may be.
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// The processor time limit of a program in one game.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu_seconds.map(Duration::from_secs)
    }

    /// Prefixes a command with limits that the shell sets. They apply to each process and hold at every
    /// moment, while [`Usage`](parlor_process::Usage) is checked only from time to time: no process gets more
    /// than twice the memory limit plus 256 MiB, and none leaves a core file. The limit is on writable
    /// memory, not on address space, of which Java reserves far more than it uses.
    pub fn limited(&self, command: &str) -> String {
        let mut text = String::from("ulimit -c 0; ");
        if let Some(mebibytes) = self.memory_mib {
            let kibibytes = mebibytes
                .saturating_mul(2)
                .saturating_add(256)
                .saturating_mul(1024);
            text.push_str(&format!("ulimit -d {kibibytes}; "));
        }
        text.push_str(&parlor_process::with_exec(command));
        text
    }
}

/// The settings of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// The name in reports.
    pub name: String,
    /// The game.
    pub game: String,
    /// Game settings that differ from the defaults: `rules`, `blocks`, `limit`.
    #[serde(default)]
    pub agreements: Vec<(String, String)>,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The format, which decides who plays whom.
    pub format: Format,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The time control of players without their own.
    pub control: Control,
    /// When games end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// What programs may use of the machine.
    #[serde(default)]
    pub resources: Resources,
    /// The sequential test, for a match of two.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// The seed of our own players' choices.
    #[serde(default)]
    pub seed: u64,
}

/// Why the settings of a tournament are not valid.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TournamentError {
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A setting that the game does not have, or a bad value.
    #[error(transparent)]
    Agreement(#[from] ParseSpecError),
    /// The game cannot start with these settings.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// An entrant that is not valid.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// Fewer than two entrants.
    #[error("a tournament needs at least two players, and there are {0}")]
    TooFew(usize),
    /// Two entrants with the same name.
    #[error("two players are called “{0}”")]
    SameName(String),
    /// A sequential test of more than two entrants.
    #[error("a sequential test needs exactly two players, and there are {0}")]
    SprtOfMany(usize),
    /// Two programs that would meet but play only the same colour.
    #[error(
        "{first} and {second} both play {color} only and would meet; --format gauntlet lets the first player meet all others"
    )]
    SameColor {
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// The colour.
        color: &'static str,
    },
    /// A program whose protocol cannot express one of the planned games.
    #[error("{name} cannot play from opening {number}: {reason}")]
    CannotPlay {
        /// The entrant.
        name: String,
        /// The number of the opening, from 1.
        number: usize,
        /// The reason.
        reason: Unsupported,
    },
    /// There are no openings.
    #[error("there are no openings")]
    NoOpenings,
    /// An opening that cannot be played.
    #[error("opening {number}: {reason}")]
    Opening {
        /// The number of the opening, from 1.
        number: usize,
        /// The reason.
        reason: BeginError,
    },
}

impl Tournament {
    /// The game.
    pub fn kind(&self) -> Result<Kind, TournamentError> {
        Ok(self.game.parse()?)
    }

    /// The game's settings.
    pub fn spec(&self) -> Result<Spec, TournamentError> {
        let mut spec = Spec::default_for(self.kind()?);
        for (name, value) in &self.agreements {
            spec = spec.with(name, value)?;
        }
        Ok(spec)
    }

    /// The game after an opening. Openings repeat if there are too few.
    pub fn game_from_opening(&self, opening: usize) -> Result<AnyGame, TournamentError> {
        let index = opening
            .checked_rem(self.openings.len())
            .ok_or(TournamentError::NoOpenings)?;
        self.openings[index]
            .play(&self.spec()?)
            .map_err(|reason| TournamentError::Opening {
                number: index + 1,
                reason,
            })
    }

    /// The time control of an entrant.
    pub fn control_of(&self, entrant: &Entrant) -> Control {
        entrant.control().unwrap_or(self.control)
    }

    /// How late the moves of an entrant may be.
    pub fn margin_of(&self, entrant: &Entrant) -> Duration {
        entrant
            .margin_ms()
            .map_or(self.resources.margin(), Duration::from_millis)
    }

    /// The entrant that must be black when these two meet. `None` if either can be.
    pub fn fixed_black(&self, kind: Kind, first: usize, second: usize) -> Option<usize> {
        let only = |entrant: usize| self.entrants.get(entrant)?.only_color(kind);
        match (only(first), only(second)) {
            (Some(Color::Black), _) | (_, Some(Color::White)) => Some(first),
            (Some(Color::White), _) | (_, Some(Color::Black)) => Some(second),
            (None, None) => None,
        }
    }

    /// Checks that no two entrants that can play only the same colour would meet.
    fn check_colors(&self, kind: Kind) -> Result<(), TournamentError> {
        let n_firsts = match self.format {
            Format::Gauntlet { .. } => 1,
            _ => self.entrants.len(),
        };
        for (index, first) in self.entrants.iter().enumerate().take(n_firsts) {
            let Some(color) = first.only_color(kind) else {
                continue;
            };
            let mut others = self.entrants[index + 1..].iter();
            if let Some(second) = others.find(|other| other.only_color(kind) == Some(color)) {
                return Err(TournamentError::SameColor {
                    first: first.name.clone(),
                    second: second.name.clone(),
                    color: kind.color_name(color),
                });
            }
        }
        Ok(())
    }

    /// Checks that an entrant's protocol can express a game, by building the driver's messages.
    fn check_language(
        &self,
        entrant: &Entrant,
        game: &AnyGame,
        number: usize,
    ) -> Result<(), TournamentError> {
        let Some(protocol) = entrant.protocol()? else {
            return Ok(());
        };
        let clocks = Clocks::new(PerColor([self.control_of(entrant); 2]));
        for color in Color::ALL {
            let told =
                protocol
                    .driver(&entrant.driver_options())
                    .new_game(game, color, &clocks.budget(color));
            told.map_err(|reason| TournamentError::CannotPlay {
                name: entrant.name.clone(),
                number,
                reason,
            })?;
        }
        Ok(())
    }

    /// The entrants that play under a clock but do not learn their time, and their protocols.
    pub fn unaware_of_time(&self) -> Vec<(&Entrant, Protocol)> {
        let unaware_of_time = self.entrants.iter().filter_map(|entrant| {
            let protocol = entrant.protocol().ok()??;
            let is_told = protocol.carries_time() || entrant.receives_move_time();
            (self.control_of(entrant).is_timed() && !is_told).then_some((entrant, protocol))
        });
        unaware_of_time.collect()
    }

    /// Checks that the settings are valid.
    pub fn check(&self) -> Result<(), TournamentError> {
        let kind = self.kind()?;
        let n = self.entrants.len();
        if n < 2 {
            return Err(TournamentError::TooFew(n));
        }
        if self.sprt.is_some() && n != 2 {
            return Err(TournamentError::SprtOfMany(n));
        }
        for (index, entrant) in self.entrants.iter().enumerate() {
            entrant.check(kind)?;
            if self.entrants[..index]
                .iter()
                .any(|other| other.name == entrant.name)
            {
                return Err(TournamentError::SameName(entrant.name.clone()));
            }
        }
        self.check_colors(kind)?;
        if self.openings.is_empty() {
            return Err(TournamentError::NoOpenings);
        }
        for opening in 0..self.openings.len() {
            let game = self.game_from_opening(opening)?;
            for entrant in &self.entrants {
                self.check_language(entrant, &game, opening + 1)?;
            }
        }
        Ok(())
    }
}
