//! How a player of ours is configured, by a text.

use std::io;
use std::time::Duration;

use parlor_core::Level;
use parlor_search::{Limits, MoveOf, TimeLimit};
use thiserror::Error;

use crate::book::{Book, BookEngine};
use crate::brought::Weights;
use crate::engine::{Contender, Engine, Options, is_parameter};
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
