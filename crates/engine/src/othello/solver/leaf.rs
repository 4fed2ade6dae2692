//! The solver as a part of another search: one null or narrow window at a time.

use std::sync::atomic::AtomicBool;

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::AnyEvaluator;
use super::deep::{self, Deep};
use super::probcut::Confidence;
use super::table::Table;
use super::worker::{LocalTable, Worker};

/// A small solver that one thread of a search keeps for the ends of its lines.
pub struct LeafSolver {
    table: Table,
    local: LocalTable,
}

impl LeafSolver {
    /// A solver with a table of so many MiB.
    pub fn new(hash_mib: usize) -> LeafSolver {
        LeafSolver {
            table: Table::new(hash_mib),
            local: LocalTable::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.local = LocalTable::new();
    }

    /// The score of a position in discs, exact inside the window `(alpha, beta)` and a bound outside it,
    /// with the number of nodes that it took. The rules are those with passes.
    #[inline(always)]
    pub fn solve<K: Kernel>(
        &mut self,
        kernel: K,
        evaluator: &AnyEvaluator,
        position: (u64, u64),
        window: (i32, i32),
    ) -> (i32, u64) {
        kernel.run(Leaf {
            solver: self,
            evaluator,
            position,
            window,
        })
    }
}

struct Leaf<'a> {
    solver: &'a mut LeafSolver,
    evaluator: &'a AnyEvaluator,
    position: (u64, u64),
    window: (i32, i32),
}

impl Task for Leaf<'_> {
    type Output = (i32, u64);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> (i32, u64) {
        let Leaf {
            solver,
            evaluator,
            position: (player, opponent),
            window,
        } = self;
        // So near the end a search is over before anyone could want to stop it.
        let never = AtomicBool::new(false);
        let mut worker = Worker::new(&solver.table, evaluator, None, &mut solver.local, &never, &never);
        let (mut lower, mut upper) = window;
        let mut score = lower;
        // Null windows from the bottom up; with scores of one parity few of them are needed.
        while lower < upper {
            let alpha = lower;
            score = deep::search(
                kernel,
                Deep {
                    worker: &mut worker,
                    player,
                    opponent,
                    alpha,
                    depth: (!(player | opponent)).count_ones(),
                    confidence: Confidence::Exact,
                },
            );
            if score > alpha {
                lower = score;
            } else {
                upper = score;
            }
        }
        (score, worker.nodes)
    }
}
