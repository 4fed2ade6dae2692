//! Matches between two of our configurations, which test every change.
//!
//! Games begin from balanced [openings](crate::opening), each played twice with colours swapped. Equal seeds
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
const MOST_MOVES: usize = 500;

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MatchSettings {
    /// The number of games, rounded up to pairs.
    pub games: u32,
    /// The number of games to play concurrently.
    pub concurrency: usize,
    /// The seed of the openings, unless they are given.
    pub seed: u64,
    /// The openings, reused when there are too few. When there are none, balanced ones are generated.
    pub openings: Vec<Opening>,
    /// The sequential test that may stop the match early.
    pub sprt: Option<Sprt>,
}

/// A finished pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// Its number, from 0.
    pub number: u64,
    /// The games; the first player is black in the first.
    pub games: [AnyGame; 2],
    /// The first player's points in halves.
    pub halves: [u32; 2],
}

/// The reason why a match cannot be played.
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

/// Plays a match and reports the first player's tally after every pair, with the pair. `stop` ends it soon;
/// incomplete pairs do not count. A sequential test counts the pairs in the order of their numbers and ends
/// the match at the first that crosses a bound, so the same seed gives the same verdict on any number of
/// threads; pairs still in progress then do not count.
pub fn play_match(
    spec: &Spec,
    first: &Configuration,
    second: &Configuration,
    settings: &MatchSettings,
    stop: &StopToken,
    progress: &mut (dyn FnMut(&Tally, &PlayedPair) + Send),
) -> Result<Tally, MatchError> {
    let n_pairs = u64::from(settings.games.div_ceil(2));
    let openings = Mutex::new(Numbered::new(spec, settings)?);
    let play_pair = |pair: u64| {
        if stop.is_set() {
            return None;
        }
        // A thread that panicked over an opening has not affected the others.
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
    // With a test, pairs wait until all earlier ones have finished.
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
                    // No pair has this number: later results are not counted.
                    next = u64::MAX;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    Ok(tally)
}

/// Openings by number, given or generated on demand. When there are no more, they are reused.
struct Numbered {
    openings: Option<Openings>,
    made: Vec<AnyGame>,
    start: AnyGame,
}

impl Numbered {
    fn new(spec: &Spec, settings: &MatchSettings) -> Result<Numbered, MatchError> {
        let mut made = Vec::new();
        for (number, opening) in (1..).zip(&settings.openings) {
            let begun = opening.begun(spec);
            made.push(begun.map_err(|reason| MatchError::Opening { number, reason })?);
        }
        let usual = OpeningSettings {
            seed: settings.seed,
            ..OpeningSettings::usual(spec.kind())
        };
        let openings = made.is_empty().then(|| Openings::new(spec, &usual));
        Ok(Numbered {
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

/// Returns the game and the points, in halves, of the first engine when it plays `color`, or `None` when the
/// game was stopped.
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
    let end = play_out(&mut game, &mut sides, MOST_MOVES);
    let winner = match end {
        GameEnd::Rules(Outcome::Win(winner)) => Some(winner),
        GameEnd::Rules(Outcome::Draw) | GameEnd::TooLong => None,
        // A player without a legal move loses; the soak test looks for exactly this.
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

/// Two of our engines, the first of which plays `color`.
struct InProcess {
    engines: [AnyEngine; 2],
    color: Color,
    limits: Limits<String>,
}

/// The reason why a game stops.
enum Halt {
    /// An engine found no move.
    NoMove,
    /// The match was stopped; a search that was cut short does not represent the player.
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
