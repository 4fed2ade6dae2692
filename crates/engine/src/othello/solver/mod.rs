//! The exact endgame: the best result for both sides, and a line that reaches it.
//!
//! Scores are differences in discs for the side to move, with the empty squares given to the winner, as in
//! the FFO positions. The rules are those with passes.
//!
//! A solve proceeds in steps (`steps.rs`): a few plies ahead, further ahead, to the end with selective cuts,
//! and finally to the end without them. Each step leaves its best moves in the table for the next one. Inside
//! a step the tree is searched in layers: open windows on the principal variation (`pv.rs`), null windows
//! with evaluation and ProbCut far from the end (`deep.rs`), null windows with cheap ordering nearer to it
//! (`null_window.rs`), and dedicated functions for the last four squares (`leaves.rs`).
//!
//! One thread is deterministic. Several threads share the table and the tree: each defers moves that another
//! is searching (`in_progress.rs`).

mod deep;
mod in_progress;
mod leaf;
mod leaves;
mod null_window;
mod ordering;
mod probcut;
mod pv;
mod shallow;
mod steps;
mod table;
mod worker;

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use parlor_core::Square;
use parlor_core::cpu::Cpu;
use parlor_core::time::Instant;
use parlor_othello::kernel::{Kernel, Portable};
use parlor_othello::{Board, Move, Rules};
use thiserror::Error;

use super::eval::embedded;
use super::eval::weights::Learned;
use super::geometry::final_score;
use in_progress::InProgress;
pub use leaf::LeafSolver;
use pv::PASS;
pub(super) use shallow::ShallowSearch;
use table::SolverTable;
use worker::LocalTable;

/// The question to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The exact score.
    Exact,
    /// Only the winner, which is faster.
    WinDrawLoss,
}

/// The reason why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The solver supports only the rules with passes.
    #[error("the solver knows only the rules in which a side without a move passes")]
    Rules,
}

/// The result of a solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The proven lower bound of the score.
    pub lower: i32,
    /// The proven upper bound of the score.
    pub upper: i32,
    /// The score if it is proven, otherwise the best estimate.
    pub score: i32,
    /// The best line, which ends with the game if the score is proven.
    pub line: Vec<Move>,
    /// The number of positions visited.
    pub nodes: u64,
}

impl Solution {
    /// Returns whether the score is proven.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Returns the result for the side to move (`Greater` is a win), if it is proven.
    pub fn result(&self) -> Option<Ordering> {
        if self.lower > 0 {
            Some(Ordering::Greater)
        } else if self.upper < 0 {
            Some(Ordering::Less)
        } else {
            (self.lower == 0 && self.upper == 0).then_some(Ordering::Equal)
        }
    }
}

/// The progress of a solve.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The depth of the last step in plies.
    pub depth: u32,
    /// The confidence of its result, in percent; 100 only for the exact end.
    pub confidence: u32,
    /// Its score.
    pub score: i32,
    /// Its line.
    pub line: Vec<Move>,
    /// The number of positions visited so far.
    pub nodes: u64,
}

/// The limits of a solve. Without limits it takes as long as it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of nodes of all threads together.
    pub nodes: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
}

/// A solver with its tables.
pub struct Solver {
    table: SolverTable,
    in_progress: InProgress,
    locals: Vec<LocalTable>,
    learned: Learned,
    cpu: Cpu,
}

impl Solver {
    /// Creates a solver with a table of this many MiB and this many threads, at least one of each.
    pub fn new(hash_mib: usize, threads: usize) -> Solver {
        Solver {
            table: SolverTable::new(hash_mib),
            in_progress: InProgress::default(),
            locals: (0..threads.max(1)).map(|_| LocalTable::new()).collect(),
            learned: embedded().clone(),
            cpu: Cpu::detect(),
        }
    }

    /// Chooses the instruction set. The results and node counts do not depend on it.
    pub fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    /// Chooses the evaluation weights that order the moves. They affect the time of a solve, never its score.
    pub fn set_weights(&mut self, learned: &Learned) {
        self.learned = learned.clone();
    }

    /// Clears everything, so that the next solve repeats the first.
    pub fn clear(&mut self) {
        self.table.clear();
        for local in &mut self.locals {
            *local = LocalTable::new();
        }
    }

    /// Solves a position. When `stop` is set from another thread, returns soon with what is proven so far.
    pub fn solve(
        &mut self,
        board: &Board,
        mode: Mode,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        self.solve_within(board, mode, &Budget::default(), stop, report)
    }

    /// Like [`Solver::solve`], within a budget.
    pub fn solve_within(
        &mut self,
        board: &Board,
        mode: Mode,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        if board.rules() != Rules::Pass {
            return Err(SolveError::Rules);
        }
        let (player, opponent) = (board.player().0, board.opponent().0);
        if Portable.mobility(player, opponent) == 0 && Portable.mobility(opponent, player) == 0 {
            let score = final_score(player, opponent);
            return Ok(Solution {
                lower: score,
                upper: score,
                score,
                line: Vec::new(),
                nodes: 0,
            });
        }
        self.table.begin_generation();
        let mut solve = steps::Solve {
            table: &self.table,
            in_progress: &self.in_progress,
            learned: &self.learned,
            cpu: self.cpu,
            stop,
            locals: &mut self.locals,
            position: (player, opponent),
            budget: *budget,
            nodes: 0,
        };
        Ok(solve.run(mode, report))
    }
}

// Converts a line of squares to moves.
fn moves(line: &[u8]) -> Vec<Move> {
    let to_move = |&square: &u8| match square {
        PASS => Move::PASS,
        square => Move::new(Square::from_low_bits(u32::from(square))),
    };
    line.iter().map(to_move).collect()
}
