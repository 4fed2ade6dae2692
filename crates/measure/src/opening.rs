//! Openings: short beginnings of games that are neither over nor clearly won, and not symmetric images of
//! each other.
//!
//! This is the only generator of openings. Matches and tournaments play each of its openings twice, with
//! colours swapped.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use parlor_core::Symmetry;
use parlor_core::random::split_mix;
use parlor_core::think::Limits;
use parlor_games::{AnyGame, Cell, Kind, MoveError, NewGameError, Spec};
use parlor_players::{AnyEngine, Configuration};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The opening of a game: moves from the standard start, or from a position.
///
/// It is serialised as a list of moves or, with a position, as an object with both.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "StoredOpening", into = "StoredOpening")]
pub struct Opening {
    /// The start position in the game's text form. `None` for the standard start.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredOpening {
    Moves(Vec<String>),
    Position {
        position: String,
        #[serde(default)]
        moves: Vec<String>,
    },
}

impl From<StoredOpening> for Opening {
    fn from(stored: StoredOpening) -> Opening {
        match stored {
            StoredOpening::Moves(moves) => Opening::from_moves(moves),
            StoredOpening::Position { position, moves } => Opening {
                position: Some(position),
                moves,
            },
        }
    }
}

impl From<Opening> for StoredOpening {
    fn from(opening: Opening) -> StoredOpening {
        let moves = opening.moves;
        match opening.position {
            None => StoredOpening::Moves(moves),
            Some(position) => StoredOpening::Position { position, moves },
        }
    }
}

/// Why a game cannot start with an opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BeginError {
    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// The position is invalid.
    #[error("“{}” is no position to begin from: {reason}", text.escape_default())]
    Position {
        /// The text.
        text: String,
        /// The reason.
        reason: NewGameError,
    },
    /// A move is illegal.
    #[error("move “{}”: {reason}", mv.escape_default())]
    Move {
        /// The move.
        mv: String,
        /// The reason.
        reason: MoveError,
    },
    /// The game is over after the opening.
    #[error("the game is over after it")]
    Ends,
}

/// An invalid line in an openings file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// The line number, from 1.
    pub line: usize,
    /// The reason.
    pub reason: BeginError,
}

impl Opening {
    /// Returns the opening with these moves from the standard start.
    pub fn from_moves(moves: Vec<String>) -> Opening {
        Opening {
            position: None,
            moves,
        }
    }

    /// Returns whether it is the standard start itself.
    pub fn is_start(&self) -> bool {
        self.position.is_none() && self.moves.is_empty()
    }

    /// Plays the opening. Returns the game after it, which is not over.
    pub fn play(&self, spec: &Spec) -> Result<AnyGame, BeginError> {
        let mut game = match &self.position {
            None => AnyGame::new(spec)?,
            Some(text) => AnyGame::from_position(spec, text).map_err(|reason| BeginError::Position {
                text: text.clone(),
                reason,
            })?,
        };
        for mv in &self.moves {
            game.play(mv).map_err(|reason| BeginError::Move {
                mv: mv.clone(),
                reason,
            })?;
        }
        match game.outcome() {
            None => Ok(game),
            Some(_) => Err(BeginError::Ends),
        }
    }
}

/// The settings of the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSettings {
    /// The minimum number of moves.
    pub min_plies: u32,
    /// The maximum number of moves.
    pub max_plies: u32,
    /// The maximum lead of one side, in hundredths of a piece.
    pub bound: i32,
    /// The number of nodes with which our engine evaluates an opening.
    pub nodes: u64,
    /// The seed: equal settings give equal openings.
    pub seed: u64,
}

impl OpeningSettings {
    /// The default bound: neither side is ahead by more than one and a half pieces.
    pub const BOUND: i32 = 150;

    /// The default number of nodes.
    pub const NODES: u64 = 2_000;

    /// Returns the default settings for a game.
    pub fn default_for(kind: Kind) -> OpeningSettings {
        let [min_plies, max_plies] = kind.descriptor().opening_plies;
        OpeningSettings {
            min_plies,
            max_plies,
            bound: OpeningSettings::BOUND,
            nodes: OpeningSettings::NODES,
            seed: 1,
        }
    }
}

/// Why there are not enough openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// Fewer openings than requested were found.
    #[error(
        "only {found} of {wanted} openings were found in {tries} tries: allow more moves or a greater lead"
    )]
    TooFew {
        /// The number of openings found.
        found: usize,
        /// The number of openings requested.
        wanted: usize,
        /// The number of attempts.
        tries: u64,
    },
}

/// The number of tries for each opening; unused tries carry over to the next.
const TRIES_EACH: u64 = 200;

/// An iterator over games from their start to the end of an opening. It continues as long as it finds new
/// ones.
#[derive(Debug)]
pub struct Openings {
    start: AnyGame,
    settings: OpeningSettings,
    judge: AnyEngine,
    state: u64,
    tries: u64,
    /// The openings returned so far; see [`canonical`].
    seen: HashSet<Canonical>,
}

impl Openings {
    /// Creates the openings of a game.
    pub fn new(spec: &Spec, settings: &OpeningSettings) -> Result<Openings, NewGameError> {
        // The judge's table is cleared for every opening, so it is small.
        let judge = Configuration {
            nodes: Some(settings.nodes),
            hash_mib: Some(1),
            ..Configuration::default()
        };
        Ok(Openings {
            start: AnyGame::new(spec)?,
            settings: *settings,
            judge: AnyEngine::new(spec.kind(), &judge, settings.seed),
            state: settings.seed,
            tries: 0,
            seen: HashSet::new(),
        })
    }

    /// Plays random moves, which may lead anywhere.
    fn attempt(&mut self) -> AnyGame {
        self.tries += 1;
        let OpeningSettings {
            min_plies, max_plies, ..
        } = self.settings;
        let span = u64::from(max_plies.saturating_sub(min_plies)) + 1;
        let plies = min_plies + (split_mix(&mut self.state) % span) as u32;
        let mut game = self.start.clone();
        game.play_randomly(plies, &mut self.state);
        game
    }

    /// Returns whether our engine finds neither side far ahead.
    fn is_balanced(&mut self, game: &AnyGame) -> bool {
        self.judge.new_game();
        let thought = self.judge.think(game, &Limits::default(), &mut |_| ());
        thought.is_some_and(|thought| thought.score().0.abs() <= self.settings.bound)
    }
}

impl Iterator for Openings {
    type Item = AnyGame;

    fn next(&mut self) -> Option<AnyGame> {
        let max_tries = TRIES_EACH * (self.seen.len() as u64 + 1);
        while self.tries < max_tries {
            let game = self.attempt();
            if game.outcome().is_some() {
                continue;
            }
            let canonical = canonical(&game);
            if !self.seen.contains(&canonical) && self.is_balanced(&game) {
                self.seen.insert(canonical);
                return Some(game);
            }
        }
        None
    }
}

/// Generates this many openings, each a list of moves from the standard start. `progress` receives the number
/// found so far.
pub fn generate(
    spec: &Spec,
    count: usize,
    settings: &OpeningSettings,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Openings::new(spec, settings)?;
    let mut made: Vec<Opening> = Vec::new();
    for game in openings.by_ref().take(count) {
        let moves = game.history().into_iter().map(|mv| mv.text).collect();
        made.push(Opening::from_moves(moves));
        progress(made.len());
    }
    if made.len() < count {
        return Err(OpeningError::TooFew {
            found: made.len(),
            wanted: count,
            tries: openings.tries,
        });
    }
    Ok(made)
}

/// The squares and the side to move.
type Canonical = (Vec<u8>, usize);

/// Returns the canonical form of a position, which all its symmetric images share: the least of the eight
/// images.
fn canonical(game: &AnyGame) -> Canonical {
    let cells: Vec<u8> = game
        .cells()
        .into_iter()
        .map(|cell| match cell {
            Cell::Empty => 0,
            Cell::Piece(color) => 1 + color.index() as u8,
            Cell::Block => 3,
        })
        .collect();
    let size = [game.rows(), game.columns()].map(u32::from);
    let image = |symmetry: &Symmetry| -> Vec<u8> {
        let mut image = vec![0; cells.len()];
        for (at, &cell) in (0..).zip(&cells) {
            let [row, column] = symmetry.place(size, [at / size[1], at % size[1]]);
            image[(row * size[1] + column) as usize] = cell;
        }
        image
    };
    let images = Symmetry::of_board(game.rows(), game.columns()).iter().map(image);
    let least = images.min().unwrap_or_default();
    (least, game.turn().index())
}

/// The keyword of a line between a position and moves, and the one for the standard start.
const MOVES: &str = "moves";
const START: [&str; 2] = ["start", "startpos"];

/// Writes openings, one per line, in the format of [`read`].
pub fn write(openings: &[Opening]) -> String {
    let line = |opening: &Opening| match &opening.position {
        None if opening.moves.is_empty() => START[0].to_owned(),
        None => opening.moves.join(" "),
        Some(position) if opening.moves.is_empty() => position.clone(),
        Some(position) => format!("{position} {MOVES} {}", opening.moves.join(" ")),
    };
    openings.iter().map(|opening| line(opening) + "\n").collect()
}

/// Reads openings, one per line: a position in the text form of the game (for Ataxx and Lines of Action a
/// FEN, for Othello the squares and the side to move), moves from the standard start separated by blanks, or
/// a position and moves with the word `moves` between them. `start` is the standard start, `#` begins a
/// comment, and text after `;` is ignored, as in EPD. Every opening is played, so that an error is reported
/// with its line.
pub fn read(spec: &Spec, text: &str) -> Result<Vec<Opening>, ReadError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split(['#', ';']).next().unwrap_or_default().trim();
        if line.is_empty() || (index == 0 && line == "\u{feff}") {
            continue;
        }
        let opening = read_line(spec, line.trim_start_matches('\u{feff}'));
        opening.play(spec).map_err(|reason| ReadError {
            line: index + 1,
            reason,
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn read_line(spec: &Spec, line: &str) -> Opening {
    let words: Vec<&str> = line.split_whitespace().collect();
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let (before, moves): (&[&str], Vec<String>) = match words.iter().position(|&word| word == MOVES) {
        Some(at) => (&words[..at], owned(&words[at + 1..])),
        None => (&words, Vec::new()),
    };
    if let [only] = before
        && START.contains(only)
    {
        return Opening::from_moves(moves);
    }
    let position = before.join(" ");
    // No move is this long or has a slash: text that looks like a position is reported as an invalid
    // position.
    let looks_like_one = before
        .first()
        .is_some_and(|word| word.len() > MAX_MOVE_LENGTH || word.contains('/'));
    let has_moves = before.len() < words.len();
    if has_moves || looks_like_one || AnyGame::from_position(spec, &position).is_ok() {
        return Opening {
            position: Some(position),
            moves,
        };
    }
    Opening::from_moves(owned(before))
}

/// The maximum length of a move's text.
const MAX_MOVE_LENGTH: usize = 8;
