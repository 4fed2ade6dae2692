//! How the computer chooses its moves in `loa`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use parlor_core::zobrist::split_mix;
use parlor_core::{Game, GameRecord, MoveList};
use parlor_engine::levels::{Level, LevelEngine};
use parlor_engine::loa::LoaNode;
use parlor_engine::{Contender, Engine, Limits, Options, Stop, Thought, TimeLimit};
use parlor_loa::{Move, Position};
use parlor_textui::loa::{Answer, Request};

/// What a move may cost unless the person says otherwise: about half a second. A number of nodes and not
/// a time, so that a seeded game repeats itself on every machine.
const NODES: u64 = 1_000_000;
/// Much more than that many nodes fill, and little enough to be cleared before every move.
const HASH_MIB: usize = 32;
/// In so many plies from the start, chance chooses among the moves that are about as good as the best.
const VARIED_PLIES: usize = 4;
/// How many moves chance chooses among at most.
const VARIED_MOVES: usize = 5;
/// How much worse than the best they may be, in hundredths of a piece.
const VARIED_MARGIN: i32 = 8;

/// The computer's mind. It remembers nothing from one move to the next: what it plays depends on the game,
/// the seed and the level alone.
pub(crate) struct Thinker {
    engine: Box<dyn Engine<Position>>,
}

impl Thinker {
    /// A mind that has not thought yet.
    pub(crate) fn new() -> Thinker {
        let options = Options {
            hash_mib: HASH_MIB,
            ..Options::default()
        };
        Thinker {
            engine: LoaNode::engine(&options),
        }
    }

    /// Chooses a move. When the flag rises it makes up its mind at once.
    pub(crate) fn think(&mut self, request: &Request, stop: &AtomicBool) -> Answer {
        let limits = limits(request);
        let mut leveled;
        let engine: &mut dyn Engine<Position> = match request.level.and_then(Level::new) {
            Some(level) => {
                leveled = LevelEngine::<LoaNode>::new(level, request.seed);
                &mut leveled
            }
            None => {
                self.engine.new_game();
                &mut *self.engine
            }
        };
        match think_until(engine, &request.game, &limits, stop) {
            Some(thought) => choose(&thought, request),
            // Only a finished game has nothing to think about, and nobody is asked about one.
            None => Answer {
                mv: any_move(request.game.position()),
                score: None,
            },
        }
    }
}

/// Whether chance has a say: early in an ordinary game at full strength.
fn is_varied(request: &Request) -> bool {
    request.game.len() < VARIED_PLIES
        && request.game.start() == &Position::default()
        && request.level.is_none()
        && !request.is_hint
}

fn limits(request: &Request) -> Limits<Move> {
    let mut limits = match request.time {
        Some(time) => Limits {
            time: TimeLimit::PerMove(time),
            ..Limits::default()
        },
        // A level has a budget of its own.
        None if request.level.is_some() => Limits::default(),
        None => Limits::nodes(NODES),
    };
    if is_varied(request) {
        limits.multi_pv = VARIED_MOVES;
    }
    limits
}

/// Thinks in a thread of its own, so that the flag, which is not the engine's, can be watched.
fn think_until(
    engine: &mut dyn Engine<Position>,
    game: &GameRecord<Position>,
    limits: &Limits<Move>,
    flag: &AtomicBool,
) -> Option<Thought<Move>> {
    const GLANCE: Duration = Duration::from_millis(10);
    let stop: &Stop = &limits.stop;
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The receiver waits until this arrives or the thread is gone.
            let _ = sender.send(engine.think(game, limits, &mut |_| ()));
        });
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(thought) => return thought,
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if flag.load(Ordering::SeqCst) => stop.set(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })
}

/// The best move, or early in the game one that is about as good.
fn choose(thought: &Thought<Move>, request: &Request) -> Answer {
    let best = thought.score();
    let answer = Answer {
        mv: thought.best,
        score: Some(best),
    };
    if !is_varied(request) || best.plies_to_end().is_some() {
        return answer;
    }
    let is_good =
        |score: parlor_core::Score| score.plies_to_end().is_none() && best.0 - score.0 <= VARIED_MARGIN;
    let good: Vec<_> = thought.lines.iter().filter(|line| is_good(line.score)).collect();
    let mut state = request.seed ^ request.game.position().key();
    let index = (split_mix(&mut state) % good.len().max(1) as u64) as usize;
    match good
        .get(index)
        .and_then(|line| Some((*line.moves.first()?, line.score)))
    {
        Some((mv, score)) => Answer {
            mv,
            score: Some(score),
        },
        None => answer,
    }
}

fn any_move(position: &Position) -> Move {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.first().copied().unwrap_or(Move::PASS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Notation;
    use parlor_loa::{Coordinates, Rules, Setup};

    /// The engine's test set: position; plies of the shortest forced win; its only first move.
    const FORCED_WINS: &str = include_str!("../../../crates/engine/data/loa-forced-wins.txt");

    fn forced_wins(longest: i32) -> Vec<(Position, i32, Move)> {
        let lines = FORCED_WINS
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let read = |line: &str| {
            let [position, plies, first] = line.splitn(3, ';').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let setup: Setup = position.parse().expect("a position");
            let position = Position::edited(&setup, Rules::default()).expect("a position");
            let first = Coordinates.parse(&position, first).expect("a move");
            (position, plies.trim().parse().expect("a number"), first)
        };
        lines
            .map(read)
            .filter(|&(_, plies, _)| plies <= longest)
            .collect()
    }

    fn request(position: Position, seed: u64) -> Request {
        let mut game = GameRecord::new(position);
        game.set_move_limit(Some(60)).expect("a limit");
        Request {
            game,
            level: None,
            time: None,
            seed,
            is_hint: false,
        }
    }

    fn think(thinker: &mut Thinker, request: &Request) -> Answer {
        thinker.think(request, &AtomicBool::new(false))
    }

    /// The positions where an ordinary move's thought does not see the win.
    fn missed(wins: &[(Position, i32, Move)]) -> Vec<String> {
        let mut thinker = Thinker::new();
        let miss = |&(position, plies, first): &(Position, i32, Move)| {
            let answer = think(&mut thinker, &request(position, 1));
            let sees_it = answer.score.is_some_and(|score| score.is_win());
            // A longer win is a win as well; one as short as the shortest begins with its only first move.
            let is_right =
                sees_it && (answer.mv == first || answer.score.and_then(|s| s.plies_to_end()) > Some(plies));
            (!is_right).then(|| format!("{plies} plies: {position:?}, {first}, not {answer:?}"))
        };
        wins.iter().filter_map(miss).collect()
    }

    #[test]
    fn the_default_budget_finds_forced_wins_of_three_plies() {
        let wins = forced_wins(3);
        assert!(wins.len() >= 60);
        assert_eq!(missed(&wins[..20]), Vec::<String>::new());
    }

    #[test]
    #[ignore = "slow: more than two hundred positions at the full budget of a move"]
    fn the_default_budget_finds_every_forced_win_of_seven_plies() {
        let wins = forced_wins(7);
        assert!(wins.len() >= 200);
        let missed = missed(&wins);
        assert!(
            missed.is_empty(),
            "{} of {}: {missed:#?}",
            missed.len(),
            wins.len()
        );
    }

    #[test]
    fn a_seed_repeats_the_move_and_seeds_differ_in_the_opening() {
        let mut thinker = Thinker::new();
        let first = think(&mut thinker, &request(Position::default(), 0)).mv;
        // Another thinker, or one that has thought before, comes to the same.
        assert_eq!(
            think(&mut Thinker::new(), &request(Position::default(), 0)).mv,
            first
        );
        let mut others = (1..8).map(|seed| think(&mut thinker, &request(Position::default(), seed)).mv);
        assert!(others.any(|mv| mv != first), "always {first}");
    }

    #[test]
    fn a_raised_flag_brings_a_legal_move_at_once() {
        let mut request = request(Position::default(), 1);
        request.time = Some(Duration::from_secs(3600));
        let answer = Thinker::new().think(&request, &AtomicBool::new(true));
        assert!(request.game.position().is_legal(answer.mv));
    }

    #[test]
    fn every_level_moves_legally() {
        let mut thinker = Thinker::new();
        for level in 1..=10 {
            let mut request = request(Position::default(), 5);
            request.level = Some(level);
            let answer = think(&mut thinker, &request);
            assert!(request.game.position().is_legal(answer.mv), "level {level}");
        }
    }
}
