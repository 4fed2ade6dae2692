//! The seats of a table.

use parlor_core::{Color, Level, PerColor};

use crate::result;
use crate::wire::{Player, Refusal};
use crate::{PlayerId, Secrets};

/// The maximum length of a displayed name.
const LONGEST_NAME: usize = 40;

/// Returns a name in displayable form: one line, not too long, never empty.
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
    /// A person, or a free seat.
    Person {
        /// The person, if the seat is taken.
        player: Option<PlayerId>,
        /// The person's name.
        name: String,
        /// The secret of an invitation to it.
        secret: String,
    },
    /// The computer.
    Computer {
        /// Its level.
        level: Level,
    },
    /// A person at a terminal program.
    Terminal {
        /// The person's name.
        name: String,
    },
}

impl Seat {
    /// Creates the seat that a creator with this name requests.
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

    /// Creates a seat with a person.
    pub fn person(secrets: &mut Secrets, player: &PlayerId, name: &str) -> Seat {
        Seat::Person {
            player: Some(player.clone()),
            name: clean_name(name, result::NAMELESS),
            secret: secrets.secret(),
        }
    }

    /// Creates the seats of a game that was played elsewhere by people with these names, if known. The importing
    /// person has both seats.
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

    /// Creates a free seat.
    pub fn free(secrets: &mut Secrets) -> Seat {
        Seat::Person {
            player: None,
            name: result::GUEST.to_owned(),
            secret: secrets.secret(),
        }
    }

    /// Creates a seat with a person at a terminal program.
    pub fn terminal() -> Seat {
        Seat::Terminal {
            name: result::TERMINAL.to_owned(),
        }
    }

    /// Returns whether this person plays it.
    pub fn is_of(&self, who: &PlayerId) -> bool {
        matches!(self, Seat::Person { player: Some(player), .. } if player == who)
    }

    /// Returns whether it is free.
    pub fn is_free(&self) -> bool {
        matches!(self, Seat::Person { player: None, .. })
    }

    /// Returns whether a person plays or will play it here.
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// Returns the stored name of its player.
    pub fn name(&self) -> String {
        match self {
            Seat::Person { name, .. } | Seat::Terminal { name } => name.clone(),
            Seat::Computer { level } => result::computer(*level),
        }
    }
}
