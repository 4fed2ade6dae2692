//! Measures how much faster several threads are than one.

use std::time::Duration;

use parlor_core::think::Limits;
use parlor_engine::{Engine, EngineNode, Options, SearchEngine};
use parlor_games::Kind;
use parlor_players::with_node;

/// The number of searches of each position with several threads, because no two of these searches are equal.
const REPEATS: u32 = 4;

/// The times to this many final depths are added up, because the time to a single depth depends on luck.
const DEPTHS: u32 = 4;

/// The times of one position with one thread and with several. Each is the sum of the times to the last depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speedup {
    /// The number of threads.
    pub threads: usize,
    /// The time of one thread.
    pub alone: Duration,
    /// The average time of all threads together.
    pub together: Duration,
    /// The time of the same number of independent single-threaded searches in parallel.
    pub apart: Duration,
}

impl Speedup {
    /// Returns the time of all threads as a fraction of the time of one.
    pub fn share(&self) -> f64 {
        self.together.as_secs_f64() / self.alone.as_secs_f64().max(1e-6)
    }

    /// Returns the best fraction that this machine allows, for threads that divide the work without any loss.
    /// It is above 1 / threads if the machine has fewer physical cores.
    pub fn floor(&self) -> f64 {
        self.apart.as_secs_f64() / (self.alone.as_secs_f64().max(1e-6) * self.threads as f64)
    }
}

/// Searches each bench position of a game `deeper` plies deeper than the bench, but at least one ply deep:
/// with one thread, with all threads of `options` together, and with the same number of separate searches,
/// each time with an empty table. The depths are fixed in advance: choosing a depth that was reached quickly
/// would be choosing a lucky search. Calls `report` with the times of every position.
pub fn speedup(kind: Kind, options: &Options, deeper: i32, report: &mut dyn FnMut(Speedup)) {
    with_node!(kind, N => compare::<N>(options, deeper, report));
}

fn compare<N: EngineNode>(options: &Options, deeper: i32, report: &mut dyn FnMut(Speedup)) {
    let one = Options {
        threads: 1,
        ..*options
    };
    let mut engine = SearchEngine::<N>::new(options, &[]);
    let mut singles: Vec<_> = (0..options.threads)
        .map(|_| SearchEngine::<N>::new(&one, &[]))
        .collect();
    let (positions, depth) = N::BENCH;
    let deepest = depth.saturating_add_signed(deeper).max(1);
    let limits = Limits::depth(deepest);
    for record in positions.iter().filter_map(|text| N::read(text)) {
        let time = |engine: &mut SearchEngine<N>| {
            engine.new_game();
            let mut times = [None; DEPTHS as usize];
            let thought = engine.think(&record, &limits, &mut |info| {
                let above = deepest.saturating_sub(info.depth) as usize;
                if let Some(time) = times.get_mut(above) {
                    *time = Some(info.time);
                }
            });
            // A search that is certain of its result ends before the last depths.
            let end = thought.map_or(Duration::ZERO, |thought| thought.time);
            times.iter().map(|time| time.unwrap_or(end)).sum::<Duration>()
        };
        let alone = time(&mut singles[0]);
        let together = (0..REPEATS).map(|_| time(&mut engine)).sum::<Duration>() / REPEATS;
        let times: Vec<Duration> = std::thread::scope(|scope| {
            let searches: Vec<_> = singles
                .iter_mut()
                .map(|single| scope.spawn(|| time(single)))
                .collect();
            let time =
                |search: std::thread::ScopedJoinHandle<'_, Duration>| search.join().unwrap_or_default();
            searches.into_iter().map(time).collect()
        });
        report(Speedup {
            threads: options.threads,
            alone,
            together,
            apart: times.into_iter().max().unwrap_or_default(),
        });
    }
}
