//! The kinds of games.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Color, Descriptor};
use thiserror::Error;

/// A kind of game. This is the only list of them: everything else comes from their descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Othello, also called Reversi.
    Othello,
    /// Ataxx.
    Ataxx,
    /// Lines of Action.
    Loa,
    /// Clobber, the test game.
    #[cfg(feature = "fourth-game")]
    Clobber,
}

/// The error for an unknown game name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game “{}”: {} are the games", .0.escape_default(), listed(Kind::ALL.iter().map(|kind| kind.name())))]
pub struct UnknownGame(String);

impl UnknownGame {
    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Kind {
    /// All games that are offered. The test game never is.
    pub const ALL: [Kind; 3] = [Kind::Othello, Kind::Ataxx, Kind::Loa];

    /// All games that have a name: those that are offered, and the test game with the feature `fourth-game`.
    pub const KNOWN: &[Kind] = &[
        Kind::Othello,
        Kind::Ataxx,
        Kind::Loa,
        #[cfg(feature = "fourth-game")]
        Kind::Clobber,
    ];

    /// Returns the descriptor.
    pub const fn descriptor(self) -> &'static Descriptor {
        match self {
            Kind::Othello => &parlor_othello::DESCRIPTOR,
            Kind::Ataxx => &parlor_ataxx::DESCRIPTOR,
            Kind::Loa => &parlor_loa::DESCRIPTOR,
            #[cfg(feature = "fourth-game")]
            Kind::Clobber => &parlor_clobber::DESCRIPTOR,
        }
    }

    /// Returns the short name, as on the command line.
    pub const fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// Returns the name as people write it.
    pub const fn title(self) -> &'static str {
        self.descriptor().title
    }

    /// Returns the name of a side on this game's board.
    pub fn color_name(self, color: Color) -> &'static str {
        self.descriptor().sides[color]
    }

    /// Returns the name of a side with a capital letter, for the start of a sentence or label.
    pub fn side_name(self, color: Color) -> String {
        self.descriptor().side_title(color)
    }

    /// Returns the game that one of the texts mentions, by its name or an alias. Whole words take precedence,
    /// and the last word of a text before earlier ones: a path ends with its file, whatever its folders are
    /// called.
    pub fn mentioned_in(texts: &[&str]) -> Option<Kind> {
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let named = |is_named: &dyn Fn(&str) -> bool| {
            Kind::KNOWN.iter().copied().find(|kind| {
                let descriptor = kind.descriptor();
                is_named(descriptor.name) || descriptor.aliases.iter().any(|alias| is_named(alias))
            })
        };
        texts
            .iter()
            .flat_map(|text| text.rsplit(|c: char| !c.is_alphanumeric()))
            .find_map(|word| named(&|name| word == name))
            .or_else(|| named(&|name| texts.iter().any(|text| text.contains(name))))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Kind, UnknownGame> {
        let known = Kind::KNOWN
            .iter()
            .copied()
            .find(|kind| kind.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownGame(text.chars().take(40).collect()))
    }
}

/// Joins names as in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        names => names.concat(),
    }
}
