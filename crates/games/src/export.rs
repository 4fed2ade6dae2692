//! Games into texts and files, in every format of their descriptor. [`import`](crate::import) reads them again.

use parlor_core::{Color, PerColor};

use crate::any::AnyGame;
use crate::each_record;
use crate::pgn::{self, TaggedGame};
use crate::playable::Playable;

/// What a game was written into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// A text.
    Text(String),
    /// Bytes that are no text.
    Bytes(Vec<u8>),
}

impl Written {
    /// The bytes of a file.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Written::Text(text) => text.into_bytes(),
            Written::Bytes(bytes) => bytes,
        }
    }
}

/// Writes a game in the format of this code, which is one of its descriptor's. `termination` says in a few words how the
/// game ended, where the format has room for it; it may be empty. Nothing if the format does not suit the game.
pub fn write(game: &AnyGame, names: &PerColor<String>, termination: &str, code: &str) -> Option<Written> {
    match code {
        "parlor" => Some(Written::Text(pgn::write(&tagged(game, names, termination)))),
        "position" => Some(Written::Text(game.position_text() + "\n")),
        _ => each_record!(game.record(), record => export(record, names, code)),
    }
}

/// A game with its tags, as it is kept and written.
pub fn tagged(game: &AnyGame, names: &PerColor<String>, termination: &str) -> TaggedGame {
    let mut tags: Vec<(String, String)> = vec![
        ("Black".into(), names[Color::Black].clone()),
        ("White".into(), names[Color::White].clone()),
    ];
    if !termination.is_empty() {
        tags.push(("Termination".into(), termination.to_owned()));
    }
    TaggedGame {
        game: game.clone(),
        tags,
    }
}

fn export<G: Playable>(
    record: &parlor_core::GameRecord<G>,
    names: &PerColor<String>,
    code: &str,
) -> Option<Written> {
    G::export(record, names, code)
}
