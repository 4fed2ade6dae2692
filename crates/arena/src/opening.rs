//! Openings: short, balanced beginnings of games, none of them another one seen in a mirror.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use parlor_core::think::Limits;
use parlor_core::zobrist::split_mix;
use parlor_games::{AnyGame, Cell, Kind, NewGameError, Spec};
use parlor_players::{AnyEngine, Configuration};
use thiserror::Error;

/// What openings are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// At least this many moves each.
    pub least_plies: u32,
    /// At most this many.
    pub most_plies: u32,
    /// How far one side may be ahead, in hundredths of a piece.
    pub bound: i32,
    /// How many nodes our engine looks at to judge one.
    pub nodes: u64,
    /// Which openings.
    pub seed: u64,
}

impl Wanted {
    /// What is usual for a game.
    pub fn usual(kind: Kind) -> Wanted {
        let [least_plies, most_plies] = kind.descriptor().opening_plies;
        Wanted {
            count: 100,
            least_plies,
            most_plies,
            bound: 150,
            nodes: 5_000,
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
        tries: usize,
    },
}

/// Tries for each opening that is wanted, before giving up.
const TRIES_EACH: usize = 200;

/// Makes openings: random moves, kept when our engine finds neither side far ahead and nothing like it was kept
/// before. The same wishes give the same openings. `progress` is told how many there are.
pub fn generate(
    spec: &Spec,
    wanted: &Wanted,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<String>>, OpeningError> {
    let configuration = Configuration {
        nodes: Some(wanted.nodes),
        hash_mib: Some(1),
        ..Configuration::default()
    };
    let mut judge = AnyEngine::new(spec.kind(), &configuration, wanted.seed);
    let mut state = wanted.seed;
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let tries = wanted.count.saturating_mul(TRIES_EACH);
    for _ in 0..tries {
        if openings.len() >= wanted.count {
            break;
        }
        let mut game = AnyGame::new(spec)?;
        let span = u64::from(wanted.most_plies.saturating_sub(wanted.least_plies)) + 1;
        let plies = wanted.least_plies + (split_mix(&mut state) % span) as u32;
        for _ in 0..plies {
            let moves = game.legal_moves();
            let Some(index) = split_mix(&mut state).checked_rem(moves.len() as u64) else {
                break;
            };
            if game.play(&moves[index as usize].text).is_err() {
                break;
            }
        }
        if game.outcome().is_some() || seen.contains(&canonical(&game)) {
            continue;
        }
        judge.new_game();
        let Some(thought) = judge.think(&game, &Limits::default(), &mut |_| ()) else {
            continue;
        };
        if thought.score().0.abs() <= wanted.bound {
            seen.insert(canonical(&game));
            openings.push(game.history().into_iter().map(|mv| mv.text).collect());
            progress(openings.len());
        }
    }
    if openings.len() < wanted.count {
        return Err(OpeningError::TooFew {
            found: openings.len(),
            wanted: wanted.count,
            tries,
        });
    }
    Ok(openings)
}

/// What all positions share that are one position seen in mirrors: the least of their eight images.
fn canonical(game: &AnyGame) -> (Vec<u8>, usize) {
    let (rows, columns) = (usize::from(game.rows()), usize::from(game.columns()));
    let cells: Vec<u8> = game
        .cells()
        .into_iter()
        .map(|cell| match cell {
            Cell::Empty => 0,
            Cell::Piece(color) => 1 + color.index() as u8,
            Cell::Block => 3,
        })
        .collect();
    let n_images = if rows == columns { 8 } else { 4 };
    let image = |symmetry: u32| -> Vec<u8> {
        (0..rows * columns)
            .map(|at| {
                let (mut row, mut column) = (at / columns, at % columns);
                if symmetry & 1 != 0 {
                    row = rows - 1 - row;
                }
                if symmetry & 2 != 0 {
                    column = columns - 1 - column;
                }
                if symmetry & 4 != 0 {
                    std::mem::swap(&mut row, &mut column);
                }
                cells[row * columns + column]
            })
            .collect()
    };
    let least = (0..n_images).map(image).min().unwrap_or_default();
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
