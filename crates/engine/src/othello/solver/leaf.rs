//! The solver as a part of another search: one null or narrow window at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::weights::Learned;
use super::deep::{self, Question};
use super::probcut::Confidence;
use super::table::SolverTable;
use super::worker::{LocalTable, Worker};

/// A small solver that each search thread keeps for the ends of its lines.
pub struct LeafSolver {
    shared: Arc<SharedTable>,
    local: LocalTable,
    // Whether a solve has written to `local` since it was cleared.
    is_local_used: bool,
}

struct SharedTable {
    table: SolverTable,
    // Whether a solve has written to the table since it was cleared. Most small searches solve nothing, and
    // clearing takes longer than they do.
    is_used: AtomicBool,
}

impl LeafSolver {
    /// Creates a solver with a table of this many MiB.
    pub fn new(hash_mib: usize) -> LeafSolver {
        LeafSolver {
            shared: Arc::new(SharedTable {
                table: SolverTable::new(hash_mib),
                is_used: AtomicBool::new(false),
            }),
            local: LocalTable::new(),
            is_local_used: false,
        }
    }

    /// Shares the table of another thread's solver.
    pub fn share(&mut self, with: &LeafSolver) {
        self.shared = Arc::clone(&with.shared);
    }

    /// Clears everything, also for the threads that share the table.
    pub fn clear(&mut self) {
        if self.shared.is_used.swap(false, Ordering::Relaxed) {
            self.shared.table.wipe();
        }
        if std::mem::take(&mut self.is_local_used) {
            self.local = LocalTable::new();
        }
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
        solver.is_local_used = true;
        solver.shared.is_used.store(true, Ordering::Relaxed);
        let never = AtomicBool::new(false);
        let mut worker = Worker::new(
            &solver.shared.table,
            learned,
            None,
            &mut solver.local,
            &never,
            &never,
        );
        worker.interrupt_when(interrupt);
        let (mut lower, mut upper) = window;
        let mut score = lower;
        // Null windows from the bottom up. All scores have the same parity, so few are needed.
        while lower < upper && !worker.stopped() {
            let alpha = lower;
            score = deep::search(
                kernel,
                &mut worker,
                (player, opponent),
                Question {
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
