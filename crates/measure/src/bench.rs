//! The bench: fixed searches that show whether the search still behaves exactly the same, and how fast it is.
//!
//! Both functions search the same positions, each with an empty table. The [`signature`] is the number of
//! nodes to a modest depth, which changes with any change of behaviour. It takes a tenth of a second, too
//! little to compare the speed of two builds, so [`timing`] searches deeper.

use std::time::Duration;

use parlor_core::think::Limits;
use parlor_engine::{Engine, EngineNode, Options, SearchEngine};
use parlor_games::Kind;
use parlor_players::with_node;

/// The table size of the bench, which affects the signature.
const BENCH_HASH_MIB: usize = 16;

/// The speed of the searches of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The depth of each search.
    pub depth: u32,
    /// The number of nodes visited. With one thread, it is the same on every machine.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Timing {
    /// Returns the nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// Returns the number of nodes that a game's search visits on the bench. `options` may set the instruction
/// set, the weights and the threads, but only one thread gives a reproducible number.
pub fn signature(kind: Kind, options: &Options) -> u64 {
    with_node!(kind, N => search::<N>(options, N::BENCH.1)).nodes
}

/// Searches the positions of the bench for a few seconds, to compare the speed of builds and machines.
pub fn timing(kind: Kind, options: &Options) -> Timing {
    with_node!(kind, N => search::<N>(options, N::TIMING_DEPTH))
}

fn search<N: EngineNode>(options: &Options, depth: u32) -> Timing {
    let options = Options {
        hash_mib: BENCH_HASH_MIB,
        ..*options
    };
    let mut engine = SearchEngine::<N>::new(&options, &[]);
    let mut timing = Timing {
        depth,
        nodes: 0,
        time: Duration::ZERO,
    };
    for record in N::BENCH.0.iter().filter_map(|text| N::read(text)) {
        engine.new_game();
        if let Some(thought) = engine.think(&record, &Limits::depth(depth), &mut |_| {}) {
            timing.nodes += thought.nodes;
            timing.time += thought.time;
        }
    }
    timing
}
