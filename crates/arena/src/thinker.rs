//! Our own engine, for whichever game it is.

use std::time::Duration;

use parlor_core::zobrist::split_mix;
use parlor_core::{Color, Game, GameRecord, MoveList};
use parlor_engine::selfmatch::{Configuration, ConfigurationError};
use parlor_engine::{Contender, Engine, Limits, Options, Stop, TimeLimit};
use parlor_games::{AnyGame, AnyRecord, Kind, Playable};
use parlor_protocol::{Answer, Budget, Clock, Request};
use thiserror::Error;

/// The configuration of a player that chooses any legal move.
pub const RANDOM: &str = "random";

/// Why a configuration makes no thinker.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ThinkerError {
    /// A setting that is not understood.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
}

/// Our engine at one game, or the player that moves at random.
pub trait Thinker: Send {
    /// Thinks about a game; nothing when the game is over or on a board that the engine does not play on.
    fn think(&mut self, request: &Request, stop: &Stop, report: &mut dyn FnMut(&Answer)) -> Option<Answer>;

    /// Forgets the last game.
    fn new_game(&mut self);

    /// The table and the threads.
    fn options(&self) -> Options;

    /// Changes the table and the threads.
    fn set_options(&mut self, options: &Options);
}

/// Evaluates an expression with `$node` standing for the search node of the game of this kind.
macro_rules! with_contender {
    ($kind:expr, $node:ident => $result:expr) => {
        match $kind {
            Kind::Othello => {
                type $node = parlor_engine::othello::OthelloNode;
                $result
            }
            Kind::Ataxx => {
                type $node = parlor_engine::ataxx::AtaxxNode;
                $result
            }
            Kind::Loa => {
                type $node = parlor_engine::loa::LoaNode;
                $result
            }
        }
    };
}

/// Whether a configuration makes a thinker.
pub fn check(kind: Kind, configuration: &str) -> Result<(), ThinkerError> {
    if configuration != RANDOM {
        with_contender!(kind, N => Configuration::parse_with_files::<N>(configuration, &|path| std::fs::read(path)).map(drop))?;
    }
    Ok(())
}

/// A thinker of this configuration, such as `level=5`, `nodes=2000`, `full` or `random`. The same seed makes the
/// same choices.
pub fn thinker(kind: Kind, configuration: &str, seed: u64) -> Result<Box<dyn Thinker>, ThinkerError> {
    if configuration == RANDOM {
        return Ok(Box::new(Random { state: seed }));
    }
    Ok(with_contender!(kind, N => {
        let configuration = Configuration::parse_with_files::<N>(configuration, &|path| std::fs::read(path))?;
        Box::new(Ours::<N> {
            engine: configuration.engine::<N>(seed),
            options: configuration.options(),
            configuration,
        })
    }))
}

/// A game whose record can be found behind the enum.
trait Seated: Contender {
    fn record(game: &AnyGame) -> Option<&GameRecord<Self::Game>>;
}

impl Seated for parlor_engine::othello::OthelloNode {
    fn record(game: &AnyGame) -> Option<&GameRecord<Self::Game>> {
        match game.record() {
            AnyRecord::Othello(record) => Some(record),
            _ => None,
        }
    }
}

impl Seated for parlor_engine::ataxx::AtaxxNode {
    fn record(game: &AnyGame) -> Option<&GameRecord<Self::Game>> {
        match game.record() {
            AnyRecord::Ataxx(record) => Some(record),
            _ => None,
        }
    }
}

impl Seated for parlor_engine::loa::LoaNode {
    fn record(game: &AnyGame) -> Option<&GameRecord<Self::Game>> {
        match game.record() {
            AnyRecord::Loa(record) => Some(record),
            _ => None,
        }
    }
}

struct Ours<N: Contender> {
    engine: Box<dyn Engine<N::Game>>,
    options: Options,
    configuration: Configuration,
}

impl<N: Contender> Ours<N> {
    /// What this configuration and a tool allow, whichever is less.
    fn limits(&self, budget: &Budget, turn: Color) -> Limits<<N::Game as Game>::Move> {
        let own = &self.configuration;
        let has_own_limit = own.nodes.is_some() || own.depth.is_some() || own.time_ms.is_some();
        // With no limit at all the engine would think for ever: then it has the budget of its configuration.
        let mut limits = if has_own_limit || budget.is_unlimited() {
            own.limits::<N>()
        } else {
            Limits::default()
        };
        limits.nodes = least(limits.nodes, budget.nodes);
        limits.depth = least(limits.depth, budget.depth);
        let own_time = own.time_ms.map(Duration::from_millis);
        limits.time = match (least(own_time, budget.move_time), &budget.clock) {
            // A fixed time that a clock has room for is kept to; otherwise the clock decides.
            (Some(time), Some(clock)) if time > clock.remaining[turn] / 2 => on_clock(clock, budget, turn),
            (Some(time), _) => TimeLimit::PerMove(time),
            (None, Some(clock)) => on_clock(clock, budget, turn),
            (None, None) => TimeLimit::Infinite,
        };
        limits
    }
}

fn on_clock(clock: &Clock, budget: &Budget, turn: Color) -> TimeLimit {
    TimeLimit::Clock {
        remaining: clock.remaining[turn],
        increment: clock.increment,
        moves_to_go: budget.moves_to_go,
    }
}

impl<N: Seated> Thinker for Ours<N>
where
    N::Game: Playable,
{
    fn think(
        &mut self,
        Request {
            game,
            budget,
            n_lines,
            moves,
        }: &Request,
        stop: &Stop,
        report: &mut dyn FnMut(&Answer),
    ) -> Option<Answer> {
        let record = N::record(game)?;
        let position = record.position();
        let limits = Limits {
            stop: stop.clone(),
            multi_pv: *n_lines,
            search_moves: moves
                .iter()
                .filter_map(|mv| position.read_move(mv).ok())
                .collect(),
            ..self.limits(budget, game.turn())
        };
        let thought = self.engine.think(record, &limits, &mut |info| {
            report(&Answer {
                line: texts(record, &info.line),
                rank: info.rank,
                score: info.score,
                depth: info.depth,
                nodes: info.nodes,
                time: info.time,
            });
        })?;
        let mut line = thought
            .lines
            .first()
            .map_or_else(Vec::new, |line| texts(record, &line.moves));
        if line.is_empty() {
            line = texts(record, &[thought.best]);
        }
        Some(Answer {
            line,
            rank: 0,
            score: thought.score(),
            depth: thought.depth,
            nodes: thought.nodes,
            time: thought.time,
        })
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn options(&self) -> Options {
        self.options
    }

    fn set_options(&mut self, options: &Options) {
        self.options = *options;
        self.engine.set_options(options);
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The texts of moves played one after the other from the position of a game.
fn texts<G: Playable>(record: &GameRecord<G>, moves: &[G::Move]) -> Vec<String> {
    let mut position = record.position().clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if position.check(mv).is_err() {
            break;
        }
        texts.push(position.view(mv).text);
        position.play_unchecked(mv);
    }
    texts
}

/// Plays any legal move.
struct Random {
    state: u64,
}

impl Thinker for Random {
    fn think(&mut self, request: &Request, _stop: &Stop, _report: &mut dyn FnMut(&Answer)) -> Option<Answer> {
        let choice = split_mix(&mut self.state);
        let mv = match request.game.record() {
            AnyRecord::Othello(record) => choose(record, choice),
            AnyRecord::Grid(record) => choose(record, choice),
            AnyRecord::Ataxx(record) => choose(record, choice),
            AnyRecord::Loa(record) => choose(record, choice),
        }?;
        Some(Answer {
            line: vec![mv],
            ..Answer::default()
        })
    }

    fn new_game(&mut self) {}

    fn options(&self) -> Options {
        Options::default()
    }

    fn set_options(&mut self, _options: &Options) {}
}

fn choose<G: Playable>(record: &GameRecord<G>, choice: u64) -> Option<String> {
    if record.outcome().is_some() {
        return None;
    }
    let mut moves = MoveList::new();
    record.position().legal_moves(&mut moves);
    let n = moves.len() as u64;
    let mv = *moves.get(choice.checked_rem(n)? as usize)?;
    Some(record.position().view(mv).text)
}

#[cfg(test)]
mod tests {
    use parlor_core::PerColor;
    use parlor_games::Spec;

    use super::*;

    #[test]
    fn every_game_has_a_thinker_whose_moves_are_legal() {
        for kind in Kind::ALL {
            for configuration in ["random", "level=1", "nodes=50"] {
                let mut thinker = thinker(kind, configuration, 7).expect("a thinker");
                let mut game = AnyGame::new(&Spec::usual(kind)).expect("the start");
                // Ataxx may be lost within a few moves.
                while game.len() < 6 && game.outcome().is_none() {
                    let answer = thinker
                        .think(
                            &Request::new(game.clone(), Budget::default()),
                            &Stop::new(),
                            &mut |_| (),
                        )
                        .unwrap_or_else(|| {
                            panic!("no move of {kind} {configuration} in {}", game.position_text())
                        });
                    game.play(&answer.line[0]).expect("legal");
                }
            }
        }
    }

    #[test]
    fn the_tighter_time_holds_and_a_clock_is_never_overstepped() {
        type Node = parlor_engine::ataxx::AtaxxNode;
        let limits = |configuration: &str, budget: &Budget| {
            let configuration = Configuration::parse::<Node>(configuration).expect("settings");
            let ours = Ours::<Node> {
                engine: configuration.engine::<Node>(1),
                options: configuration.options(),
                configuration,
            };
            ours.limits(budget, Color::Black)
        };
        let millis = Duration::from_millis;
        let for_move = |ms| Budget {
            move_time: Some(millis(ms)),
            ..Budget::default()
        };
        let on_clock = |ms| Budget {
            clock: Some(Clock {
                remaining: PerColor([millis(ms); 2]),
                increment: Duration::ZERO,
            }),
            moves_to_go: Some(3),
            ..Budget::default()
        };
        let time = |configuration, budget: &Budget| limits(configuration, budget).time;
        assert_eq!(time("ms=1500", &for_move(100)), TimeLimit::PerMove(millis(100)));
        assert_eq!(time("ms=50", &for_move(100)), TimeLimit::PerMove(millis(50)));
        assert_eq!(
            time("ms=1500", &on_clock(60_000)),
            TimeLimit::PerMove(millis(1500))
        );
        let clock = TimeLimit::Clock {
            remaining: millis(300),
            increment: Duration::ZERO,
            moves_to_go: Some(3),
        };
        assert_eq!(time("ms=1500", &on_clock(300)), clock);
        assert_eq!(time("full", &on_clock(300)), clock);
        let endless = Budget {
            until_stopped: true,
            ..Budget::default()
        };
        assert_eq!(limits("full", &endless).nodes, None, "until told to stop");
        assert!(limits("full", &Budget::default()).nodes.is_some());
    }

    #[test]
    fn only_the_moves_that_were_named_are_considered() {
        let mut thinker = thinker(Kind::Loa, "nodes=300", 1).expect("a thinker");
        let request = Request {
            moves: vec!["g8-g6".into()],
            ..Request::new(
                AnyGame::new(&Spec::usual(Kind::Loa)).expect("the start"),
                Budget::default(),
            )
        };
        let answer = thinker
            .think(&request, &Stop::new(), &mut |_| ())
            .expect("a move");
        assert_eq!(answer.line[0], "g8-g6");
    }

    #[test]
    fn the_tighter_limit_holds() {
        let mut thinker = thinker(Kind::Ataxx, "nodes=100000", 1).expect("a thinker");
        let game = AnyGame::new(&Spec::usual(Kind::Ataxx)).expect("the start");
        let budget = Budget {
            nodes: Some(500),
            ..Budget::default()
        };
        let answer = thinker
            .think(&Request::new(game, budget), &Stop::new(), &mut |_| ())
            .expect("a move");
        assert!(answer.nodes <= 2_000, "{}", answer.nodes);
    }
}
