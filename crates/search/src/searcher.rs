//! The interface of the search: a table, threads, and the game record to search.

use std::sync::atomic::Ordering;

use parlor_core::cpu::Cpu;
use parlor_core::think::{Limits, Line, Report, Thought};
use parlor_core::threads::{HelperTask, with_helpers};
use parlor_core::time::Instant;
use parlor_core::{GameRecord, Score};

use crate::isa::dispatch;
use crate::mistakes::Mistakes;
use crate::node::{MoveOf, Node};
use crate::node_counter::SharedLimits;
use crate::params::Tuning;
use crate::root::{IterativeDeepening, RootResult};
use crate::siblings::HelperLoop;
use crate::threads::{DismissOnDrop, Threads};
use crate::time::Plan;
use crate::transposition::TranspositionTable;
use crate::worker::{Memory, Worker};

/// A function that creates the context of one thread.
pub type ContextMaker<N> = Box<dyn Fn() -> <N as Node>::Context + Send + Sync>;

/// A search for one game, which keeps its memory from one move to the next.
pub struct Searcher<N: Node> {
    table: TranspositionTable,
    tuning: Vec<Tuning>,
    mistakes: Option<Mistakes>,
    memories: Vec<Memory<N>>,
    make_context: ContextMaker<N>,
    cpu: Cpu,
}

impl<N: Node> Searcher<N> {
    /// Creates a search with a table of this many mebibytes and one thread. `tuning` holds one set of
    /// parameters for each phase of the game; if there are too few, the last one serves for the rest.
    pub fn new(hash_mib: usize, tuning: &[Tuning], make_context: ContextMaker<N>) -> Searcher<N> {
        let mut tuning = tuning.to_vec();
        let last = tuning.last().copied().unwrap_or_default();
        tuning.resize(N::PHASES.max(1), last);
        Searcher {
            table: TranspositionTable::new(hash_mib),
            tuning,
            mistakes: None,
            memories: vec![Memory::new(make_context())],
            make_context,
            cpu: Cpu::detect(),
        }
    }

    /// Makes deliberate mistakes from now on. The search then uses nothing that sees more than its own moves and
    /// evaluations: no null moves, ProbCut, solver of the game or correction history.
    pub fn set_mistakes(&mut self, mistakes: Mistakes) {
        self.mistakes = Some(mistakes);
        for set in &mut self.tuning {
            set.null_depth = 0;
            set.correction = 0;
        }
    }

    /// Changes the size of the table, which clears it.
    pub fn set_hash(&mut self, mib: usize) {
        if self.table.mib() != mib.max(1) {
            // Drop the old table first: both at once would take more memory than requested.
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(mib);
        }
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.truncate(threads.max(1));
        while self.memories.len() < threads {
            let mut cx = (self.make_context)();
            N::share(&mut cx, &self.memories[0].cx);
            self.memories.push(Memory::new(cx));
        }
    }

    /// Changes the instruction set. The results do not depend on it.
    pub fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    /// Returns the parameters, one set for each phase, so that experiments can change them.
    pub fn tuning_mut(&mut self) -> &mut [Tuning] {
        &mut self.tuning
    }

    /// Returns the context of the main thread, which may be changed between searches.
    pub fn context_mut(&mut self) -> &mut N::Context {
        &mut self.memories[0].cx
    }

    /// Clears everything that was learned, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.history.clear();
            memory.corrections.clear();
        }
    }

    /// Searches the position of a game. Returns `None` when the game is over.
    ///
    /// The returned move is always legal, even when the search is stopped before it starts.
    pub fn think(
        &mut self,
        record: &GameRecord<N::Game>,
        limits: &Limits<MoveOf<N>>,
        report: &mut dyn FnMut(&Report<MoveOf<N>>),
    ) -> Option<Thought<MoveOf<N>>> {
        if record.outcome().is_some() {
            return None;
        }
        let mut plan = Plan::new(limits.time, Instant::now());
        let shared = SharedLimits::new(limits.stop.flag(), limits.nodes, plan.deadline());
        self.table.begin_search();
        for memory in &mut self.memories {
            memory.history.age();
            N::begin_search(&mut memory.cx);
        }
        let (main, helpers) = self.memories.split_first_mut()?;
        let root = N::new(record.position(), &main.cx);
        let moves_left = record.moves_left().unwrap_or(u32::MAX);
        let (table, tuning, cpu) = (&self.table, &self.tuning[..], self.cpu);
        let mistakes = self.mistakes.as_ref();

        let threads = (!helpers.is_empty()).then(Threads::new);

        let (shared, threads) = (&shared, threads.as_ref());
        let help = |memory| -> HelperTask<'_> {
            Box::new(move || {
                let mut worker = Worker::new(table, tuning, mistakes, shared, threads, memory, record);
                if let Some(threads) = threads {
                    let worker = &mut worker;
                    dispatch(cpu, HelperLoop { worker, threads });
                }
                worker.counter.poll();
            })
        };
        let tasks = helpers.iter_mut().map(help).collect();
        let result = with_helpers(tasks, || {
            let _dismissal = threads.map(DismissOnDrop);
            let mut worker = Worker::new(table, tuning, mistakes, shared, threads, main, record);
            let iterate = IterativeDeepening {
                worker: &mut worker,
                shared,
                root: &root,
                moves_left,
                limits,
                plan: &mut plan,
                report,
            };
            let result = dispatch(cpu, iterate);
            worker.counter.poll();
            shared.over.store(true, Ordering::Relaxed);
            result
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        thought(result, limits.multi_pv, nodes, &plan)
    }
}

fn thought<N: Node>(
    result: RootResult<N>,
    multi_pv: usize,
    nodes: u64,
    plan: &Plan,
) -> Option<Thought<MoveOf<N>>> {
    let RootResult { moves, depth } = result;
    let lines: Vec<Line<MoveOf<N>>> = moves
        .iter()
        .take(multi_pv.max(1))
        .enumerate()
        // When the first iteration was stopped, the other moves have no score, and perhaps not even the
        // first.
        .filter(|(rank, root_move)| *rank == 0 || root_move.score > -Score::INFINITE)
        .map(|(_, root_move)| Line {
            score: if root_move.score == -Score::INFINITE {
                Score::DRAW
            } else {
                root_move.score
            },
            is_exact: root_move.score.plies_to_end().is_some(),
            confidence: None,
            depth,
            moves: root_move.line.clone(),
        })
        .collect();
    Some(Thought {
        best: moves.first()?.mv(),
        lines,
        nodes,
        depth,
        time: plan.started().elapsed(),
    })
}

impl<N: Node> std::fmt::Debug for Searcher<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher")
            .field("hash_mib", &self.table.mib())
            .field("threads", &self.memories.len())
            .field("cpu", &self.cpu)
            .finish_non_exhaustive()
    }
}
