//! Who takes part.

use std::str::FromStr;

use parlor_games::Kind;
use parlor_protocol::{Protocol, UnknownProtocol};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::thinker::{self, ThinkerError};

/// The language name that means our own engine, without a process.
pub const BUILT_IN: &str = "parlor";

/// Somebody who takes part, read from `NAME=LANGUAGE:COMMAND`.
///
/// `ada=loa:java -ea loa.Main` is a program that speaks the `loa` language, `z=uai:./zataxx` an Ataxx engine, and
/// `us=parlor:level=5` our own engine. In a command `{color}` stands for the colour it is to play, and
/// options for UAI and UCI engines are given before it in brackets: `z=uai[Hash=64,Threads=1]:./zataxx`.
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
    /// A configuration of our engine that makes no sense.
    #[error("{name}: {reason}")]
    Configuration {
        /// Who.
        name: String,
        /// Why not.
        reason: ThinkerError,
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

    /// Whether this entrant can play this game.
    pub fn check(&self, kind: Kind) -> Result<(), EntrantError> {
        match self.protocol()? {
            None => thinker::check(kind, &self.command).map_err(|reason| EntrantError::Configuration {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entrants_are_read() {
        let entrant: Entrant = "z=uai[Hash=64, Threads=1]:./zataxx --fast=1"
            .parse()
            .expect("an entrant");
        assert_eq!(entrant.name, "z");
        assert_eq!(entrant.command, "./zataxx --fast=1");
        assert_eq!(entrant.options[0], ("Hash".to_owned(), "64".to_owned()));
        assert_eq!(entrant.protocol(), Ok(Some(Protocol::Uai)));
        assert!(entrant.check(Kind::Loa).is_err());
        assert!(entrant.check(Kind::Ataxx).is_ok());
        for text in ["", "z", "z=uai", "=uai:x", "z=uai[Hash:x", "a\"b=uai:x"] {
            assert!(text.parse::<Entrant>().is_err(), "{text}");
        }
    }

    #[test]
    fn our_own_engine_needs_no_process() {
        let entrant: Entrant = "us=parlor:random".parse().expect("an entrant");
        assert_eq!(entrant.protocol(), Ok(None));
        assert!(entrant.check(Kind::Ataxx).is_ok());
        let wrong: Entrant = "us=parlor:level=99".parse().expect("an entrant");
        assert!(wrong.check(Kind::Ataxx).is_err());
    }
}
