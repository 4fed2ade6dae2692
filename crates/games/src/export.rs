//! Writes games as texts and files, in every format of their descriptor. [`import`](crate::import) reads them
//! back.

use parlor_core::{Color, PerColor};
use thiserror::Error;

use crate::annotated::Annotated;
use crate::any::AnyGame;
use crate::each_record;
use crate::pgn::{self, TaggedGame};
use crate::playable::Playable;

/// A written game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// A text.
    Text(String),
    /// Bytes that are not text.
    Bytes(Vec<u8>),
}

impl Written {
    /// Returns the bytes of a file.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Written::Text(text) => text.into_bytes(),
            Written::Bytes(bytes) => bytes,
        }
    }
}

/// Writes a game in the format with this code, one of its descriptor's. `termination` says in a few words how
/// the game ended, if the format supports it; it may be empty. Returns `None` if the format does not support
/// the game.
pub fn write(game: &AnyGame, names: &PerColor<String>, termination: &str, code: &str) -> Option<Written> {
    match code {
        "parlor" => Some(Written::Text(pgn::write(&tagged(game, names, termination)))),
        "position" => Some(Written::Text(game.position_text() + "\n")),
        _ => {
            let written = each_record!(game.record(), record => export(record, names, code));
            written.or_else(|| (code == MOVES).then(|| Written::Text(moves(game))))
        }
    }
}

/// Writes a game with its variations and annotations, in the formats that support them.
pub fn write_annotated(
    game: &AnyGame,
    names: &PerColor<String>,
    termination: &str,
    code: &str,
    annotated: &Annotated,
) -> Option<Written> {
    match code {
        "parlor" => {
            let tagged = tagged(game, names, termination);
            Some(Written::Text(pgn::write_annotated(&tagged, annotated)))
        }
        "sgf" => match write(game, names, termination, code)? {
            Written::Text(text) => Some(Written::Text(crate::loa::files::with_variations(
                game, &text, annotated,
            ))),
            bytes @ Written::Bytes(_) => Some(bytes),
        },
        _ => write(game, names, termination, code),
    }
}

/// The format that every game supports: its moves in the default notation, on one line.
pub const MOVES: &str = "moves";

fn moves(game: &AnyGame) -> String {
    let texts: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
    texts.join(" ") + "\n"
}

/// The reason why games cannot be written to one file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExportError {
    /// The format does not support one of them.
    #[error("game {number} cannot be written as {code}, which does not hold such games")]
    Unsuitable {
        /// Its number, from 1.
        number: usize,
        /// The format.
        code: String,
    },
}

/// Writes games to one file, one after the other.
pub fn write_all(games: &[(AnyGame, PerColor<String>)], code: &str) -> Result<Written, ExportError> {
    let mut text = String::new();
    let mut parts = Vec::new();
    for (number, (game, names)) in (1..).zip(games) {
        match write(game, names, "", code) {
            Some(Written::Text(one)) => {
                // Games in Parlor's own format have an empty line between them.
                if !text.is_empty() && code == "parlor" {
                    text.push('\n');
                }
                text += &one;
            }
            Some(Written::Bytes(bytes)) => parts.push(bytes),
            None => {
                let code = code.to_owned();
                return Err(ExportError::Unsuitable { number, code });
            }
        }
    }
    if parts.is_empty() {
        return Ok(Written::Text(text));
    }
    Ok(Written::Bytes(crate::othello::files::joined_wthor(&parts)))
}

/// Joins several files of games in one format.
pub fn join(files: Vec<Written>) -> Written {
    let (mut text, mut parts) = (String::new(), Vec::new());
    for file in files {
        match file {
            Written::Text(one) => text += &one,
            Written::Bytes(bytes) => parts.push(bytes),
        }
    }
    if parts.is_empty() {
        return Written::Text(text);
    }
    Written::Bytes(crate::othello::files::joined_wthor(&parts))
}

/// Returns a game with its tags, as it is stored and written.
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
