//! Matches between two configurations of our engine, to test changes.
//!
//! Games start from balanced [openings](crate::opening), each played twice with colours swapped. Equal seeds
//! play equal openings and, with node or depth limits, equal games, whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use parlor_core::random::split_mix;
use parlor_core::think::{Limits, StopToken};
use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, NewGameError, Spec};
use parlor_players::{AnyEngine, Configuration};
use thiserror::Error;

use crate::elo::Tally;
use crate::game_loop::{GameEnd, Sides, play_out};
use crate::opening::{BeginError, Opening, OpeningSettings, Openings};
use crate::sprt::{Sprt, Verdict};
use crate::workers::in_parallel;

/// The number of moves after which a game is a draw.
const MAX_MOVES: usize = 500;

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MatchSettings {
    /// The number of games, rounded up to pairs.
    pub games: u32,
    /// The number of games to play concurrently.
    pub concurrency: usize,
    /// The seed of the openings, unless they are given.
    pub seed: u64,
    /// The openings. They repeat if there are too few. If there are none, balanced ones are generated.
    pub openings: Vec<Opening>,
    /// The sequential test that may stop the match early.
    pub sprt: Option<Sprt>,
}

/// A finished pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// Its number, from 0.
    pub number: u64,
    /// The games. The first player is black in the first.
    pub games: [AnyGame; 2],
    /// The first player's half points in each game.
    pub halves: [u32; 2],
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// An opening is invalid.
    #[error("opening {number}: {reason}")]
    Opening {
        /// Its number, from 1.
        number: usize,
        /// The reason.
        reason: BeginError,
    },
}

/// Plays a match. Calls `progress` after every pair, with the first player's tally and the pair. Setting
/// `stop` ends the match soon; incomplete pairs do not count.
///
/// A sequential test counts the pairs in the order of their numbers and ends the match at the first that
/// crosses a bound. So the same seed gives the same verdict on any number of threads. Pairs still in progress
/// then do not count.
pub fn play_match(
    spec: &Spec,
    first: &Configuration,
    second: &Configuration,
    settings: &MatchSettings,
    stop: &StopToken,
    progress: &mut (dyn FnMut(&Tally, &PlayedPair) + Send),
) -> Result<Tally, MatchError> {
    let n_pairs = u64::from(settings.games.div_ceil(2));
    let openings = Mutex::new(NumberedOpenings::new(spec, settings)?);
    let play_pair = |pair: u64| {
        if stop.is_set() {
            return None;
        }
        // A panic of another thread cannot have left the openings in an invalid state.
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
        let [(first, one), (second, two)] = [play(Color::Black)?, play(Color::White)?];
        Some(PlayedPair {
            number: pair,
            games: [first, second],
            halves: [one, two],
        })
    };
    let mut tally = Tally::default();
    // With a sequential test, a pair is counted only after all earlier ones.
    let mut waiting: BTreeMap<u64, PlayedPair> = BTreeMap::new();
    let mut next = 0;
    in_parallel(
        settings.concurrency,
        n_pairs,
        || play_pair,
        &mut |pair: PlayedPair| {
            let Some(sprt) = settings.sprt else {
                tally.add_pair(pair.halves);
                progress(&tally, &pair);
                return ControlFlow::Continue(());
            };
            waiting.insert(pair.number, pair);
            while let Some(pair) = waiting.remove(&next) {
                next += 1;
                tally.add_pair(pair.halves);
                progress(&tally, &pair);
                if sprt.verdict(&tally.pairs) != Verdict::Open {
                    // No pair has this number, so no later results are counted.
                    next = u64::MAX;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    Ok(tally)
}

/// Openings by number, given or generated on demand. They repeat if there are too few.
struct NumberedOpenings {
    openings: Option<Openings>,
    made: Vec<AnyGame>,
    start: AnyGame,
}

impl NumberedOpenings {
    fn new(spec: &Spec, settings: &MatchSettings) -> Result<NumberedOpenings, MatchError> {
        let mut made = Vec::new();
        for (number, opening) in (1..).zip(&settings.openings) {
            let game = opening.play(spec);
            made.push(game.map_err(|reason| MatchError::Opening { number, reason })?);
        }
        let settings = OpeningSettings {
            seed: settings.seed,
            ..OpeningSettings::default_for(spec.kind())
        };
        let openings = made.is_empty().then(|| Openings::new(spec, &settings));
        Ok(NumberedOpenings {
            openings: openings.transpose()?,
            made,
            start: AnyGame::new(spec)?,
        })
    }

    fn get(&mut self, number: u64) -> AnyGame {
        while self.made.len() as u64 <= number
            && let Some(opening) = self.openings.as_mut().and_then(Iterator::next)
        {
            self.made.push(opening);
        }
        let index = number.checked_rem(self.made.len() as u64);
        let opening = index.and_then(|index| self.made.get(index as usize));
        opening.unwrap_or(&self.start).clone()
    }
}

/// Plays a game in which the first engine plays `color`. Returns the game and the first engine's half points,
/// or `None` if the game was stopped.
fn play_game(
    mut game: AnyGame,
    engines: [AnyEngine; 2],
    color: Color,
    stop: &StopToken,
) -> Option<(AnyGame, u32)> {
    let mut sides = InProcess {
        engines,
        color,
        limits: Limits::default().stopped_by(stop),
    };
    let end = play_out(&mut game, &mut sides, MAX_MOVES);
    let winner = match end {
        GameEnd::Rules(Outcome::Win(winner)) => Some(winner),
        GameEnd::Rules(Outcome::Draw) | GameEnd::TooLong => None,
        // An engine without a legal move loses. The soak test looks for exactly this.
        GameEnd::Illegal { .. } | GameEnd::Other(Halt::NoMove) => Some(!game.turn()),
        GameEnd::Other(Halt::Stopped) => return None,
    };
    let halves = match winner {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    };
    Some((game, halves))
}

/// Two of our engines. The first plays `color`.
struct InProcess {
    engines: [AnyEngine; 2],
    color: Color,
    limits: Limits<String>,
}

/// Why a game stops.
enum Halt {
    /// An engine found no move.
    NoMove,
    /// The match was stopped. An interrupted search does not represent the player.
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
