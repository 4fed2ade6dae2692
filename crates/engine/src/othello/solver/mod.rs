//! The exact end of the game: the best result for both sides, and a line that reaches it.
//!
//! Scores are differences in discs for the side to move, with the empty squares given to the winner, as in
//! the well-known FFO positions. The rules are those with passes.
//!
//! A solve goes in steps (`steps.rs`): a few plies ahead, further, to the end with cuts that are probably
//! right, and at last to the end with none. Each step leaves its best moves in the table for the next.
//! Inside a step the tree is searched by layers: open windows on the principal variation (`pv.rs`), null
//! windows with evaluation and ProbCut far from the end (`deep.rs`), null windows with cheap ordering
//! nearer to it (`null_window.rs`), and functions of their own for the last four squares (`leaves.rs`).
//!
//! One thread repeats itself exactly. Several share the table and the tree: each defers moves that another
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
use table::SolverTable;
use worker::LocalTable;

/// What to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The exact score.
    Exact,
    /// Only who wins, which is quicker.
    WinDrawLoss,
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The solver knows only the rules with passes.
    #[error("the solver knows only the rules in which a side without a move passes")]
    Rules,
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score is proven to be at least this…
    pub lower: i32,
    /// … and at most this.
    pub upper: i32,
    /// The score itself if it is proven, else the best guess.
    pub score: i32,
    /// The best line, to the end of the game if the score is proven.
    pub line: Vec<Move>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Solution {
    /// Whether the score is proven.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// How the game ends for the side to move (greater is a win), if that is proven.
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

/// How far a solve has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many plies the last step looked ahead.
    pub depth: u32,
    /// How sure its result is, in per cent; 100 only for the exact end.
    pub confidence: u32,
    /// Its score.
    pub score: i32,
    /// Its line.
    pub line: Vec<Move>,
    /// How many positions were looked at so far.
    pub nodes: u64,
}

/// How much a solve may take. Nothing set means as much as it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes, of all threads together.
    pub nodes: Option<u64>,
    /// When to end.
    pub deadline: Option<Instant>,
}

/// A solver with its memory.
pub struct Solver {
    table: SolverTable,
    in_progress: InProgress,
    locals: Vec<LocalTable>,
    learned: Learned,
    cpu: Cpu,
}

impl Solver {
    /// A solver with a table of this many MiB and this many threads, at least one of each.
    pub fn new(hash_mib: usize, threads: usize) -> Solver {
        Solver {
            table: SolverTable::new(hash_mib),
            in_progress: InProgress::default(),
            locals: (0..threads.max(1)).map(|_| LocalTable::new()).collect(),
            learned: embedded().clone(),
            cpu: Cpu::detect(),
        }
    }

    /// Chooses the instructions; the results and the node counts are the same with all.
    pub fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    /// Chooses the weights of the evaluation that orders the moves. They change how long a solve takes, never its
    /// score.
    pub fn set_weights(&mut self, learned: &Learned) {
        self.learned = learned.clone();
    }

    /// Forgets everything, so that the next solve repeats the first.
    pub fn clear(&mut self) {
        self.table.clear();
        for local in &mut self.locals {
            *local = LocalTable::new();
        }
    }

    /// Solves a position. When `stop` is set from another thread, returns soon with what is proven by then.
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

// A line of squares as moves.
fn moves(line: &[u8]) -> Vec<Move> {
    let to_move = |&square: &u8| match square {
        PASS => Move::PASS,
        square => Move::new(Square::from_low_bits(u32::from(square))),
    };
    line.iter().map(to_move).collect()
}
