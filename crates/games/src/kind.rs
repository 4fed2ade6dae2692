//! Which game.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Color, Descriptor};
use thiserror::Error;

/// One of the games. This is the one list of them: all else is read from their descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Othello, also called Reversi.
    Othello,
    /// Ataxx.
    Ataxx,
    /// Lines of Action.
    Loa,
    /// Clobber, the game of the tests.
    #[cfg(feature = "fourth-game")]
    Clobber,
}

/// A name that is none of the games'.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game “{}”: {} are the games", .0.escape_default(), listed(Kind::ALL.iter().map(|kind| kind.name())))]
pub struct UnknownGame(String);

impl UnknownGame {
    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Kind {
    /// All that are offered. The game of the tests never is.
    pub const ALL: [Kind; 3] = [Kind::Othello, Kind::Ataxx, Kind::Loa];

    /// All that are known by name: those that are offered, and the game of the tests where the feature `fourth-game`
    /// brings it.
    pub const KNOWN: &[Kind] = &[
        Kind::Othello,
        Kind::Ataxx,
        Kind::Loa,
        #[cfg(feature = "fourth-game")]
        Kind::Clobber,
    ];

    /// What there is to say about it.
    pub const fn descriptor(self) -> &'static Descriptor {
        match self {
            Kind::Othello => &parlor_othello::DESCRIPTOR,
            Kind::Ataxx => &parlor_ataxx::DESCRIPTOR,
            Kind::Loa => &parlor_loa::DESCRIPTOR,
            #[cfg(feature = "fourth-game")]
            Kind::Clobber => &parlor_clobber::DESCRIPTOR,
        }
    }

    /// The short name, as on the command line.
    pub const fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// The name as people write it.
    pub const fn title(self) -> &'static str {
        self.descriptor().title
    }

    /// What a side is called on this game's board.
    pub fn color_name(self, color: Color) -> &'static str {
        self.descriptor().sides[color]
    }

    /// The same with a capital letter, as a sentence or a label begins.
    pub fn side_name(self, color: Color) -> String {
        self.descriptor().side_title(color)
    }

    /// The game that one of the texts mentions, by its name or another that people know it by. Whole words count first, and
    /// the last one of a text before those in front of it: a path names its file last, whatever its folders are called.
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

/// Names as a sentence lists them: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        names => names.concat(),
    }
}
