//! Matches between two configurations of ours, to judge every change.
//!
//! Games begin from balanced [openings](crate::opening), each played twice with colours swapped. The same seed plays the
//! same openings; with node or depth limits it plays the same games, whatever the number of threads.

use std::ops::ControlFlow;
use std::sync::Mutex;

use parlor_core::think::{Limits, Stop};
use parlor_core::zobrist::split_mix;
use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, NewGameError, Spec};
use parlor_players::{AnyEngine, Configuration};

use crate::elo::Tally;
use crate::game_loop::{GameEnd, Sides, play_out};
use crate::opening::{OpeningSettings, Openings};
use crate::workers::in_parallel;

/// A game that has not ended by then is a draw.
const MOST_MOVES: usize = 500;

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

/// Plays a match and tells the tally of the first player after every pair. `stop` ends it
/// soon: pairs that are not complete by then do not count.
pub fn play_match(
    spec: &Spec,
    first: &Configuration,
    second: &Configuration,
    settings: &MatchSettings,
    stop: &Stop,
    progress: &mut (dyn FnMut(&Tally) + Send),
) -> Result<Tally, NewGameError> {
    let n_pairs = u64::from(settings.games.div_ceil(2));
    let openings = Mutex::new(Numbered::new(spec, settings.seed)?);
    let play_pair = |pair: u64| {
        if stop.is_set() {
            return None;
        }
        // A thread that panicked over an opening has left the others whole.
        let opening = openings
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .get(pair);
        let mut place = pair;
        let seed = settings.seed ^ split_mix(&mut place);
        let play = |color: Color| {
            let engines = [
                AnyEngine::new(spec.kind(), first, seed),
                AnyEngine::new(spec.kind(), second, seed ^ 1),
            ];
            play_game(opening.clone(), engines, color, stop)
        };
        Some([play(Color::Black)?, play(Color::White)?])
    };
    let mut tally = Tally::default();
    in_parallel(settings.concurrency, n_pairs, || play_pair, &mut |halves| {
        tally.add_pair(halves);
        progress(&tally);
        ControlFlow::Continue(())
    });
    Ok(tally)
}

/// Openings by number, made as they are needed. When there are no others, they are played again.
struct Numbered {
    openings: Openings,
    made: Vec<AnyGame>,
    start: AnyGame,
}

impl Numbered {
    fn new(spec: &Spec, seed: u64) -> Result<Numbered, NewGameError> {
        let settings = OpeningSettings {
            seed,
            ..OpeningSettings::usual(spec.kind())
        };
        Ok(Numbered {
            openings: Openings::new(spec, &settings)?,
            made: Vec::new(),
            start: AnyGame::new(spec)?,
        })
    }

    fn get(&mut self, number: u64) -> AnyGame {
        while self.made.len() as u64 <= number
            && let Some(opening) = self.openings.next()
        {
            self.made.push(opening);
        }
        let index = number.checked_rem(self.made.len() as u64);
        let opening = index.and_then(|index| self.made.get(index as usize));
        opening.unwrap_or(&self.start).clone()
    }
}

/// The points of the first engine, in halves, when it plays `color`; none when the game was stopped.
fn play_game(mut game: AnyGame, engines: [AnyEngine; 2], color: Color, stop: &Stop) -> Option<u32> {
    let mut sides = InProcess {
        engines,
        color,
        limits: Limits::default().stopped_by(stop),
    };
    let end = play_out(&mut game, &mut sides, MOST_MOVES);
    let winner = match end {
        GameEnd::Rules(Outcome::Win(winner)) => Some(winner),
        GameEnd::Rules(Outcome::Draw) | GameEnd::TooLong => None,
        // Whoever has no legal move to offer loses; the soak looks for exactly this.
        GameEnd::Illegal { .. } | GameEnd::Other(Halt::NoMove) => Some(!game.turn()),
        GameEnd::Other(Halt::Stopped) => return None,
    };
    Some(match winner {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    })
}

/// Two engines of ours, the first of which plays `color`.
struct InProcess {
    engines: [AnyEngine; 2],
    color: Color,
    limits: Limits<String>,
}

/// Why a game does not go on.
enum Halt {
    /// An engine found no move.
    NoMove,
    /// The match was stopped, and a thought that was cut short is not this player's.
    Stopped,
}

impl Sides for InProcess {
    type Ending = Halt;

    fn choose(&mut self, game: &AnyGame) -> Result<String, Halt> {
        let engine = &mut self.engines[usize::from(game.turn() != self.color)];
        let thought = engine.think(game, &self.limits, &mut |_| ());
        if self.limits.stop.is_set() {
            return Err(Halt::Stopped);
        }
        thought.map(|thought| thought.best).ok_or(Halt::NoMove)
    }
}
