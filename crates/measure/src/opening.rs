//! Openings: short beginnings of games that are neither over nor clearly won.

use parlor_core::zobrist::split_mix;
use parlor_core::{GameRecord, Score};
use parlor_engine::{Contender, Engine, Limits, Options, SearchEngine};

/// An opening is even enough when a search of so many nodes …
const BALANCE_NODES: u64 = 400;
/// … finds nobody ahead by more than this.
const BALANCE_BOUND: Score = Score(150);
/// After so many tries an uneven opening will have to do.
const BALANCE_TRIES: u32 = 50;

/// A random opening that is neither over nor clearly won. Advances the seed.
pub fn opening<N: Contender>(seed: &mut u64) -> GameRecord<N::Game> {
    let (least, most) = N::OPENING_PLIES;
    let mut judge = SearchEngine::<N>::new(
        &Options {
            hash_mib: 1,
            ..Options::default()
        },
        &[],
    );
    let mut tries = 0;
    loop {
        tries += 1;
        let mut record = N::start();
        let plies = least + (split_mix(seed) % u64::from(most - least + 1)) as u32;
        record.play_randomly(plies, seed);
        if record.outcome().is_some() {
            continue;
        }
        let thought = judge.think(&record, &Limits::nodes(BALANCE_NODES), &mut |_| {});
        let is_even = thought
            .is_some_and(|thought| thought.score() <= BALANCE_BOUND && thought.score() >= -BALANCE_BOUND);
        if is_even || tries >= BALANCE_TRIES {
            return record;
        }
    }
}
