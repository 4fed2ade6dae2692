//! All that is agreed before a tournament. It is stored with it, so that anybody can go on with it.

use std::time::Duration;

use parlor_games::{AnyGame, Kind, MoveError, NewGameError, ParseSpecError, Spec, UnknownGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjudication::Adjudication;
use crate::control::Control;
use crate::entrant::{Entrant, EntrantError};
use crate::schedule::Format;
use crate::stats::sprt::Sprt;

/// What programs may take of the machine. Each has a limit of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resources {
    /// The address space of each process of a program, in mebibytes.
    pub memory_mib: Option<u64>,
    /// The processor time of each process of a program, in seconds.
    pub cpu_seconds: Option<u64>,
    /// How many bytes a program may print in one game.
    pub output_bytes: usize,
    /// How long to wait for anything that no clock limits: the start of a program, its readiness, and a move
    /// without a time limit.
    pub patience_ms: u64,
    /// How much a move may be late before it is too late, for the machine's sake.
    pub margin_ms: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            memory_mib: None,
            cpu_seconds: None,
            output_bytes: 4 << 20,
            patience_ms: 30_000,
            margin_ms: 50,
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

    /// The command with the limits before it, as the shell sets them.
    pub fn limited(&self, command: &str) -> String {
        let mut text = String::new();
        if let Some(mebibytes) = self.memory_mib {
            text.push_str(&format!("ulimit -v {}; ", mebibytes.saturating_mul(1024)));
        }
        if let Some(seconds) = self.cpu_seconds {
            text.push_str(&format!("ulimit -t {seconds}; "));
        }
        text.push_str(command);
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
    /// The openings, each the moves from the start.
    pub openings: Vec<Vec<String>>,
    /// What each move may take.
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
    #[error("a tournament needs two players at least, and there are {0}")]
    TooFew(usize),
    /// Two of one name.
    #[error("two players are called “{0}”")]
    SameName(String),
    /// A sequential test of more than two.
    #[error("a sequential test is between two players, and there are {0}")]
    SprtOfMany(usize),
    /// No opening at all.
    #[error("there are no openings")]
    NoOpenings,
    /// An opening that cannot be played.
    #[error("opening {number}, move “{}”: {reason}", mv.escape_default())]
    Opening {
        /// Which opening, from 1.
        number: usize,
        /// The move.
        mv: String,
        /// Why not.
        reason: MoveError,
    },
    /// An opening after which nothing is left to play.
    #[error("opening {0} ends the game")]
    OpeningEnds(usize),
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
        let mut game = AnyGame::new(&self.spec()?)?;
        for mv in &self.openings[index] {
            game.play(mv).map_err(|reason| TournamentError::Opening {
                number: index + 1,
                mv: mv.clone(),
                reason,
            })?;
        }
        Ok(game)
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
        if self.openings.is_empty() {
            return Err(TournamentError::NoOpenings);
        }
        for opening in 0..self.openings.len() {
            if self.begun(opening)?.outcome().is_some() {
                return Err(TournamentError::OpeningEnds(opening + 1));
            }
        }
        Ok(())
    }
}
