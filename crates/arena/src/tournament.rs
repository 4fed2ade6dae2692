//! The settings of a tournament. They are stored with it, so that anybody can resume it.

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

/// What programs may take of the machine. Each has a limit of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resources {
    /// What a program may hold in memory together with all that it started, in mebibytes.
    pub memory_mib: Option<u64>,
    /// The processor time of a program in one game, together with all that it started, in seconds.
    pub cpu_seconds: Option<u64>,
    /// How many bytes a program may print in one game.
    pub output_bytes: usize,
    /// How long to wait for anything that no clock limits: the start of a program, its readiness, and a move
    /// without a time limit.
    pub patience_ms: u64,
    /// How much a move may be late before it is too late, for the machine's sake.
    pub margin_ms: u64,
    /// Whether programs in the languages of courses play one game after another in one process. Otherwise each game has
    /// a fresh one, so that nothing a student's program does in one game is felt in the next.
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

    /// How much a move may be late.
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// The processor time of a program in one game.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu_seconds.map(Duration::from_secs)
    }

    /// The command with the limits that the shell sets before it. They are for each process and hold at every
    /// moment, while [`Usage`](parlor_process::Usage) is looked at only now and then: no process gets more than
    /// twice the memory and a little, and none leaves a core file. What counts is memory that can be written,
    /// not reserved addresses, of which the runtime of Java takes far more than it uses.
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

/// A tournament, before it begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// Its name, for reports.
    pub name: String,
    /// The game.
    pub game: String,
    /// What is agreed about it besides the usual: `rules`, `blocks`, `limit`.
    #[serde(default)]
    pub agreements: Vec<(String, String)>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub format: Format,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The time control of players without their own.
    pub control: Control,
    /// When games end before their time.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// What programs may take of the machine.
    #[serde(default)]
    pub resources: Resources,
    /// When to stop early, for a match of two.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// What the choices of our own players depend on.
    #[serde(default)]
    pub seed: u64,
}

/// Why a tournament cannot begin.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TournamentError {
    /// A game that we do not have.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// An agreement that the game does not have.
    #[error(transparent)]
    Agreement(#[from] ParseSpecError),
    /// A game that cannot begin.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// Somebody who cannot take part.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// Fewer than two.
    #[error("a tournament needs at least two players, and there are {0}")]
    TooFew(usize),
    /// Two of one name.
    #[error("two players are called “{0}”")]
    SameName(String),
    /// A sequential test of more than two.
    #[error("a sequential test needs exactly two players, and there are {0}")]
    SprtOfMany(usize),
    /// Two programs that play only the same colour.
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
    /// An entrant whose protocol cannot express one of the planned games.
    #[error("{name} cannot play from opening {number}: {reason}")]
    CannotPlay {
        /// Who.
        name: String,
        /// Which opening, from 1.
        number: usize,
        /// Why not.
        reason: Unsupported,
    },
    /// No opening at all.
    #[error("there are no openings")]
    NoOpenings,
    /// An opening that cannot be played.
    #[error("opening {number}: {reason}")]
    Opening {
        /// Which opening, from 1.
        number: usize,
        /// Why not.
        reason: BeginError,
    },
}

impl Tournament {
    /// Which game it is.
    pub fn kind(&self) -> Result<Kind, TournamentError> {
        Ok(self.game.parse()?)
    }

    /// What is agreed about the game.
    pub fn spec(&self) -> Result<Spec, TournamentError> {
        let mut spec = Spec::usual(self.kind()?);
        for (name, value) in &self.agreements {
            spec = spec.with(name, value)?;
        }
        Ok(spec)
    }

    /// The game after an opening. Openings are used over and over when there are too few.
    pub fn begun(&self, opening: usize) -> Result<AnyGame, TournamentError> {
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

    /// What an entrant may spend.
    pub fn control_of(&self, entrant: &Entrant) -> Control {
        entrant.control().unwrap_or(self.control)
    }

    /// By how much the moves of an entrant may be late.
    pub fn margin_of(&self, entrant: &Entrant) -> Duration {
        entrant
            .margin_ms()
            .map_or(self.resources.margin(), Duration::from_millis)
    }

    /// Which of two who meet is black, if that is not free.
    pub fn fixed_black(&self, kind: Kind, first: usize, second: usize) -> Option<usize> {
        let only = |entrant: usize| self.entrants.get(entrant)?.only_color(kind);
        match (only(first), only(second)) {
            (Some(Color::Black), _) | (_, Some(Color::White)) => Some(first),
            (Some(Color::White), _) | (_, Some(Color::Black)) => Some(second),
            (None, None) => None,
        }
    }

    /// Whether nobody meets somebody who plays only the same colour.
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

    /// Whether a program's protocol can express a game: the messages are built and thrown away.
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

    /// The entrants that play under a clock their protocol cannot express, and the protocols.
    pub fn uninformed(&self) -> Vec<(&Entrant, Protocol)> {
        let uninformed = self.entrants.iter().filter_map(|entrant| {
            let protocol = entrant.protocol().ok()??;
            let is_told = protocol.carries_time() || entrant.is_told_time();
            (self.control_of(entrant).is_timed() && !is_told).then_some((entrant, protocol))
        });
        uninformed.collect()
    }

    /// Whether everything about it makes sense.
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
            let game = self.begun(opening)?;
            for entrant in &self.entrants {
                self.check_language(entrant, &game, opening + 1)?;
            }
        }
        Ok(())
    }
}
