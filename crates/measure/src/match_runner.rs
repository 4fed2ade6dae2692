//! Matches between two configurations of ours, to judge every change.
//!
//! Games begin from random openings, each played twice with colours swapped. The same seed plays the same openings; with
//! node or depth limits it plays the same games, whatever the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_core::zobrist::split_mix;
use parlor_core::{Color, GameRecord, Outcome};
use parlor_engine::{Contender, Limits, Stop};
use parlor_players::Configuration;

use crate::elo::Tally;
use crate::opening::opening;

/// A game that has not ended by then is a draw.
const MAX_GAME_PLIES: usize = 500;

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

/// Plays a match and tells the tally of the first player after every pair. `stop` ends it soon: pairs that are
/// not complete by then do not count.
pub fn play_match<N: Contender>(
    first: &Configuration,
    second: &Configuration,
    settings: &MatchSettings,
    stop: &Stop,
    progress: &mut (dyn FnMut(&Tally) + Send),
) -> Tally {
    let n_pairs = settings.games.div_ceil(2);
    let next_pair = AtomicU32::new(0);
    let state = Mutex::new((Tally::default(), progress));
    std::thread::scope(|scope| {
        for _ in 0..settings.concurrency.max(1) {
            scope.spawn(|| {
                loop {
                    let pair = next_pair.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stop.is_set() {
                        break;
                    }
                    // Mixed, not multiplied by the step of the generator: pairs would share their openings.
                    let mut place = u64::from(pair);
                    let mut seed = settings.seed ^ split_mix(&mut place);
                    let opening = opening::<N>(&mut seed);
                    let halves = [Color::Black, Color::White]
                        .map(|color| play_game::<N>(&opening, first, second, color, seed, stop));
                    let [Some(as_black), Some(as_white)] = halves else {
                        break;
                    };
                    // A thread that panicked has lost its pair, not the tally.
                    let mut state = state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let (tally, progress) = &mut *state;
                    tally.add_pair([as_black, as_white]);
                    progress(tally);
                }
            });
        }
    });
    let (tally, _) = state
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    tally
}

/// The points of `first`, in halves, when it plays `color`; none when the game was stopped.
fn play_game<N: Contender>(
    opening: &GameRecord<N::Game>,
    first: &Configuration,
    second: &Configuration,
    color: Color,
    seed: u64,
    stop: &Stop,
) -> Option<u32> {
    let mut record = opening.clone();
    let mut engines = [first.engine::<N>(seed), second.engine::<N>(seed ^ 1)];
    let asked = Limits::default().stopped_by(stop);
    let limits = [first, second].map(|player| player.limits::<N>(&asked));
    while record.outcome().is_none() && record.len() < MAX_GAME_PLIES {
        let side = usize::from(record.turn() != color);
        let Some(thought) = engines[side].think(&record, &limits[side], &mut |_| {}) else {
            break;
        };
        // A thought that was cut short is not this player's.
        if stop.is_set() {
            return None;
        }
        if record.play(thought.best).is_err() {
            // An illegal move loses; the soak test looks for exactly this.
            return Some(if side == 0 { 0 } else { 2 });
        }
    }
    Some(match record.outcome() {
        Some(Outcome::Win(winner)) if winner == color => 2,
        Some(Outcome::Win(_)) => 0,
        _ => 1,
    })
}
