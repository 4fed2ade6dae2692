//! Matches between two configurations of ours, to judge every change.
//!
//! Games begin from random openings, each played twice with colours swapped. An opening is taken only when
//! a quick search finds neither side far ahead. The same seed plays the same openings; with node or depth
//! limits it plays the same games, whatever the number of threads.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_core::zobrist::split_mix;
use parlor_core::{Color, Game, GameRecord, Level, MoveList, Outcome, Score};
use parlor_search::{Limits, MoveOf, Stop, TimeLimit};
use std::time::Duration;
use thiserror::Error;

use crate::book::{Book, BookEngine};
use crate::brought::Weights;
use crate::elo::Tally;
use crate::engine::{Contender, Engine, Options, SearchEngine, is_parameter};
use crate::levels::{LevelEngine, Skill};

/// One side of a match, read from a text such as `nodes=2000,late_depth=0` or `level=5`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// A level, instead of full strength.
    pub level: Option<Level>,
    /// The most nodes for a move.
    pub nodes: Option<u64>,
    /// The most plies.
    pub depth: Option<u32>,
    /// The time for a move, in milliseconds.
    pub time_ms: Option<u64>,
    /// The table, in mebibytes.
    pub hash_mib: Option<usize>,
    /// The threads of one search.
    pub threads: Option<usize>,
    /// Whether to play from the opening book.
    pub book: bool,
    /// Weights of a file, instead of ours.
    pub weights: Option<Weights>,
    /// Parameters and weights that differ from ours.
    pub overrides: Vec<(String, i32)>,
}

/// Why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigurationError {
    /// A part without `=`.
    #[error("expected name=value, found {0:?}")]
    NoValue(String),
    /// A value that is not of its kind.
    #[error("{value:?} is not a value for {name}")]
    BadValue {
        /// What was to be set.
        name: String,
        /// The value.
        value: String,
    },
    /// A file of weights that cannot be used.
    #[error("{path}: {reason}")]
    BadWeights {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// A level with something that would change how it plays.
    #[error("a level has settings of its own: {0} cannot be set with it")]
    WithLevel(String),
    /// Nothing of this name can be set.
    #[error("there is no parameter named {0:?}")]
    UnknownName(String),
}

impl Configuration {
    /// Reads a configuration that names no files; `full` or nothing at all is full strength.
    pub fn parse<N: Contender>(text: &str) -> Result<Configuration, ConfigurationError> {
        Configuration::parse_with_files::<N>(text, &|_| Err(io::ErrorKind::Unsupported.into()))
    }

    /// Reads a configuration; `weights=PATH` has the weights of that file read by `read`.
    pub fn parse_with_files<N: Contender>(
        text: &str,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Configuration, ConfigurationError> {
        let mut configuration = Configuration::default();
        let mut kept_by_levels = None;
        for part in text.split(',').map(str::trim) {
            if part.is_empty() || part == "full" {
                continue;
            }
            let Some((name, value)) = part.split_once('=') else {
                return Err(ConfigurationError::NoValue(part.to_owned()));
            };
            let bad = || ConfigurationError::BadValue {
                name: name.to_owned(),
                value: value.to_owned(),
            };
            // A level may be given less time, but nothing else of it changes.
            if !["level", "nodes", "depth", "ms"].contains(&name) {
                kept_by_levels.get_or_insert(name);
            }
            match name {
                "level" => configuration.level = Some(Level::parse(value).ok_or_else(bad)?),
                "nodes" => configuration.nodes = Some(value.parse().map_err(|_| bad())?),
                "depth" => configuration.depth = Some(value.parse().map_err(|_| bad())?),
                "ms" => configuration.time_ms = Some(value.parse().map_err(|_| bad())?),
                "hash" => configuration.hash_mib = Some(value.parse().map_err(|_| bad())?),
                "book" => {
                    configuration.book = value.parse::<u8>().ok().filter(|&on| on <= 1).ok_or_else(bad)? == 1
                }
                "weights" => {
                    let bad = |reason: String| ConfigurationError::BadWeights {
                        path: value.to_owned(),
                        reason,
                    };
                    let bytes = read(value).map_err(|error| bad(error.to_string()))?;
                    let weights = Weights::read::<N>(&bytes).map_err(|error| bad(error.to_string()))?;
                    configuration.weights = Some(weights);
                }
                "threads" => configuration.threads = Some(value.parse().map_err(|_| bad())?),
                _ if is_parameter::<N>(name) => {
                    let value = value.parse().map_err(|_| bad())?;
                    configuration.overrides.push((name.to_owned(), value));
                }
                _ => return Err(ConfigurationError::UnknownName(name.to_owned())),
            }
        }
        match kept_by_levels.filter(|_| configuration.level.is_some()) {
            Some(name) => Err(ConfigurationError::WithLevel(name.to_owned())),
            None => Ok(configuration),
        }
    }

    /// A player of this configuration.
    pub fn engine<N: Contender>(&self, seed: u64) -> Box<dyn Engine<N::Game>> {
        if let Some(level) = self.level {
            return Box::new(LevelEngine::<N>::new(level, seed));
        }
        let engine = N::engine_with(&self.options(), &self.overrides);
        if self.book {
            Box::new(BookEngine::<N>::new(Book::embedded::<N>(), engine, seed))
        } else {
            engine
        }
    }

    /// Its table, threads and weights. A level has its own.
    pub fn options(&self) -> Options {
        Options {
            hash_mib: self.hash_mib.unwrap_or(DEFAULT_HASH_MIB),
            threads: self.threads.unwrap_or(1),
            cpu: None,
            weights: self.weights,
        }
    }

    /// Its limits for one move. A configuration that names none has the budget of the strongest level.
    pub fn limits<N: Contender>(&self) -> Limits<MoveOf<N>> {
        let is_unlimited = self.nodes.is_none() && self.depth.is_none() && self.time_ms.is_none();
        let default_nodes = is_unlimited.then(|| Skill::of::<N>(Level::FULL).nodes);
        Limits {
            nodes: self.nodes.or(default_nodes),
            depth: self.depth,
            time: match self.time_ms {
                Some(ms) => TimeLimit::PerMove(Duration::from_millis(ms)),
                None => TimeLimit::Infinite,
            },
            ..Limits::default()
        }
    }
}

/// Small, because many games may run at once.
const DEFAULT_HASH_MIB: usize = 8;
/// An opening is even enough when a search of so many nodes …
const BALANCE_NODES: u64 = 400;
/// … finds nobody ahead by more than this.
const BALANCE_BOUND: Score = Score(150);
/// After so many tries an uneven opening will have to do.
const BALANCE_TRIES: u32 = 50;
/// A game that has not ended by then is a draw.
const MAX_GAME_PLIES: usize = 500;

/// How to run a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// How many games, rounded up to pairs.
    pub games: u32,
    /// How many games to play at once.
    pub concurrency: usize,
    /// Which openings.
    pub seed: u64,
}

/// Plays a match and tells the tally of the first player after every pair. `stop` ends it soon: pairs that are
/// not complete by then do not count.
pub fn play_match<N: Contender>(
    first: &Configuration,
    second: &Configuration,
    settings: &MatchSettings,
    stop: &Stop,
    progress: &mut (dyn FnMut(&Tally) + Send),
) -> Tally {
    let n_pairs = settings.games.div_ceil(2);
    let next_pair = AtomicU32::new(0);
    let state = Mutex::new((Tally::default(), progress));
    std::thread::scope(|scope| {
        for _ in 0..settings.concurrency.max(1) {
            scope.spawn(|| {
                loop {
                    let pair = next_pair.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stop.is_set() {
                        break;
                    }
                    // Mixed, not multiplied by the step of the generator: pairs would share their openings.
                    let mut place = u64::from(pair);
                    let mut seed = settings.seed ^ split_mix(&mut place);
                    let opening = opening::<N>(&mut seed);
                    let halves = [Color::Black, Color::White]
                        .map(|color| play_game::<N>(&opening, first, second, color, seed, stop));
                    let [Some(as_black), Some(as_white)] = halves else {
                        break;
                    };
                    // A thread that panicked has lost its pair, not the tally.
                    let mut state = state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let (tally, progress) = &mut *state;
                    tally.add_pair([as_black, as_white]);
                    progress(tally);
                }
            });
        }
    });
    let (tally, _) = state
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    tally
}

/// A random opening that is neither over nor clearly won. Advances the seed.
pub fn opening<N: Contender>(seed: &mut u64) -> GameRecord<N::Game> {
    let (least, most) = N::OPENING_PLIES;
    let mut judge = SearchEngine::<N>::new(
        &Options {
            hash_mib: 1,
            ..Options::default()
        },
        &[],
    );
    let mut tries = 0;
    loop {
        tries += 1;
        let mut record = N::start();
        let plies = least + (split_mix(seed) % u64::from(most - least + 1)) as u32;
        for _ in 0..plies {
            let mut moves = MoveList::new();
            record.position().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[(split_mix(seed) % moves.len() as u64) as usize];
            if record.play(mv).is_err() {
                break;
            }
        }
        if record.outcome().is_some() {
            continue;
        }
        let thought = judge.think(&record, &Limits::nodes(BALANCE_NODES), &mut |_| {});
        let is_even = thought
            .is_some_and(|thought| thought.score() <= BALANCE_BOUND && thought.score() >= -BALANCE_BOUND);
        if is_even || tries >= BALANCE_TRIES {
            return record;
        }
    }
}

/// The points of `first`, in halves, when it plays `color`; none when the game was stopped.
fn play_game<N: Contender>(
    opening: &GameRecord<N::Game>,
    first: &Configuration,
    second: &Configuration,
    color: Color,
    seed: u64,
    stop: &Stop,
) -> Option<u32> {
    let mut record = opening.clone();
    let mut engines = [first.engine::<N>(seed), second.engine::<N>(seed ^ 1)];
    let limits = [first, second].map(|player| Limits {
        stop: stop.clone(),
        ..player.limits::<N>()
    });
    while record.outcome().is_none() && record.len() < MAX_GAME_PLIES {
        let side = usize::from(record.turn() != color);
        let Some(thought) = engines[side].think(&record, &limits[side], &mut |_| {}) else {
            break;
        };
        // A thought that was cut short is not this player's.
        if stop.is_set() {
            return None;
        }
        if record.play(thought.best).is_err() {
            // An illegal move loses; the soak test looks for exactly this.
            return Some(if side == 0 { 0 } else { 2 });
        }
    }
    Some(match record.outcome() {
        Some(Outcome::Win(winner)) if winner == color => 2,
        Some(Outcome::Win(_)) => 0,
        _ => 1,
    })
}
