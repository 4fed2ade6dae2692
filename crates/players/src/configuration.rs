//! The configuration of a player, as a text such as `level=5` or `nodes=2000,hash=64`.

use std::fmt::Display;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use parlor_core::Level;
use parlor_core::think::{Limits, TimeLimit};
use parlor_engine::book::{Book, BookEngine};
use parlor_engine::{Engine, EngineNode, LoadedWeights, Options, Skill, is_parameter};
use parlor_games::Kind;
use parlor_search::MoveOf;
use thiserror::Error;

use crate::levels::LevelEngine;
use crate::random::RandomEngine;
use crate::varied::VariedEngine;
use crate::with_node;

/// The strength of a player, before any limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// Full strength.
    #[default]
    Full,
    /// The strength of one of the levels.
    Level(Level),
    /// Any legal move, at random.
    Random,
}

/// The configuration of a player, read from a text such as `nodes=2000,late_depth=0` or `level=5`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The strength.
    pub strength: Strength,
    /// The maximum number of nodes for a move.
    pub nodes: Option<u64>,
    /// The maximum depth.
    pub depth: Option<u32>,
    /// The time for a move, in milliseconds.
    pub time_ms: Option<u64>,
    /// The size of the table, in mebibytes.
    pub hash_mib: Option<usize>,
    /// The number of threads of one search.
    pub threads: Option<usize>,
    /// Whether to play from the opening book. If not set, only [`Configuration::against_people`] uses it.
    pub book: Option<bool>,
    /// Whether to choose randomly among the best first moves of a game.
    pub is_varied: bool,
    /// Weights from a file, instead of the embedded ones.
    pub weights: Option<LoadedWeights>,
    /// Parameters and weights that differ from the defaults.
    pub overrides: Vec<(String, i32)>,
}

/// The reason why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigurationError {
    /// A part has no `=`.
    #[error("expected name=value, found {0:?}")]
    NoValue(String),
    /// A value is invalid.
    #[error("{value:?} is not a value for {name}")]
    BadValue {
        /// The name of the setting.
        name: String,
        /// The value.
        value: String,
    },
    /// A weights file cannot be used.
    #[error("{path}: {reason}")]
    BadWeights {
        /// The path of the file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A level is combined with a setting that would change how it plays.
    #[error("a level has settings of its own: {0} cannot be set with it")]
    WithLevel(String),
    /// A setting is given for the random player, which does not search.
    #[error("a player that moves at random has no {0}")]
    WithRandom(String),
    /// The hand-made evaluation was removed; learned ones have replaced it.
    #[error("the hand-made evaluation of version 0.1 was removed")]
    HandMadeRemoved,
    /// There is no setting with this name.
    #[error("there is no parameter named {0:?}")]
    UnknownName(String),
}

/// The default table size. Small, because many games may run at once.
const DEFAULT_HASH_MIB: usize = 8;

/// The configuration of the random player.
const RANDOM: &str = "random";

/// Refuses to read any file, for configurations that name none.
pub fn no_files(_path: &str) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Configuration {
    /// Returns the configuration of a level.
    pub fn level(level: Level) -> Configuration {
        Configuration {
            strength: Strength::Level(level),
            ..Configuration::default()
        }
    }

    /// Reads a configuration that names no files. `full` or an empty text is full strength, `random` the
    /// random player.
    pub fn parse(kind: Kind, text: &str) -> Result<Configuration, ConfigurationError> {
        Configuration::parse_with_files(kind, text, &no_files)
    }

    /// Reads a configuration. For `weights=PATH`, `read` reads that file.
    pub fn parse_with_files(
        kind: Kind,
        text: &str,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Configuration, ConfigurationError> {
        with_node!(kind, N => Configuration::parse_for::<N>(text, read))
    }

    /// Reads a configuration, for code that is generic over the game.
    pub fn parse_for<N: EngineNode>(
        text: &str,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Configuration, ConfigurationError> {
        let mut configuration = Configuration::default();
        // The first setting that levels do not allow, and the first setting of all.
        let (mut kept_by_levels, mut first) = (None, None);
        for part in text.split(',').map(str::trim) {
            if part.is_empty() || part == "full" {
                continue;
            }
            if part == RANDOM {
                configuration.strength = Strength::Random;
                continue;
            }
            let Some((name, value)) = part.split_once('=') else {
                return Err(ConfigurationError::NoValue(part.to_owned()));
            };
            let bad = || ConfigurationError::BadValue {
                name: name.to_owned(),
                value: value.to_owned(),
            };
            first.get_or_insert(name);
            // A level accepts less time or other openings, but no other change.
            if !["level", "nodes", "depth", "ms", "book", "varied"].contains(&name) {
                kept_by_levels.get_or_insert(name);
            }
            match name {
                "level" => {
                    configuration.strength = Strength::Level(Level::parse(value).ok_or_else(bad)?);
                }
                "nodes" => configuration.nodes = Some(number(name, value)?),
                "depth" => configuration.depth = Some(number(name, value)?),
                "ms" => configuration.time_ms = Some(number(name, value)?),
                "hash" => configuration.hash_mib = Some(number(name, value)?),
                "threads" => configuration.threads = Some(number(name, value)?),
                "book" => configuration.book = Some(switch(name, value)?),
                "varied" => configuration.is_varied = switch(name, value)?,
                "weights" => {
                    let bad = |reason: &dyn Display| ConfigurationError::BadWeights {
                        path: value.to_owned(),
                        reason: reason.to_string(),
                    };
                    let bytes = read(value).map_err(|error| bad(&error))?;
                    let weights = LoadedWeights::read::<N>(&bytes).map_err(|error| bad(&error))?;
                    configuration.weights = Some(weights);
                }
                // Scripts of version 0.1 may still ask for the learned evaluation.
                "hand_made" => {
                    if number::<i32>(name, value)? != 0 {
                        return Err(ConfigurationError::HandMadeRemoved);
                    }
                }
                _ if is_parameter::<N>(name) => {
                    let value = number(name, value)?;
                    configuration.overrides.push((name.to_owned(), value));
                }
                _ => return Err(ConfigurationError::UnknownName(name.to_owned())),
            }
        }
        match (configuration.strength, kept_by_levels, first) {
            (Strength::Level(_), Some(name), _) => Err(ConfigurationError::WithLevel(name.to_owned())),
            (Strength::Random, _, Some(name)) => Err(ConfigurationError::WithRandom(name.to_owned())),
            _ => Ok(configuration),
        }
    }

    /// Returns the same player for games against people: from some level on it plays from the opening book,
    /// unless the configuration sets `book`. Matches that measure a level, named strategies and full strength
    /// use no book by default.
    pub fn against_people(mut self, kind: Kind) -> Configuration {
        if let Strength::Level(level) = self.strength {
            let from = with_node!(kind, N => N::BOOK_FROM);
            self.book = self.book.or(Some(from.is_some_and(|from| level >= from)));
        }
        self
    }

    /// Creates a player with this configuration. Equal seeds make equal choices.
    pub fn engine<N: EngineNode>(&self, seed: u64) -> Box<dyn Engine<N::Game>> {
        let engine: Box<dyn Engine<N::Game>> = match self.strength {
            Strength::Random => Box::new(RandomEngine::new(seed)),
            Strength::Level(level) => Box::new(LevelEngine::<N>::new(level, seed)),
            Strength::Full => N::engine_with(&self.options(), &self.overrides),
        };
        let engine: Box<dyn Engine<N::Game>> = if self.book == Some(true) {
            Box::new(BookEngine::<N>::new(Book::embedded::<N>(), engine, seed))
        } else {
            engine
        };
        if self.is_varied {
            Box::new(VariedEngine::<N>::new(engine, seed))
        } else {
            engine
        }
    }

    /// Returns its table size, threads and weights. A level has its own.
    pub fn options(&self) -> Options {
        Options {
            hash_mib: self.hash_mib.unwrap_or(DEFAULT_HASH_MIB),
            threads: self.threads.unwrap_or(1),
            cpu: None,
            weights: self.weights,
        }
    }

    /// Returns the limits for one move: those of both the configuration and `asked`, or, if neither limits
    /// anything, the budget of the strongest level.
    pub fn limits<N: EngineNode>(&self, asked: &Limits<MoveOf<N>>) -> Limits<MoveOf<N>> {
        let own: Limits<MoveOf<N>> = Limits {
            nodes: self.nodes,
            depth: self.depth,
            time: self.time_ms.map_or(TimeLimit::Infinite, |ms| {
                TimeLimit::PerMove(Duration::from_millis(ms))
            }),
            ..Limits::default()
        };
        let mut limits = asked.clone().and(&own);
        if limits.is_unlimited() {
            limits.nodes = Some(Skill::of::<N>(Level::FULL).nodes);
        }
        limits
    }
}

fn number<T: FromStr>(name: &str, value: &str) -> Result<T, ConfigurationError> {
    value.parse().map_err(|_| ConfigurationError::BadValue {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}

fn switch(name: &str, value: &str) -> Result<bool, ConfigurationError> {
    match number::<u8>(name, value)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(ConfigurationError::BadValue {
            name: name.to_owned(),
            value: value.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::{AnyGame, Spec};

    use super::*;
    use crate::AnyEngine;

    fn parse(text: &str) -> Result<Configuration, ConfigurationError> {
        Configuration::parse(Kind::Ataxx, text)
    }

    #[test]
    fn every_setting_is_read() {
        assert_eq!(parse("full"), Ok(Configuration::default()));
        assert_eq!(parse(""), Ok(Configuration::default()));
        assert_eq!(parse("random").map(|it| it.strength), Ok(Strength::Random));
        let level = Level::new(3).expect("a level");
        assert_eq!(parse("level=3"), Ok(Configuration::level(level)));
        assert_eq!(parse("level=learner"), Ok(Configuration::level(level)));
        assert!(parse("level=3,nodes=50").is_ok());
        assert_eq!(parse("hand_made=0"), Ok(Configuration::default()));
        let all = parse("nodes=1, depth=2, ms=3, hash=4, threads=5, book=1, varied=1, aspiration=6");
        let expected = Configuration {
            strength: Strength::Full,
            nodes: Some(1),
            depth: Some(2),
            time_ms: Some(3),
            hash_mib: Some(4),
            threads: Some(5),
            book: Some(true),
            is_varied: true,
            weights: None,
            overrides: vec![("aspiration".to_owned(), 6)],
        };
        assert_eq!(all, Ok(expected));
    }

    #[test]
    fn people_meet_the_book_of_othello_from_level_8_on_unless_they_refuse_it() {
        let book = |kind, text| {
            let configuration = Configuration::parse(kind, text).expect("a configuration");
            (configuration.book, configuration.against_people(kind).book)
        };
        assert_eq!(book(Kind::Othello, "level=7"), (None, Some(false)));
        assert_eq!(book(Kind::Othello, "level=8"), (None, Some(true)));
        assert_eq!(book(Kind::Othello, "level=8,book=0"), (Some(false), Some(false)));
        assert_eq!(book(Kind::Othello, "level=3,book=1"), (Some(true), Some(true)));
        assert_eq!(book(Kind::Othello, "full"), (None, None));
        assert_eq!(book(Kind::Othello, "random"), (None, None));
        assert_eq!(book(Kind::Loa, "level=10"), (None, Some(false)));
    }

    #[test]
    fn the_seed_chooses_the_opening_and_the_same_seed_the_same_one() {
        let game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        let opening = |text: &str, seed| {
            let configuration = Configuration::parse(Kind::Othello, text).expect("a configuration");
            let mut engine =
                AnyEngine::new(Kind::Othello, &configuration.against_people(Kind::Othello), seed);
            let mut game = game.clone();
            let (mut moves, mut nodes) = (Vec::new(), 0);
            for _ in 0..4 {
                let limits = Limits::nodes(200);
                let thought = engine.think(&game, &limits, &mut |_| {}).expect("a move");
                game.play(&thought.best).expect("legal");
                nodes += thought.nodes;
                moves.push(thought.best);
            }
            (moves, nodes)
        };
        let (first, nodes) = opening("level=10", 1);
        assert_eq!((opening("level=10", 1), nodes), ((first.clone(), 0), 0));
        assert!((2..12).any(|seed| opening("level=10", seed).0 != first));
        let (without, nodes) = opening("level=10,book=0", 1);
        assert!(nodes > 0);
        assert!((2..5).all(|seed| opening("level=10,book=0", seed).0 == without));
    }

    #[test]
    fn a_configuration_that_makes_no_sense_is_refused_with_the_reason() {
        assert_eq!(parse("nodes"), Err(ConfigurationError::NoValue("nodes".into())));
        assert_eq!(
            parse("speed=3"),
            Err(ConfigurationError::UnknownName("speed".into()))
        );
        assert_eq!(
            parse("threads=2,level=3"),
            Err(ConfigurationError::WithLevel("threads".into()))
        );
        assert_eq!(
            parse("random,nodes=3"),
            Err(ConfigurationError::WithRandom("nodes".into()))
        );
        assert_eq!(parse("hand_made=1"), Err(ConfigurationError::HandMadeRemoved));
        let bad = ConfigurationError::BadValue {
            name: "level".into(),
            value: "11".into(),
        };
        assert_eq!(bad.to_string(), "\"11\" is not a value for level");
        assert_eq!(parse("level=11"), Err(bad));
        for text in [
            "book=2",
            "book=yes",
            "nodes=-1",
            "hash=",
            "aspiration=many",
            "hand_made=yes",
        ] {
            assert!(
                matches!(parse(text), Err(ConfigurationError::BadValue { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn weights_are_read_from_the_file_that_is_named() {
        let refused = parse("weights=some/file").expect_err("no files here");
        assert!(refused.to_string().starts_with("some/file: "), "{refused}");
        let read = |path: &str| {
            assert_eq!(path, "some/file");
            Ok(b"rubbish".to_vec())
        };
        let refused = Configuration::parse_with_files(Kind::Ataxx, "weights=some/file", &read);
        assert!(matches!(refused, Err(ConfigurationError::BadWeights { .. })));
    }

    #[test]
    fn the_tighter_limits_hold_and_none_at_all_is_the_budget_of_full_strength() {
        type Node = parlor_engine::ataxx::AtaxxNode;
        let limits =
            |text: &str, asked: Limits<_>| parse(text).expect("a configuration").limits::<Node>(&asked);
        let full = Skill::of::<Node>(Level::FULL).nodes;
        assert_eq!(limits("full", Limits::default()).nodes, Some(full));
        assert_eq!(limits("full", Limits::depth(3)).nodes, None);
        assert_eq!(limits("nodes=100", Limits::nodes(50)).nodes, Some(50));
        assert_eq!(limits("nodes=100", Limits::nodes(500)).nodes, Some(100));
        let millis = Duration::from_millis;
        let timed = limits("ms=1500", Limits::time(millis(100)));
        assert_eq!(timed.time, TimeLimit::PerMove(millis(100)));
        let endless = Limits {
            time: TimeLimit::UntilStopped,
            ..Limits::default()
        };
        assert_eq!(limits("full", endless.clone()).nodes, None, "until stopped");
        assert_eq!(limits("nodes=7", endless).nodes, Some(7));
    }
}
