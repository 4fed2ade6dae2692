//! A fixed amount of work whose node count is the signature of the search's behaviour.

use std::time::Duration;

use parlor_search::Limits;

use crate::engine::{Contender, Engine, Options, SearchEngine};

/// The table of the bench: its size is part of the signature.
const BENCH_HASH_MIB: usize = 16;

/// What the bench of one game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The game.
    pub game: &'static str,
    /// The nodes visited, the same on every machine.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// Searches the bench positions of a game, each with an empty table; `options` may set the instruction set
/// and the threads, but only one thread gives a signature.
pub fn bench<N: Contender>(options: &Options) -> BenchResult {
    let (positions, depth) = N::BENCH;
    let options = Options {
        hash_mib: BENCH_HASH_MIB,
        ..*options
    };
    let mut engine = SearchEngine::<N>::new(&options, &[]);
    let mut result = BenchResult {
        game: N::NAME,
        nodes: 0,
        time: Duration::ZERO,
    };
    for record in positions.iter().filter_map(|text| N::read(text)) {
        engine.new_game();
        if let Some(thought) = engine.think(&record, &Limits::depth(depth), &mut |_| {}) {
            result.nodes += thought.nodes;
            result.time += thought.time;
        }
    }
    result
}
