//! Parlor's own text format of a game: tags in brackets and the moves, similar to PGN in chess.
//!
//! ```text
//! [Game "loa"]
//! [Black "parlor"]
//! [White "somebody"]
//! [Result "1-0"]
//!
//! 1. b1-h1 a2-c2 2. b8-d6 …
//! ```
//!
//! `Game` is required. `Rules`, `Size`, `Blocks` and `Limit` record agreements other than the defaults,
//! `Position` a start other than the standard one; all other tags are kept unchanged. The reader ignores move
//! numbers and a result at the end. [`read_annotated`] keeps variations in parentheses, comments in braces or
//! after `;`, and glyphs (`$1`, or `!` after a move); [`read`] ignores them too.

mod tree;

use std::fmt::Write as _;

use parlor_core::{Color, Excerpt, Outcome};
use thiserror::Error;

pub use tree::{read_annotated, write_annotated};

use crate::any::{AnyGame, NewGameError};
use crate::kind::{Kind, UnknownGame};
use crate::playable::MoveError;
use crate::spec::{ParseSpecError, Spec};

/// The maximum number of moves of a game.
const LONGEST_GAME: usize = 10_000;

/// A game with its descriptive tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaggedGame {
    /// The game, at its last move.
    pub game: AnyGame,
    /// Names, dates and similar tags in order, without those that describe the game itself.
    pub tags: Vec<(String, String)>,
}

/// The reason why a text is not a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseGameError {
    /// A line in brackets is not `[Name "value"]`.
    #[error("{0} is not a tag: [Name \"value\"] is expected")]
    Tag(Excerpt),
    /// The `Game` tag is missing.
    #[error("there is no tag [Game \"…\"]")]
    NoGame,
    /// The game is unknown.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The game does not support an agreement.
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
    /// The game cannot begin.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// A move is malformed or illegal.
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// The move's number, from 1, passes included.
        number: usize,
        /// Its text and position.
        text: Excerpt,
        /// The reason.
        reason: MoveError,
    },
    /// A comment has no end.
    #[error("the comment {0} has no end")]
    Comment(Excerpt),
    /// There are too many moves.
    #[error("there are more than {LONGEST_GAME} moves")]
    TooLong,
}

/// Returns the text of a result: `1-0` when Black won.
pub fn result_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Color::Black)) => "1-0",
        Some(Outcome::Win(Color::White)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Reads the text of a result, or returns `None` if it states none.
pub fn read_result(text: &str) -> Option<Outcome> {
    match text.trim() {
        "1-0" => Some(Outcome::Win(Color::Black)),
        "0-1" => Some(Outcome::Win(Color::White)),
        "1/2-1/2" => Some(Outcome::Draw),
        _ => None,
    }
}

/// Writes a game.
pub fn write(tagged: &TaggedGame) -> String {
    write_as(tagged, &[])
}

/// Writes a game with these texts of its moves, or the game's default notation where there is none.
pub fn write_as(tagged: &TaggedGame, texts: &[String]) -> String {
    let game = &tagged.game;
    let mut text = head(tagged);
    let mut words = Vec::new();
    for (index, mv) in game.history().iter().enumerate() {
        if index % 2 == 0 {
            words.push(format!("{}.", index / 2 + 1));
        }
        words.push(texts.get(index).unwrap_or(&mv.text).clone());
    }
    text.push('\n');
    let mut width = 0;
    for word in words {
        if width + word.len() > 78 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(&word);
        width += word.len();
    }
    text.push('\n');
    text
}

/// Returns the tags of a game as text.
fn head(tagged: &TaggedGame) -> String {
    let game = &tagged.game;
    let spec = game.spec();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value
            .chars()
            .map(|c| if c.is_control() || c == '"' { ' ' } else { c })
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Game", spec.kind().name());
    for (name, value) in spec.agreements() {
        let mut capitalised = name.to_owned();
        capitalised[..1].make_ascii_uppercase();
        tag(&capitalised, &value);
    }
    let is_default_start = AnyGame::new(spec).is_ok_and(|default| default.start_text() == game.start_text());
    if !is_default_start {
        tag("Position", &game.start_text());
    }
    for (name, value) in &tagged.tags {
        tag(name, value);
    }
    if !tagged.tags.iter().any(|(name, _)| name == "Result") {
        tag("Result", result_text(game.outcome()));
    }
    text
}

/// Reads a game. The rules check every move; the error names the first that is illegal.
pub fn read(text: &str) -> Result<TaggedGame, ParseGameError> {
    let (all_tags, body_at) = read_tags(text)?;
    let (mut game, tags) = begin(all_tags)?;
    for (word, at) in move_words(text, body_at)? {
        if game.len() >= LONGEST_GAME {
            return Err(ParseGameError::TooLong);
        }
        game.play(word).map_err(|reason| ParseGameError::Move {
            number: game.len() + 1,
            text: Excerpt::new(word, at),
            reason,
        })?;
    }
    Ok(TaggedGame { game, tags })
}

/// Returns the start of the game that tags describe, and the remaining tags.
fn begin(all_tags: Vec<(String, String)>) -> Result<(AnyGame, Vec<(String, String)>), ParseGameError> {
    let find = |wanted: &str| {
        all_tags
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.as_str())
    };
    let kind: Kind = find("Game").ok_or(ParseGameError::NoGame)?.parse()?;
    let mut spec = Spec::default_for(kind);
    for name in kind.descriptor().agreement_names() {
        if let Some(value) = find(name) {
            spec = spec.with(name, value)?;
        }
    }
    let game = match find("Position") {
        Some(position) => AnyGame::from_position(&spec, position)?,
        None => AnyGame::new(&spec)?,
    };
    let describes = |name: &str| {
        let agreements = Kind::KNOWN
            .iter()
            .flat_map(|kind| kind.descriptor().agreement_names());
        agreements
            .chain(["game", "position"])
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    let tags = all_tags.into_iter().filter(|(name, _)| !describes(name));
    Ok((game, tags.collect()))
}

/// Returns the moves of a game as they are written in its text.
pub fn move_texts(text: &str) -> Result<Vec<String>, ParseGameError> {
    let (_, body_at) = read_tags(text)?;
    let words = move_words(text, body_at)?;
    Ok(words.into_iter().map(|(word, _)| word.to_owned()).collect())
}

/// Returns the tags and the byte offset of their end.
fn read_tags(text: &str) -> Result<(Vec<(String, String)>, usize), ParseGameError> {
    let mut tags = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            if !trimmed.starts_with('[') {
                break;
            }
            let tag = trimmed
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
                .and_then(|inside| inside.trim().split_once(char::is_whitespace))
                .and_then(|(name, value)| {
                    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
                    Some((name.to_owned(), value.to_owned()))
                })
                .ok_or_else(|| ParseGameError::Tag(Excerpt::new(trimmed, at)))?;
            tags.push(tag);
        }
        at += line.len();
    }
    Ok((tags, at))
}

/// Returns whether a word is a move number or a result.
fn is_no_move(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    let is_number =
        digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number || ["1-0", "0-1", "1/2-1/2", "*"].contains(&word)
}

/// Returns the words that are moves of the main line, with their byte offsets.
fn move_words(text: &str, body_at: usize) -> Result<Vec<(&str, usize)>, ParseGameError> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    let mut at = body_at;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match first {
            '{' => {
                rest.find('}')
                    .ok_or_else(|| ParseGameError::Comment(Excerpt::new(rest, at)))?
                    + 1
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                depth += 1;
                1
            }
            ')' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "{;()".contains(c));
                let end = end.unwrap_or(rest.len());
                let word = &rest[..end];
                if depth == 0 && !word.starts_with('$') && !is_no_move(word) {
                    words.push((tree::judged(word).0, at));
                }
                end
            }
        };
    }
    Ok(words)
}
