//! Who sits where.

use parlor_core::{Color, Level, PerColor};

use crate::result;
use crate::wire::{Player, Refusal};
use crate::{PlayerId, Secrets};

/// The longest name that is shown.
const LONGEST_NAME: usize = 40;

/// A name as it may be shown: one line, not too long, never empty.
pub fn clean_name(name: &str, otherwise: &str) -> String {
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
pub enum Seat {
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
    pub fn new(
        secrets: &mut Secrets,
        player: &Player,
        creator: &PlayerId,
        name: &str,
    ) -> Result<Seat, Refusal> {
        Ok(match player {
            Player::Me => Seat::person(secrets, creator, name),
            Player::Friend => Seat::free(secrets),
            Player::Computer { level } => Seat::Computer {
                level: Level::parse(level).ok_or_else(|| Refusal::NoSuchLevel {
                    level: level.chars().take(20).collect(),
                })?,
            },
        })
    }

    /// A seat with somebody on it.
    pub fn person(secrets: &mut Secrets, player: &PlayerId, name: &str) -> Seat {
        Seat::Person {
            player: Some(player.clone()),
            name: clean_name(name, result::NAMELESS),
            secret: secrets.secret(),
        }
    }

    /// The seats of a game that was played elsewhere by people of these names, as far as they are known: the person who imports it
    /// has both.
    pub(super) fn imported(
        secrets: &mut Secrets,
        importer: &PlayerId,
        names: &PerColor<Option<String>>,
    ) -> PerColor<Seat> {
        let mut seat = |name: &Option<String>| {
            Seat::person(secrets, importer, name.as_deref().unwrap_or(result::IMPORTER))
        };
        PerColor([seat(&names[Color::Black]), seat(&names[Color::White])])
    }

    /// A seat that waits for somebody.
    pub fn free(secrets: &mut Secrets) -> Seat {
        Seat::Person {
            player: None,
            name: result::GUEST.to_owned(),
            secret: secrets.secret(),
        }
    }

    /// A seat with somebody at a terminal program.
    pub fn terminal() -> Seat {
        Seat::Terminal {
            name: result::TERMINAL.to_owned(),
        }
    }

    /// Whether this person plays it.
    pub fn is_of(&self, who: &PlayerId) -> bool {
        matches!(self, Seat::Person { player: Some(player), .. } if player == who)
    }

    /// Whether it waits for somebody.
    pub fn is_free(&self) -> bool {
        matches!(self, Seat::Person { player: None, .. })
    }

    /// Whether a person plays or will play it here.
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// The stored name of its player.
    pub fn name(&self) -> String {
        match self {
            Seat::Person { name, .. } | Seat::Terminal { name } => name.clone(),
            Seat::Computer { level } => result::computer(*level),
        }
    }
}
