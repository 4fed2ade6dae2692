//! Entrants: the players of a tournament.

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

/// The language name of our own engine, which runs without a process.
pub const BUILT_IN: &str = "parlor";
/// The option of a program that can play only one colour.
const PLAYS: &str = "plays";
/// The option that gives a player its own time control.
const TIME: &str = "time";
/// The option that sets how late a player's moves may be, in milliseconds.
const MARGIN: &str = "margin";
/// The options that the arena reads itself and does not pass on to the program.
const ARENA_OPTIONS: [&str; 4] = [PLAYS, TIME, MARGIN, MOVE_TIME];

/// A player of a tournament, parsed from `NAME=LANGUAGE:COMMAND`.
///
/// `ada=loa:java -ea loa.Main` is a program that speaks the `loa` protocol, `z=uai:./zataxx` an Ataxx engine,
/// and `us=parlor:level=5` our own engine. In a command, `{color}` stands for the colour that the program
/// plays, `{other}` for the opponent's colour, `{movetime}` for its seconds per move, and `{seed}` for a
/// number that differs from game to game.
///
/// Options stand in brackets before the command. `z=uai[Hash=64,Threads=1]:./zataxx` sets options of a UAI or
/// UCI engine. `bob=othello[plays=black]:python3 othello.py` is a program that can play only one colour.
/// `z=uai[time=move=0.21,margin=100]:./zataxx` gives a player its own time control, and a tolerance in
/// milliseconds for late moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in reports.
    pub name: String,
    /// The protocol, or [`BUILT_IN`].
    pub language: String,
    /// A shell command, or the configuration of our engine.
    pub command: String,
    /// Options, as names and values.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

/// Why an entrant is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntrantError {
    /// Not of the form `NAME=LANGUAGE:COMMAND`.
    #[error("“{}” is not NAME=LANGUAGE:COMMAND", .0.escape_default())]
    Form(String),
    /// An unknown protocol.
    #[error(transparent)]
    Protocol(#[from] UnknownProtocol),
    /// A protocol of another game.
    #[error("{name}: {protocol} is not spoken by programs of {game}")]
    OtherGame {
        /// The entrant.
        name: String,
        /// The protocol.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
    /// The command of a program is not valid UTF-8.
    #[error("{0}: the command is not valid UTF-8")]
    NoText(String),
    /// An option that does not exist for this protocol, or a bad value.
    #[error("{name}: {protocol} programs have no option “{}”; all players have plays=COLOUR, time=TIME and margin=MILLISECONDS", option.escape_default())]
    Option {
        /// The entrant.
        name: String,
        /// The protocol.
        protocol: String,
        /// The option with its value.
        option: String,
    },
    /// A configuration that our engine refuses.
    #[error("{name}: {reason}")]
    Configuration {
        /// The entrant.
        name: String,
        /// The reason.
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
    /// The protocol. `None` for our own engine.
    pub fn protocol(&self) -> Result<Option<Protocol>, EntrantError> {
        if self.language == BUILT_IN {
            return Ok(None);
        }
        Ok(Some(self.language.parse()?))
    }

    /// The configuration of our own engine. Reads weight files.
    pub fn configuration(&self, kind: Kind) -> Result<Configuration, ConfigurationError> {
        Configuration::parse_with_files(kind, &self.command, &|name| std::fs::read(path_of(name)))
    }

    /// The only colour that the program can play. `None` if it can play both.
    pub fn only_color(&self, kind: Kind) -> Option<Color> {
        let value = self.option(PLAYS)?;
        Color::ALL
            .into_iter()
            .find(|&color| kind.color_name(color) == value)
    }

    /// The entrant's own time control, if it has one.
    pub fn control(&self) -> Option<Control> {
        self.option(TIME)?.parse().ok()
    }

    /// The entrant's own tolerance for late moves, in milliseconds, if it has one.
    pub fn margin_ms(&self) -> Option<u64> {
        self.option(MARGIN)?.parse().ok()
    }

    fn option(&self, wanted: &str) -> Option<&str> {
        let found = self.options.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether a text program receives its time per move. Our own programs, recognised by their executable,
    /// understand the command that sets it. For other programs, the option `movetime=yes` or `movetime=no`
    /// decides.
    pub fn receives_move_time(&self) -> bool {
        let is_text = matches!(self.protocol(), Ok(Some(Protocol::Loa | Protocol::Ataxx)));
        let is_told = self
            .option(MOVE_TIME)
            .map_or_else(|| is_ours(&self.command), |value| value == "yes");
        // Othello programs have no such command, but their command line may contain the placeholder.
        (is_text && is_told) || self.command.contains(MOVE_TIME_PLACE)
    }

    /// The options for the driver: the program's own, and whether it understands our command for its time.
    pub fn driver_options(&self) -> Vec<(String, String)> {
        let mut options = self.own_options();
        if self.receives_move_time() {
            options.push((MOVE_TIME.to_owned(), "yes".to_owned()));
        }
        options
    }

    /// The options that are passed on to the program.
    pub fn own_options(&self) -> Vec<(String, String)> {
        let own = self.options.iter();
        own.filter(|(name, _)| !ARENA_OPTIONS.contains(&name.as_str()))
            .cloned()
            .collect()
    }

    /// The command for a game in which the entrant plays `color`.
    pub fn command_for(&self, kind: Kind, color: Color, seed: u64, control: &Control) -> String {
        let seconds = control.move_time.map_or(0.0, |time| time.as_secs_f64());
        self.command
            .replace(MOVE_TIME_PLACE, &seconds.to_string())
            .replace("{color}", kind.color_name(color))
            .replace("{other}", kind.color_name(!color))
            // Many programs accept only small numbers.
            .replace("{seed}", &(seed >> 33).to_string())
    }

    /// Whether the command differs from game to game, so that every game needs a new process.
    pub fn needs_new_process(&self) -> bool {
        ["{color}", "{other}", "{seed}"]
            .iter()
            .any(|place| self.command.contains(place))
    }

    /// Checks that this entrant can play this game.
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

/// The placeholder in a command for the seconds per move.
const MOVE_TIME_PLACE: &str = "{movetime}";

/// Whether a command runs our own executable, under any name.
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
