//! Search requests and their results, as texts that pass between workers.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::{Bound, Limits, Line, Report, Thought, TimeLimit};
use parlor_games::pgn::{self, ParseGameError, TaggedGame};
use parlor_games::{AnyGame, Kind};
use parlor_players::{AnyEngine, Configuration, ConfigurationError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A search request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The game with its moves, in Parlor's own format.
    pub game: String,
    /// The player, as on the command line: `level=5`, or `full,hash=64`.
    pub player: String,
    /// The seed of a level's variety.
    #[serde(default)]
    pub seed: u64,
    /// The limits of the search.
    #[serde(default)]
    pub limits: OrderLimits,
}

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderLimits {
    /// The maximum depth.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move, in milliseconds.
    pub time_ms: Option<u64>,
    /// The game clock, if there is one and `time_ms` is not set.
    pub clock: Option<ClockText>,
    /// The only moves to consider; all if empty.
    pub moves: Vec<String>,
    /// The number of best lines to find.
    pub lines: usize,
}

/// A game clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockText {
    /// The remaining time.
    pub remaining_ms: u64,
    /// The increment per move.
    #[serde(default)]
    pub increment_ms: u64,
    /// The number of moves until the next time control, if known.
    #[serde(default)]
    pub moves_to_go: Option<u32>,
}

/// Why an order cannot be carried out.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OrderError {
    /// The text is not a game.
    #[error("the game cannot be read: {0}")]
    Game(#[from] ParseGameError),
    /// The text is not a player.
    #[error("the player cannot be made: {0}")]
    Player(#[from] ConfigurationError),
}

impl Order {
    /// Creates a request to search a game.
    pub fn new(game: &AnyGame, player: String, seed: u64, limits: &Limits<String>) -> Order {
        let tagged = TaggedGame {
            game: game.clone(),
            tags: Vec::new(),
        };
        Order {
            game: pgn::write(&tagged),
            player,
            seed,
            limits: OrderLimits::from(limits),
        }
    }

    /// Searches until a limit is reached. Returns `None` if the game is over.
    pub fn follow(
        &self,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Option<Thought<String>>, OrderError> {
        let game = pgn::read(&self.game)?.game;
        let mut engine = player(game.kind(), &self.player, self.seed)?;
        Ok(engine.think(&game, &self.limits.limits(), report))
    }
}

/// Creates a player for a game.
pub(crate) fn player(kind: Kind, text: &str, seed: u64) -> Result<AnyEngine, ConfigurationError> {
    let configuration = Configuration::parse(kind, text)?.against_people(kind);
    Ok(AnyEngine::new(kind, &configuration, seed))
}

impl OrderLimits {
    /// Converts to the limits of a search, without a stop token.
    pub fn limits(&self) -> Limits<String> {
        let millis = Duration::from_millis;
        let time = match (self.time_ms, self.clock) {
            (Some(ms), _) => TimeLimit::PerMove(millis(ms)),
            (None, Some(clock)) => TimeLimit::Clock {
                remaining: millis(clock.remaining_ms),
                increment: millis(clock.increment_ms),
                moves_to_go: clock.moves_to_go,
            },
            (None, None) => TimeLimit::Infinite,
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time,
            search_moves: self.moves.clone(),
            multi_pv: self.lines,
            ..Limits::default()
        }
    }
}

impl From<&Limits<String>> for OrderLimits {
    fn from(limits: &Limits<String>) -> OrderLimits {
        let (time_ms, clock) = match limits.time {
            TimeLimit::Infinite => (None, None),
            // To stop a search, its worker is ended. So a search without a limit gets one that is never reached.
            TimeLimit::UntilStopped => (Some(u64::from(u32::MAX)), None),
            TimeLimit::PerMove(time) => (Some(in_ms(time)), None),
            TimeLimit::Clock {
                remaining,
                increment,
                moves_to_go,
            } => {
                let clock = ClockText {
                    remaining_ms: in_ms(remaining),
                    increment_ms: in_ms(increment),
                    moves_to_go,
                };
                (None, Some(clock))
            }
        };
        OrderLimits {
            depth: limits.depth,
            nodes: limits.nodes,
            time_ms,
            clock,
            moves: limits.search_moves.clone(),
            lines: limits.multi_pv,
        }
    }
}

/// A report of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReportText {
    /// The index of the line among the best ones, from 0.
    pub rank: usize,
    /// The depth of the iteration.
    pub depth: u32,
    /// The length of the longest line searched.
    pub seldepth: u32,
    /// The score for the side to move, in hundredths of a piece.
    pub score: i32,
    /// `exact`, or `lower` or `upper` while the score is only a bound.
    pub bound: BoundText,
    /// Whether the score is proven.
    pub exact: bool,
    /// The confidence, in percent, that the score is that of the end of the game, if a solver has reached the end
    /// and not yet proven it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: f64,
    /// How full the transposition table is, in thousandths.
    pub hash_per_mille: u32,
    /// The line.
    pub line: Vec<String>,
}

/// The relation of a score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundText {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

impl From<&Report<String>> for ReportText {
    fn from(report: &Report<String>) -> ReportText {
        ReportText {
            rank: report.rank,
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score.0,
            bound: match report.bound {
                Bound::Upper => BoundText::Upper,
                Bound::Lower => BoundText::Lower,
                Bound::Exact => BoundText::Exact,
            },
            exact: report.is_exact,
            confidence: report.confidence,
            nodes: report.nodes,
            time_ms: report.time.as_secs_f64() * 1000.0,
            hash_per_mille: report.hash_per_mille,
            line: report.line.clone(),
        }
    }
}

impl From<ReportText> for Report<String> {
    fn from(text: ReportText) -> Report<String> {
        Report {
            rank: text.rank,
            depth: text.depth,
            seldepth: text.seldepth,
            score: Score(text.score),
            bound: match text.bound {
                BoundText::Upper => Bound::Upper,
                BoundText::Lower => Bound::Lower,
                BoundText::Exact => Bound::Exact,
            },
            is_exact: text.exact,
            confidence: text.confidence,
            nodes: text.nodes,
            time: from_ms(text.time_ms),
            hash_per_mille: text.hash_per_mille,
            line: text.line,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThoughtText {
    /// The move to play.
    pub best: String,
    /// The best lines, best first.
    pub lines: Vec<LineText>,
    /// Nodes visited.
    pub nodes: u64,
    /// The last completed depth.
    pub depth: u32,
    /// Milliseconds since the search began.
    pub time_ms: f64,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineText {
    /// The score for the side to move, in hundredths of a piece.
    pub score: i32,
    /// Whether the score is proven.
    pub exact: bool,
    /// The confidence, in percent, that the score is that of the end of the game, if a solver has reached the end
    /// and not yet proven it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
    /// The depth to which it was searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<String>,
}

impl From<Thought<String>> for ThoughtText {
    fn from(thought: Thought<String>) -> ThoughtText {
        let line = |line: Line<String>| LineText {
            score: line.score.0,
            exact: line.is_exact,
            confidence: line.confidence,
            depth: line.depth,
            moves: line.moves,
        };
        ThoughtText {
            best: thought.best,
            lines: thought.lines.into_iter().map(line).collect(),
            nodes: thought.nodes,
            depth: thought.depth,
            time_ms: thought.time.as_secs_f64() * 1000.0,
        }
    }
}

impl From<ThoughtText> for Thought<String> {
    fn from(text: ThoughtText) -> Thought<String> {
        let line = |line: LineText| Line {
            score: Score(line.score),
            is_exact: line.exact,
            confidence: line.confidence,
            depth: line.depth,
            moves: line.moves,
        };
        Thought {
            best: text.best,
            lines: text.lines.into_iter().map(line).collect(),
            nodes: text.nodes,
            depth: text.depth,
            time: from_ms(text.time_ms),
        }
    }
}

fn in_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn from_ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::Spec;

    #[test]
    fn an_order_gives_the_same_result_as_the_engine() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
            game.play_randomly(6, &mut 5);
            let limits = Limits {
                multi_pv: 2,
                ..Limits::nodes(3000)
            };
            let order = Order::new(&game, "hash=4".to_owned(), 3, &limits);
            let text = serde_json::to_string(&order).unwrap();
            let read: Order = serde_json::from_str(&text).unwrap();
            assert_eq!(read, order);
            let followed = read.follow(&mut |_| {}).unwrap().unwrap();
            let configuration = Configuration::parse(kind, "hash=4").unwrap();
            let asked = AnyEngine::new(kind, &configuration, 3).think(&game, &limits, &mut |_| {});
            let asked = asked.unwrap();
            assert_eq!((&followed.best, &followed.lines), (&asked.best, &asked.lines));
            assert_eq!(followed.nodes, asked.nodes);
        }
    }

    #[test]
    fn limits_reports_and_thoughts_survive_serialisation() {
        for time in [
            TimeLimit::Infinite,
            TimeLimit::PerMove(Duration::from_millis(250)),
            TimeLimit::Clock {
                remaining: Duration::from_secs(60),
                increment: Duration::from_secs(2),
                moves_to_go: Some(7),
            },
        ] {
            let limits = Limits {
                time,
                depth: Some(9),
                search_moves: vec!["d3".to_owned()],
                ..Limits::nodes(17)
            };
            let back = OrderLimits::from(&limits).limits();
            assert_eq!((back.time, back.depth, back.nodes), (time, Some(9), Some(17)));
            assert_eq!(back.search_moves, limits.search_moves);
        }
        let report = Report {
            depth: 4,
            score: Score(-350),
            bound: Bound::Lower,
            confidence: Some(73),
            line: vec!["d3".to_owned(), "c5".to_owned()],
            time: Duration::from_millis(12),
            ..Report::default()
        };
        assert_eq!(Report::from(ReportText::from(&report)), report);
        let thought = Thought::unsearched("b1b3".to_owned());
        assert_eq!(Thought::from(ThoughtText::from(thought.clone())), thought);
    }

    #[test]
    fn invalid_orders_are_refused_with_a_reason() {
        let order = Order {
            game: "[Game \"othello\"]\n\n1. d3".to_owned(),
            player: "level=77".to_owned(),
            seed: 0,
            limits: OrderLimits::default(),
        };
        let error = order.follow(&mut |_| {}).unwrap_err();
        assert!(
            error.to_string().starts_with("the player cannot be made"),
            "{error}"
        );
        let order = Order {
            game: "[Game \"othello\"]\n\n1. a1".to_owned(),
            ..order
        };
        let error = order.follow(&mut |_| {}).unwrap_err();
        assert!(
            error.to_string().starts_with("the game cannot be read"),
            "{error}"
        );
    }
}
