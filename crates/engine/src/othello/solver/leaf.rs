//! The solver as a part of another search: one null or narrow window at a time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::weights::Learned;
use super::deep::{self, DeepNullWindow};
use super::probcut::Confidence;
use super::table::SolverTable;
use super::worker::{LocalTable, Worker};

/// A small solver that each search thread keeps for the ends of its lines.
pub struct LeafSolver {
    table: Arc<SolverTable>,
    local: LocalTable,
}

impl LeafSolver {
    /// Creates a solver with a table of this many MiB.
    pub fn new(hash_mib: usize) -> LeafSolver {
        LeafSolver {
            table: Arc::new(SolverTable::new(hash_mib)),
            local: LocalTable::new(),
        }
    }

    /// Shares the table of another thread's solver.
    pub fn share(&mut self, with: &LeafSolver) {
        self.table = Arc::clone(&with.table);
    }

    /// Clears everything, also for the threads that share the table.
    pub fn clear(&mut self) {
        self.table.wipe();
        self.local = LocalTable::new();
    }

    /// Returns the score of a position in discs, exact inside the window `(alpha, beta)` and a bound outside
    /// it, with its number of nodes. The rules are those with passes. Returns `None` when `interrupt` ended
    /// it.
    #[inline(always)]
    pub fn solve<K: Kernel>(
        &mut self,
        kernel: K,
        learned: &Learned,
        position: (u64, u64),
        window: (i32, i32),
        interrupt: &dyn Fn() -> bool,
    ) -> Option<(i32, u64)> {
        kernel.run(Leaf {
            solver: self,
            learned,
            position,
            window,
            interrupt,
        })
    }
}

struct Leaf<'a> {
    solver: &'a mut LeafSolver,
    learned: &'a Learned,
    position: (u64, u64),
    window: (i32, i32),
    interrupt: &'a dyn Fn() -> bool,
}

impl Task for Leaf<'_> {
    type Output = Option<(i32, u64)>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<(i32, u64)> {
        let Leaf {
            solver,
            learned,
            position: (player, opponent),
            window,
            interrupt,
        } = self;
        let never = AtomicBool::new(false);
        let mut worker = Worker::new(&solver.table, learned, None, &mut solver.local, &never, &never);
        worker.interrupt_when(interrupt);
        let (mut lower, mut upper) = window;
        let mut score = lower;
        // Null windows from the bottom up. All scores have the same parity, so few are needed.
        while lower < upper && !worker.stopped() {
            let alpha = lower;
            score = deep::search(
                kernel,
                DeepNullWindow {
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
        (!worker.stopped()).then_some((score, worker.nodes))
    }
}
