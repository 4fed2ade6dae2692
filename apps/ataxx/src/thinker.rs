//! How the computer chooses its moves in `ataxx`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parlor_ataxx::{Move, Position};
use parlor_core::zobrist::split_mix;
use parlor_core::{Game, GameRecord, MoveList, Score};
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::levels::{Level, LevelEngine};
use parlor_engine::{Contender, Engine, Limits, Options, Stop, Thought, TimeLimit};
use parlor_textui::ataxx::{Answer, Request};

/// In so many plies from the start, chance chooses among the moves that are about as good as the best, so
/// that games at full strength are not all the same.
const VARIED_PLIES: usize = 4;
/// How many moves chance chooses among at most.
const VARIED_MOVES: usize = 4;
/// How much worse than the best they may be, in hundredths of a piece.
const VARIED_MARGIN: i32 = 15;
/// How often a thinker looks whether it is to make up its mind.
const GLANCE: Duration = Duration::from_millis(10);

/// The computer's mind. It remembers nothing from one move to the next: unless it is given a time, what it
/// plays depends on the game, the level and the seed alone.
pub(crate) struct Thinker {
    /// The engines of the two sides, with the level and the seed that each was made for.
    levels: Vec<(u8, u64, LevelEngine<AtaxxNode>)>,
    /// Full strength within a time instead of a number of nodes.
    timed: Option<Box<dyn Engine<Position>>>,
}

impl Thinker {
    /// A mind that has not thought yet.
    pub(crate) fn new() -> Thinker {
        Thinker {
            levels: Vec::new(),
            timed: None,
        }
    }

    /// Chooses a move. When the flag rises it makes up its mind at once.
    pub(crate) fn think(&mut self, request: &Request, stop: &AtomicBool) -> Answer {
        let is_full = request.level == Level::FULL.number();
        let is_varied = is_full && request.game.len() < VARIED_PLIES;
        let limits = Limits {
            time: request.time.map_or(TimeLimit::Infinite, TimeLimit::PerMove),
            multi_pv: if is_varied { VARIED_MOVES } else { 1 },
            ..Limits::default()
        };
        let engine: &mut dyn Engine<Position> = match request.time {
            Some(_) if is_full => &mut **self
                .timed
                .get_or_insert_with(|| AtaxxNode::engine(&Options::default())),
            _ => self.level(request.level, request.seed),
        };
        engine.new_game();
        let thought = hurried(stop, &limits.stop, || {
            engine.think(&request.game, &limits, &mut |_| {})
        });
        let Some(thought) = thought else {
            return any_move(&request.game);
        };
        let best = if is_varied {
            varied(&thought, request.seed ^ request.game.position().key())
        } else {
            thought.best
        };
        Answer {
            best,
            score: thought.score(),
        }
    }

    fn level(&mut self, level: u8, seed: u64) -> &mut LevelEngine<AtaxxNode> {
        let made = self
            .levels
            .iter()
            .position(|&(of_level, of_seed, _)| (of_level, of_seed) == (level, seed));
        let at = made.unwrap_or_else(|| {
            // Two sides think in turn; what was made for an earlier game is of no use.
            if self.levels.len() >= 2 {
                self.levels.remove(0);
            }
            let engine = LevelEngine::new(Level::new(level).unwrap_or(Level::FULL), seed);
            self.levels.push((level, seed, engine));
            self.levels.len() - 1
        });
        &mut self.levels[at].2
    }
}

/// Runs a search and passes the person's haste on to it.
fn hurried<T>(stop: &AtomicBool, search_stop: &Stop, search: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if stop.load(Ordering::SeqCst) {
                    search_stop.set();
                }
                thread::park_timeout(GLANCE);
            }
        });
        let result = search();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

/// One of the moves that are about as good as the best, by the seed.
fn varied(thought: &Thought<Move>, mut seed: u64) -> Move {
    let floor = thought.score().0 - VARIED_MARGIN;
    let good: Vec<Move> = thought
        .lines
        .iter()
        .filter(|line| line.score.0 >= floor)
        .filter_map(|line| line.moves.first().copied())
        .collect();
    match good.len() {
        0 => thought.best,
        n => good[(split_mix(&mut seed) % n as u64) as usize],
    }
}

/// A game that is over is never asked about; should it be, any answer will do.
fn any_move(game: &GameRecord<Position>) -> Answer {
    let mut moves = MoveList::new();
    game.position().legal_moves(&mut moves);
    Answer {
        best: moves.first().copied().unwrap_or(Move::PASS),
        score: Score::DRAW,
    }
}
