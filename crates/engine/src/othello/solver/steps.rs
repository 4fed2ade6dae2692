//! The steps of a solve, and the threads that perform each of them together.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::in_progress::InProgress;
use parlor_core::cpu::Cpu;
use parlor_core::threads::{HelperTask, with_helpers};
use parlor_othello::kernel::dispatch;

use super::super::eval::weights::Learned;
use super::probcut::Confidence;
use super::pv::{Line, OpenWindow};
use super::table::SolverTable;
use super::worker::{LocalTable, Worker};
use super::{Budget, Mode, Progress, Solution, moves};

/// With fewer empty squares the exact search finishes before a preliminary step would pay off.
const FIRST_LOOK: u32 = 14;
/// The last step before the end of the game leaves this many plies.
const LEFT_TO_END: u32 = 10;
/// The depth of the first step, or one more to match the parity of the end.
const SHALLOWEST: u32 = 4;

/// A solve in progress.
pub(super) struct Solve<'a> {
    pub(super) table: &'a SolverTable,
    pub(super) in_progress: &'a InProgress,
    pub(super) learned: &'a Learned,
    pub(super) cpu: Cpu,
    pub(super) stop: &'a AtomicBool,
    pub(super) locals: &'a mut [LocalTable],
    pub(super) position: (u64, u64),
    pub(super) budget: Budget,
    pub(super) nodes: u64,
}

#[derive(Clone, Copy)]
struct Step {
    depth: u32,
    confidence: Confidence,
}

fn steps(n_empties: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut push = |depth, confidence| steps.push(Step { depth, confidence });
    if n_empties >= FIRST_LOOK {
        let mut depth = SHALLOWEST + n_empties % 2;
        while depth + LEFT_TO_END <= n_empties {
            push(depth, Confidence::Percent73);
            depth += 2;
        }
        push(n_empties, Confidence::Percent73);
        push(n_empties, Confidence::Percent95);
    }
    push(n_empties, Confidence::Exact);
    steps
}

impl Solve<'_> {
    pub(super) fn run(&mut self, mode: Mode, report: &mut dyn FnMut(&Progress)) -> Solution {
        let (player, opponent) = self.position;
        let n_empties = (!(player | opponent)).count_ones();
        let mut solution = Solution {
            lower: -64,
            upper: 64,
            score: 0,
            line: Vec::new(),
            nodes: 0,
        };
        let mut guess = None;
        for step in steps(n_empties) {
            if !self.take(step, mode, guess, &mut solution) {
                break;
            }
            guess = Some(solution.score);
            report(&Progress {
                depth: step.depth,
                confidence: step.confidence.percent(),
                score: solution.score,
                line: solution.line.clone(),
                nodes: self.nodes,
            });
        }
        solution.nodes = self.nodes;
        solution
    }

    // Performs a step and returns whether it was completed.
    fn take(&mut self, step: Step, mode: Mode, guess: Option<i32>, solution: &mut Solution) -> bool {
        let (player, opponent) = self.position;
        let is_end = step.depth == (!(player | opponent)).count_ones();
        let (floor, ceiling) = match mode {
            Mode::WinDrawLoss if is_end => (-1, 1),
            _ => (-65, 65),
        };
        // The parity of the final score is known, so one point to each side is the narrowest open window.
        let mut width = if is_end { 1 } else { 3 };
        let (mut alpha, mut beta) = match guess {
            Some(guess) => (guess - width, guess + width),
            None => (floor, ceiling),
        };
        loop {
            alpha = alpha.clamp(floor, ceiling - 1);
            beta = beta.clamp(alpha + 1, ceiling);
            let Some((score, line)) = self.search(step, (alpha, beta)) else {
                return false;
            };
            solution.score = score;
            // A search that failed low has only refutations and no best move.
            if score > alpha || solution.line.is_empty() {
                solution.line = moves(&line.0);
            }
            if step.confidence == Confidence::Exact {
                if score > alpha {
                    solution.lower = solution.lower.max(score);
                }
                if score < beta {
                    solution.upper = solution.upper.min(score);
                }
            }
            width *= 2;
            if score <= alpha && alpha > floor {
                (alpha, beta) = (score - width, alpha + 1);
            } else if score >= beta && beta < ceiling {
                (alpha, beta) = (beta - 1, score + width);
            } else {
                return true;
            }
        }
    }

    // Searches a window with all threads; returns `None` when stopped.
    fn search(&mut self, step: Step, window: (i32, i32)) -> Option<(i32, Line)> {
        let over = AtomicBool::new(false);
        let found = Mutex::new(None);
        let shares_tree = self.locals.len() > 1;
        let (table, in_progress, learned, stop) = (self.table, self.in_progress, self.learned, self.stop);
        let (position, cpu) = (self.position, self.cpu);
        let node_limit = self.budget.nodes.map_or(u64::MAX, |nodes| {
            nodes.saturating_sub(self.nodes) / self.locals.len().max(1) as u64
        });
        let deadline = self.budget.deadline;
        let work = |local: &mut LocalTable| {
            let in_progress = shares_tree.then_some(in_progress);
            let mut worker = Worker::new(table, learned, in_progress, local, stop, &over);
            worker.limit(node_limit, deadline);
            let mut line = Line::default();
            let score = dispatch(
                cpu,
                OpenWindow {
                    worker: &mut worker,
                    player: position.0,
                    opponent: position.1,
                    window,
                    depth: step.depth,
                    confidence: step.confidence,
                    line: &mut line,
                },
            );
            if !worker.stopped() {
                // The first thread to finish ends the search for all.
                over.store(true, Ordering::Relaxed);
                if let Ok(mut found) = found.lock() {
                    found.get_or_insert((score, line));
                }
            }
            worker.nodes
        };
        let (first, rest) = self.locals.split_first_mut()?;
        let nodes = AtomicU64::new(0);
        let (work, n_helped) = (&work, &nodes);
        let help = |local| -> HelperTask<'_> {
            Box::new(move || {
                n_helped.fetch_add(work(local), Ordering::Relaxed);
            })
        };
        let own = with_helpers(rest.iter_mut().map(help).collect(), || work(first));
        self.nodes += own + nodes.into_inner();
        found.into_inner().ok().flatten()
    }
}
