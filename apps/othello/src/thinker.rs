//! How the computer chooses its moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parlor_core::zobrist::split_mix;
use parlor_core::{Game, GameRecord};
use parlor_engine::levels::{Level, LevelEngine};
use parlor_engine::othello::{GridNode, OthelloNode};
use parlor_engine::{Contender, Engine, Limits, Options, Stop, Thought, TimeLimit};
use parlor_othello::{Board, GridBoard, GridMove, Position, Setup, Size};
use parlor_textui::othello::{Answer, Player, Purpose, Request, Strategy};

/// In so many plies from the start, chance chooses among the moves that are about as good as the best, so
/// that games at full strength are not all the same.
const VARIED_PLIES: usize = 6;
/// How many moves chance chooses among at most.
const VARIED_MOVES: usize = 4;
/// How much worse than the best they may be, in hundredths of a disc.
const VARIED_MARGIN: i32 = 50;
/// How often a thinker looks whether it is to make up its mind.
const GLANCE: Duration = Duration::from_millis(10);

/// The computer's mind. It remembers nothing from one move to the next: unless it is given a time, what it
/// plays depends on the game, the player and the seed alone.
#[derive(Default)]
pub(crate) struct Thinker {
    standard: Mind<OthelloNode>,
    other: Mind<GridNode>,
}

impl Thinker {
    /// Chooses a move. When the flag rises it makes up its mind at once.
    pub(crate) fn think(&mut self, request: &Request, stop: &AtomicBool) -> Answer {
        let level = match request.player {
            Player::Strategy(strategy) => return choose(strategy, request),
            Player::Engine(level) => Level::new(level.number()).unwrap_or(Level::FULL),
            // Neither a person nor the other side of a remote game is ever asked to be a thinker.
            Player::Human | Player::Remote => Level::FULL,
        };
        let start = request.game.start();
        let answer = if start.size() == Size::STANDARD {
            on_the_standard_board(&request.game).and_then(|game| {
                let thought = self.standard.think(&game, level, request, stop)?;
                let place = game.position().place_of(thought.best);
                let mv = place.map_or(Some(GridMove::PASS), GridMove::new)?;
                let score = Some(thought.score());
                Some(Answer { mv, score })
            })
        } else {
            self.other
                .think(&request.game, level, request, stop)
                .map(|thought| Answer {
                    mv: thought.best,
                    score: Some(thought.score()),
                })
        };
        answer.unwrap_or_else(|| choose(Strategy::Weights, request))
    }
}

/// What a strategy plays; a pass when the game is over, which nobody asks about.
fn choose(strategy: Strategy, request: &Request) -> Answer {
    let mv = strategy.choose(request.game.position(), request.seed);
    Answer {
        mv: mv.unwrap_or(GridMove::PASS),
        score: None,
    }
}

/// The same game on the fast board; nothing when there is no such game.
fn on_the_standard_board(game: &GameRecord<GridBoard>) -> Option<GameRecord<Board>> {
    let start = game.start();
    let discs = |color| {
        let places = start.size().places().zip(0..64);
        let of_color = places.filter(move |&(place, _)| start.cell(place) == Some(color));
        of_color
            .filter_map(|(_, index)| parlor_core::Square::new(index))
            .collect()
    };
    let setup = Setup {
        black: discs(parlor_core::Color::Black),
        white: discs(parlor_core::Color::White),
        turn: start.turn(),
    };
    let mut record = GameRecord::new(Board::from_setup(&setup, start.rules()).ok()?);
    for mv in game.moves() {
        let place = game.start().place_of(mv);
        let position = record.position();
        let mv = place.map_or(Some(position.pass()), |place| position.move_at(place))?;
        record.play(mv).ok()?;
    }
    Some(record)
}

/// The engines for one kind of board.
struct Mind<N: Contender> {
    /// Those of the two sides and of hints, each with the level and the seed that it was made for.
    levels: Vec<(Level, u64, LevelEngine<N>)>,
    /// Full strength within a time instead of a number of nodes.
    timed: Option<Box<dyn Engine<N::Game>>>,
}

impl<N: Contender> Default for Mind<N> {
    fn default() -> Mind<N> {
        Mind {
            levels: Vec::new(),
            timed: None,
        }
    }
}

impl<N: Contender> Mind<N> {
    fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        level: Level,
        request: &Request,
        stop: &AtomicBool,
    ) -> Option<Thought<<N::Game as Game>::Move>> {
        let is_full = level == Level::FULL;
        let is_varied = is_full && request.purpose == Purpose::Move && game.len() < VARIED_PLIES;
        let limits = Limits {
            time: request.move_time.map_or(TimeLimit::Infinite, TimeLimit::PerMove),
            multi_pv: if is_varied { VARIED_MOVES } else { 1 },
            ..Limits::default()
        };
        let engine: &mut dyn Engine<N::Game> = match request.move_time {
            Some(_) if is_full => &mut **self.timed.get_or_insert_with(|| N::engine(&Options::default())),
            _ => self.level(level, request.seed),
        };
        let mut thought = hurried(stop, &limits.stop, || engine.think(game, &limits, &mut |_| {}))?;
        if is_varied {
            thought.best = varied(&thought, request.seed ^ game.position().key());
        }
        Some(thought)
    }

    fn level(&mut self, level: Level, seed: u64) -> &mut LevelEngine<N> {
        let is_made = |&(of_level, of_seed, _): &(Level, u64, _)| (of_level, of_seed) == (level, seed);
        let at = self.levels.iter().position(is_made).unwrap_or_else(|| {
            // Two sides and an adviser think; what was made for an earlier game is of no use.
            if self.levels.len() >= 3 {
                self.levels.remove(0);
            }
            self.levels.push((level, seed, LevelEngine::new(level, seed)));
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
fn varied<M: Copy>(thought: &Thought<M>, mut seed: u64) -> M {
    let floor = thought.score().0 - VARIED_MARGIN;
    let lines = thought.lines.iter().filter(|line| line.score.0 >= floor);
    let good: Vec<M> = lines.filter_map(|line| line.moves.first().copied()).collect();
    match good.len() {
        0 => thought.best,
        n => good[(split_mix(&mut seed) % n as u64) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_othello::Rules;
    use parlor_othello::notation::transcript;
    use parlor_textui::othello::EngineLevel;

    fn request(moves: &str, size: Size, rules: Rules, player: Player) -> Request {
        Request {
            game: transcript::read(&GridBoard::start(size, rules), moves).unwrap(),
            player,
            seed: 1,
            move_time: None,
            purpose: Purpose::Move,
        }
    }

    #[test]
    fn every_player_answers_with_a_legal_move_on_every_board() {
        let weak = Player::Engine(EngineLevel::new(1).unwrap());
        let players = Strategy::ALL.map(Player::Strategy).into_iter().chain([weak]);
        let mut thinker = Thinker::default();
        let stop = AtomicBool::new(false);
        for player in players {
            for (size, rules) in [
                (Size::STANDARD, Rules::Pass),
                (Size::STANDARD, Rules::NoMoveLoses),
                (Size::new(6, 10).unwrap(), Rules::Pass),
            ] {
                let request = request("", size, rules, player);
                let answer = thinker.think(&request, &stop);
                assert!(request.game.position().is_legal(answer.mv), "{player} {size}");
                assert_eq!(
                    thinker.think(&request, &stop),
                    answer,
                    "the same seed, the same move"
                );
            }
        }
    }

    #[test]
    fn the_fast_board_holds_the_same_game() {
        let size = Size::STANDARD;
        let request = request("f5d6c3d3c4", size, Rules::Pass, Player::Human);
        let game = on_the_standard_board(&request.game).unwrap();
        assert_eq!(GridBoard::from(game.position()), *request.game.position());
        assert_eq!(transcript::write(&game), "f5d6c3d3c4");
        // Also one that begins in the middle of another.
        let later = GameRecord::new(*request.game.position());
        let game = on_the_standard_board(&later).unwrap();
        assert_eq!(GridBoard::from(game.position()), *later.position());
    }
}
