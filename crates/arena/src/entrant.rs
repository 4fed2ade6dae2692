//! Who takes part.

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::str::FromStr;

use parlor_core::Color;
use parlor_games::Kind;
use parlor_players::{Configuration, ConfigurationError};
use parlor_protocol::drive::MOVE_TIME;
use parlor_protocol::{Protocol, UnknownProtocol};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::control::Control;
use crate::file_names::path_of;

/// The language name that means our own engine, without a process.
pub const BUILT_IN: &str = "parlor";
/// The option that says that a program can play one colour only.
const PLAYS: &str = "plays";
/// The option that gives a player a time of its own.
const TIME: &str = "time";
/// The option that says by how many milliseconds a player's moves may be late.
const MARGIN: &str = "margin";
/// The options that are the arena's and not the program's.
const ARENA_OPTIONS: [&str; 4] = [PLAYS, TIME, MARGIN, MOVE_TIME];

/// Somebody who takes part, read from `NAME=LANGUAGE:COMMAND`.
///
/// `ada=loa:java -ea loa.Main` is a program that speaks the `loa` language, `z=uai:./zataxx` an Ataxx engine, and
/// `us=parlor:level=5` our own engine. In a command `{color}` is replaced by the colour it plays, `{other}` for the other
/// one and `{seed}` for a number that differs from game to game. Options for UAI and UCI engines are given before the
/// command in brackets: `z=uai[Hash=64,Threads=1]:./zataxx`. A program that can play only one colour says so in the same
/// place: `bob=othello[plays=black]:python3 othello.py`. `time=` and `margin=` there give a player a time of its own and say by how many
/// milliseconds its moves may be late: `z=uai[time=move=0.21,margin=100]:./zataxx`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in the table.
    pub name: String,
    /// The language, or [`BUILT_IN`].
    pub language: String,
    /// The command of the shell, or the configuration of our engine.
    pub command: String,
    /// Options to set, by name.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

/// Why nobody takes part.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntrantError {
    /// Not of the right form.
    #[error("“{}” is not NAME=LANGUAGE:COMMAND", .0.escape_default())]
    Form(String),
    /// A language that nobody speaks.
    #[error(transparent)]
    Protocol(#[from] UnknownProtocol),
    /// A language of another game.
    #[error("{name}: {protocol} is not spoken by programs of {game}")]
    OtherGame {
        /// Who.
        name: String,
        /// The language.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
    /// The command of a program has bytes that are no UTF-8.
    #[error("{0}: the command is not valid UTF-8")]
    NoText(String),
    /// An option that the language cannot pass on.
    #[error("{name}: {protocol} programs have no option “{}”; all players have plays=COLOUR, time=TIME and margin=MILLISECONDS", option.escape_default())]
    Option {
        /// Who.
        name: String,
        /// The language.
        protocol: String,
        /// The option with its value.
        option: String,
    },
    /// A configuration of our engine that makes no sense.
    #[error("{name}: {reason}")]
    Configuration {
        /// Who.
        name: String,
        /// Why not.
        reason: ConfigurationError,
    },
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        let form = || EntrantError::Form(text.chars().take(80).collect());
        let (name, rest) = text.trim().split_once('=').ok_or_else(form)?;
        let (language, command) = rest.split_once(':').ok_or_else(form)?;
        let (language, options) = match language.split_once('[') {
            Some((language, options)) => (language, options.strip_suffix(']').ok_or_else(form)?),
            None => (language, ""),
        };
        let mut read = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').ok_or_else(form)?;
            read.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let name = name.trim();
        if name.is_empty() || name.chars().any(|c| c.is_control() || c == '"') {
            return Err(form());
        }
        Ok(Entrant {
            name: name.to_owned(),
            language: language.trim().to_owned(),
            command: command.trim().to_owned(),
            options: read,
        })
    }
}

impl Entrant {
    /// The language; none for our own engine.
    pub fn protocol(&self) -> Result<Option<Protocol>, EntrantError> {
        if self.language == BUILT_IN {
            return Ok(None);
        }
        Ok(Some(self.language.parse()?))
    }

    /// The configuration of our own engine, from its command; reads files of weights.
    pub fn configuration(&self, kind: Kind) -> Result<Configuration, ConfigurationError> {
        Configuration::parse_with_files(kind, &self.command, &|name| std::fs::read(path_of(name)))
    }

    /// The one colour that it can play, if it cannot play both.
    pub fn only_color(&self, kind: Kind) -> Option<Color> {
        let value = self.option(PLAYS)?;
        Color::ALL
            .into_iter()
            .find(|&color| kind.color_name(color) == value)
    }

    /// What it may spend, if that is not what everybody may.
    pub fn control(&self) -> Option<Control> {
        self.option(TIME)?.parse().ok()
    }

    /// By how much its moves may be late, if that is not what everybody's may.
    pub fn margin_ms(&self) -> Option<u64> {
        self.option(MARGIN)?.parse().ok()
    }

    fn option(&self, wanted: &str) -> Option<&str> {
        let found = self.options.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it is a text program that receives its time per move: one that knows our command for it. Our own programs are found
    /// by their executable, and `movetime=yes` or `movetime=no` says it of any other.
    pub fn is_told_time(&self) -> bool {
        let is_text = matches!(self.protocol(), Ok(Some(Protocol::Loa | Protocol::Ataxx)));
        let is_told = self
            .option(MOVE_TIME)
            .map_or_else(|| is_ours(&self.command), |value| value == "yes");
        // The command of an othello program may hold it.
        (is_text && is_told) || self.command.contains(MOVE_TIME_PLACE)
    }

    /// What a driver gets: the options of the program, and whether it knows our command for its time.
    pub fn driver_options(&self) -> Vec<(String, String)> {
        let mut options = self.own_options();
        if self.is_told_time() {
            options.push((MOVE_TIME.to_owned(), "yes".to_owned()));
        }
        options
    }

    /// The options that are the program's own.
    pub fn own_options(&self) -> Vec<(String, String)> {
        let own = self.options.iter();
        own.filter(|(name, _)| !ARENA_OPTIONS.contains(&name.as_str()))
            .cloned()
            .collect()
    }

    /// The command for a game in which it plays this colour.
    pub fn command_for(&self, kind: Kind, color: Color, seed: u64, control: &Control) -> String {
        let seconds = control.move_time.map_or(0.0, |time| time.as_secs_f64());
        self.command
            .replace(MOVE_TIME_PLACE, &seconds.to_string())
            .replace("{color}", kind.color_name(color))
            .replace("{other}", kind.color_name(!color))
            // Many programs read a small number only.
            .replace("{seed}", &(seed >> 33).to_string())
    }

    /// Whether its command differs from game to game, so that it must be restarted for each.
    pub fn is_started_anew(&self) -> bool {
        ["{color}", "{other}", "{seed}"]
            .iter()
            .any(|place| self.command.contains(place))
    }

    /// Whether this entrant can play this game.
    pub fn check(&self, kind: Kind) -> Result<(), EntrantError> {
        let protocol = self.protocol()?;
        for (name, value) in &self.options {
            let is_known = match (name.as_str(), protocol) {
                (PLAYS, _) => self.only_color(kind).is_some(),
                (TIME, _) => self.control().is_some(),
                (MARGIN, _) => self.margin_ms().is_some(),
                (MOVE_TIME, Some(Protocol::Loa | Protocol::Ataxx)) => ["yes", "no"].contains(&value.as_str()),
                (_, protocol) => matches!(protocol, Some(Protocol::Uai | Protocol::Uci)),
            };
            if !is_known {
                return Err(EntrantError::Option {
                    name: self.name.clone(),
                    protocol: self.language.clone(),
                    option: format!("{name}={value}"),
                });
            }
        }
        match protocol {
            None => self
                .configuration(kind)
                .map(drop)
                .map_err(|reason| EntrantError::Configuration {
                    name: self.name.clone(),
                    reason,
                }),
            Some(protocol) if !protocol.speaks(kind) => Err(EntrantError::OtherGame {
                name: self.name.clone(),
                protocol: protocol.name(),
                game: kind.name(),
            }),
            Some(_) => Ok(()),
        }
    }
}

/// The placeholder for the time of a move in a command.
const MOVE_TIME_PLACE: &str = "{movetime}";

/// Whether a command runs our own executable, under whichever name.
fn is_ours(command: &str) -> bool {
    let Some(first) = command.split_whitespace().find(|&word| word != "exec") else {
        return false;
    };
    let Ok(own) = std::env::current_exe().and_then(std::fs::canonicalize) else {
        return false;
    };
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let candidates: Vec<PathBuf> = if first.contains('/') {
        vec![PathBuf::from(first)]
    } else {
        std::env::split_paths(&folders)
            .map(|folder| folder.join(first))
            .collect()
    };
    let found = candidates
        .iter()
        .find_map(|path| std::fs::canonicalize(path).ok());
    found.is_some_and(|found| found == own)
}
