//! A fixed amount of work whose node count is the signature of the search's behaviour.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

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

/// With several threads each position is searched so often: no two of those searches are the same.
const REPEATS: u32 = 4;

/// How long one position took with one thread and with several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speedup {
    /// How many threads there were.
    pub threads: usize,
    /// The depth that all reached.
    pub depth: u32,
    /// The time of one thread to that depth.
    pub alone: Duration,
    /// The time of all threads together to that depth, on average.
    pub together: Duration,
    /// The times of one thread to each depth that takes long enough to tell, added up: the time to one depth alone
    /// is a matter of luck.
    pub alone_to_all: Duration,
    /// The times of all threads together to the same depths, added up, on average.
    pub together_to_all: Duration,
    /// The time of as many searches of one thread each, side by side, that know nothing of each other.
    pub apart: Duration,
}

impl Speedup {
    /// The time of all threads as a share of the time of one.
    pub fn share(&self) -> f64 {
        self.together_to_all.as_secs_f64() / self.alone_to_all.as_secs_f64().max(1e-6)
    }

    /// The share that this machine allows to threads which divide the work without any loss. It is above one through
    /// their number where the cores are not really so many.
    pub fn floor(&self) -> f64 {
        self.apart.as_secs_f64() / (self.alone.as_secs_f64().max(1e-6) * self.threads as f64)
    }
}

/// Searches each bench position of a game with one thread for about as long as is said, and then to the same
/// depth with all threads of `options`, together and apart, each time with an empty table. Tells every
/// position's times, or nothing for one that is over too soon to tell.
pub fn speedup<N: Contender>(options: &Options, budget: Duration, tell: &mut dyn FnMut(Option<Speedup>)) {
    let one = Options {
        threads: 1,
        ..*options
    };
    let mut engine = SearchEngine::<N>::new(options, &[]);
    let mut singles: Vec<_> = (0..options.threads)
        .map(|_| SearchEngine::<N>::new(&one, &[]))
        .collect();
    for record in N::BENCH.0.iter().filter_map(|text| N::read(text)) {
        singles[0].new_game();
        // The iterations that one thread completes within the time.
        let mut alone = BTreeMap::new();
        singles[0].think(&record, &Limits::time(budget), &mut |info| {
            alone.insert(info.depth, info.time);
        });
        alone.retain(|_, time| *time >= budget / 12);
        let Some((&depth, &longest)) = alone.last_key_value() else {
            tell(None);
            continue;
        };
        let limits = Limits::depth(depth);
        let (mut together, mut together_to_all) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..REPEATS {
            engine.new_game();
            let mut times = BTreeMap::new();
            engine.think(&record, &limits, &mut |info| {
                times.insert(info.depth, info.time);
            });
            together += times.get(&depth).copied().unwrap_or_default() / REPEATS;
            let told = times.iter().filter(|(depth, _)| alone.contains_key(depth));
            together_to_all += told.map(|(_, time)| *time).sum::<Duration>() / REPEATS;
        }
        for single in &mut singles {
            single.new_game();
        }
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for single in &mut singles {
                scope.spawn(|| single.think(&record, &limits, &mut |_| {}));
            }
        });
        let apart = begin.elapsed();
        tell(Some(Speedup {
            threads: options.threads,
            depth,
            alone: longest,
            together,
            alone_to_all: alone.values().sum(),
            together_to_all,
            apart,
        }));
    }
}
