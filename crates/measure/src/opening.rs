//! Openings: short beginnings of games that are neither over nor clearly won, none of them another one seen in a mirror.
//!
//! There is this one generator. Matches and tournaments play each of its openings twice, with colours swapped.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use parlor_core::Symmetry;
use parlor_core::think::Limits;
use parlor_core::zobrist::split_mix;
use parlor_games::{AnyGame, Cell, Kind, NewGameError, Spec};
use parlor_players::{AnyEngine, Configuration};
use thiserror::Error;

/// Which openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSettings {
    /// At least this many moves each.
    pub least_plies: u32,
    /// At most this many.
    pub most_plies: u32,
    /// How far one side may be ahead, in hundredths of a piece.
    pub bound: i32,
    /// How many nodes our engine looks at to judge one.
    pub nodes: u64,
    /// What chance depends on: the same settings give the same openings.
    pub seed: u64,
}

impl OpeningSettings {
    /// The usual bound: neither side is ahead by more than one and a half pieces.
    pub const BOUND: i32 = 150;

    /// The usual number of nodes.
    pub const NODES: u64 = 2_000;

    /// What is usual for a game.
    pub fn usual(kind: Kind) -> OpeningSettings {
        let [least_plies, most_plies] = kind.descriptor().opening_plies;
        OpeningSettings {
            least_plies,
            most_plies,
            bound: OpeningSettings::BOUND,
            nodes: OpeningSettings::NODES,
            seed: 1,
        }
    }
}

/// Why there are no openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The game cannot begin.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// Not so many were found.
    #[error(
        "only {found} of {wanted} openings were found in {tries} tries: allow more moves or a greater lead"
    )]
    TooFew {
        /// How many were found.
        found: usize,
        /// How many were wanted.
        wanted: usize,
        /// How many were tried.
        tries: u64,
    },
}

/// So many tries are allowed for each opening; what one leaves over is there for the next.
const TRIES_EACH: u64 = 200;

/// A game from its start to the end of an opening, one after the other, without end as long as there are any that
/// were not given before.
#[derive(Debug)]
pub struct Openings {
    start: AnyGame,
    settings: OpeningSettings,
    judge: AnyEngine,
    state: u64,
    tries: u64,
    /// What was given before; see [`canonical`].
    seen: HashSet<Canonical>,
}

impl Openings {
    /// The openings of a game.
    pub fn new(spec: &Spec, settings: &OpeningSettings) -> Result<Openings, NewGameError> {
        // The judge's table is emptied for every opening, so it is small.
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

    /// Random moves, which may lead anywhere.
    fn attempt(&mut self) -> AnyGame {
        self.tries += 1;
        let OpeningSettings {
            least_plies,
            most_plies,
            ..
        } = self.settings;
        let span = u64::from(most_plies.saturating_sub(least_plies)) + 1;
        let plies = least_plies + (split_mix(&mut self.state) % span) as u32;
        let mut game = self.start.clone();
        game.play_randomly(plies, &mut self.state);
        game
    }

    /// Whether our engine finds neither side far ahead.
    fn is_balanced(&mut self, game: &AnyGame) -> bool {
        self.judge.new_game();
        let thought = self.judge.think(game, &Limits::default(), &mut |_| ());
        thought.is_some_and(|thought| thought.score().0.abs() <= self.settings.bound)
    }
}

impl Iterator for Openings {
    type Item = AnyGame;

    fn next(&mut self) -> Option<AnyGame> {
        let most_tries = TRIES_EACH * (self.seen.len() as u64 + 1);
        while self.tries < most_tries {
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

/// Makes so many openings, each the moves from the start. `progress` is told how many there are.
pub fn generate(
    spec: &Spec,
    count: usize,
    settings: &OpeningSettings,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<String>>, OpeningError> {
    let mut openings = Openings::new(spec, settings)?;
    let mut moves: Vec<Vec<String>> = Vec::new();
    for game in openings.by_ref().take(count) {
        moves.push(game.history().into_iter().map(|mv| mv.text).collect());
        progress(moves.len());
    }
    if moves.len() < count {
        return Err(OpeningError::TooFew {
            found: moves.len(),
            wanted: count,
            tries: openings.tries,
        });
    }
    Ok(moves)
}

/// The squares and the side to move.
type Canonical = (Vec<u8>, usize);

/// What all positions share that are one position seen in mirrors: the least of their eight images.
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

/// Writes openings, one a line.
pub fn write(openings: &[Vec<String>]) -> String {
    openings.iter().map(|moves| moves.join(" ") + "\n").collect()
}

/// Reads openings: one a line, moves between blanks, `#` begins a comment. A line `start` is the start itself.
pub fn read(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(|line| match line {
            "start" => Vec::new(),
            line => line.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}
