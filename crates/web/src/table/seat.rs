//! Who sits where.

use parlor_core::Level;
use parlor_core::zobrist::split_mix;
use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::wire::Player;

/// The longest name that is shown.
const LONGEST_NAME: usize = 40;

/// Who somebody is: a secret that only their browser and the server know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct PlayerId(String);

impl PlayerId {
    /// Somebody new.
    pub(crate) fn fresh() -> PlayerId {
        PlayerId(fresh_secret())
    }

    /// Somebody who comes back with what they were given.
    pub(crate) fn parse(text: &str) -> Option<PlayerId> {
        let is_secret = text.len() == SECRET_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then(|| PlayerId(text.to_owned()))
    }

    /// The secret.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

const SECRET_LENGTH: usize = 32;

/// A secret that cannot be guessed.
pub(crate) fn fresh_secret() -> String {
    let mut bytes = [0; SECRET_LENGTH / 2];
    if getrandom::fill(&mut bytes).is_err() {
        // A system without randomness: unlike any other secret, if guessable to whoever knows the moment.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut state = now.map_or(0, |now| now.as_nanos() as u64) ^ u64::from(std::process::id());
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes()[..chunk.len()]);
        }
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name as it may be shown: one line, not too long, never empty.
pub(crate) fn clean_name(name: &str, otherwise: &str) -> String {
    let clean: String = name
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect();
    let clean = clean.trim();
    if clean.is_empty() {
        otherwise.to_owned()
    } else {
        clean.to_owned()
    }
}

/// One side of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person, or nobody yet.
    Person {
        /// Who it is, once somebody sits there.
        player: Option<PlayerId>,
        /// What they are called.
        name: String,
        /// What an invitation to it holds.
        secret: String,
    },
    /// The computer.
    Computer {
        /// How strong it is.
        level: Level,
    },
    /// Somebody at a terminal program.
    Terminal {
        /// What they are called.
        name: String,
    },
}

impl Seat {
    /// The seat that a creator of that name asks for.
    pub(crate) fn new(player: &Player, creator: &PlayerId, name: &str) -> Result<Seat, Refusal> {
        Ok(match player {
            Player::Me => Seat::person(creator, name),
            Player::Friend => Seat::free(),
            Player::Computer { level } => Seat::Computer {
                level: Level::parse(level)
                    .ok_or_else(|| Refusal::NoSuchLevel(level.chars().take(20).collect()))?,
            },
        })
    }

    /// A seat with somebody on it.
    pub(crate) fn person(player: &PlayerId, name: &str) -> Seat {
        Seat::Person {
            player: Some(player.clone()),
            name: clean_name(name, "You"),
            secret: fresh_secret(),
        }
    }

    /// A seat that waits for somebody.
    pub(crate) fn free() -> Seat {
        Seat::Person {
            player: None,
            name: "Guest".to_owned(),
            secret: fresh_secret(),
        }
    }

    /// A seat with somebody at a terminal program.
    pub(crate) fn terminal() -> Seat {
        Seat::Terminal {
            name: "Terminal player".to_owned(),
        }
    }

    /// Whether this person plays it.
    pub(crate) fn is_of(&self, who: &PlayerId) -> bool {
        matches!(self, Seat::Person { player: Some(player), .. } if player == who)
    }

    /// Whether it waits for somebody.
    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Seat::Person { player: None, .. })
    }

    /// Whether a person plays or will play it here.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// What whoever plays it is called.
    pub(crate) fn name(&self) -> String {
        match self {
            Seat::Person { name, .. } | Seat::Terminal { name } => name.clone(),
            Seat::Computer { level } => format!("Computer ({})", level.name()),
        }
    }
}
