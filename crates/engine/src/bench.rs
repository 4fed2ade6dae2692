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

/// How long one position took with one thread and with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speedup {
    /// The depth that both reached.
    pub depth: u32,
    /// The time of one thread.
    pub alone: Duration,
    /// The time of all threads together.
    pub together: Duration,
}

impl Speedup {
    /// The time together as a share of the time alone.
    pub fn ratio(&self) -> f64 {
        self.together.as_secs_f64() / self.alone.as_secs_f64().max(1e-6)
    }
}

/// Searches each bench position of a game with one thread for about as long as is said, and then to the same
/// depth with all threads of `options`, each time with an empty table. Tells every position's times, or nothing
/// for one that is over too soon to tell.
pub fn speedup<N: Contender>(options: &Options, budget: Duration, tell: &mut dyn FnMut(Option<Speedup>)) {
    let mut engine = SearchEngine::<N>::new(options, &[]);
    for record in N::BENCH.0.iter().filter_map(|text| N::read(text)) {
        engine.set_options(&Options {
            threads: 1,
            ..*options
        });
        engine.new_game();
        // The last iteration that one thread completes within the time.
        let mut reached = None;
        engine.think(&record, &Limits::time(budget), &mut |info| {
            reached = Some((info.depth, info.time))
        });
        let Some((depth, alone)) = reached.filter(|(_, time)| *time >= budget / 20) else {
            tell(None);
            continue;
        };
        engine.set_options(options);
        engine.new_game();
        let thought = engine.think(&record, &Limits::depth(depth), &mut |_| {});
        tell(thought.map(|thought| Speedup {
            depth,
            alone,
            together: thought.time,
        }));
    }
}
