//! The Othello engine: the search until the end is close enough to solve, then the solver.

use std::sync::atomic::Ordering;
use std::time::Duration;

use parlor_core::cpu::Cpu;
use parlor_core::time::Instant;
use parlor_core::{Game, GameRecord, MoveList, Score};
use parlor_othello::{Board, Move, Rules};
use parlor_search::{Bound, Limits, Line, Report, Thought, TimeLimit, max_table_mib};

use super::node::OthelloNode;
use super::params::{SELECTIVE_NODES_PER_NODE, SOLVER_NODES_PER_NODE};
use super::solver::{Budget, Mode, Progress, Solver};
use crate::engine::{Engine, Options, SearchEngine};

/// Othello at full strength.
pub struct OthelloEngine {
    search: SearchEngine<OthelloNode>,
    solver: Solver,
    options: Options,
    /// The expected cost of a selective solve with 20 empty squares.
    selective_cost: f64,
}

/// The divisor of the table size that gives the solver's part. By the time the solver runs, the search needs
/// little of the table.
const SOLVER_SHARE: usize = 2;

/// The number of nodes of an exact solve with 14 empty squares, and the factor for each further square:
/// middle values for FFO #1 to #49.
const NODES_AT_14: f64 = 60_000.0;
const GROWTH: f64 = 2.3;

/// The number of nodes with which a selective solve to the end of the game chooses as good moves as the search does
/// in the same time, with 20 empty squares, and the factor for each further square: from hard positions with 20
/// and with 25 (docs/lab/othello-search.md).
const SELECTIVE_NODES_AT_20: f64 = 300_000.0;
const SELECTIVE_GROWTH: f64 = 1.45;
/// With more empty squares the search stays in charge: the solver was never measured there.
const SELECTIVE_AT_MOST: u32 = 28;

/// The minimum number of solver nodes per millisecond.
const NODES_PER_MS: f64 = 15_000.0;

/// Below this many empty squares the solver always runs.
const ALWAYS_SOLVED: u32 = 10;

/// Without any limit, the solver runs up to this many empty squares.
const UNLIMITED_AT_MOST: u32 = 26;

/// While nothing is proven, the clock is divided by the remaining moves plus this many.
const CLOCK_RESERVE_MOVES: u32 = 2;

impl OthelloEngine {
    /// Creates an engine with these options and some parameters set by name. The solver uses the same weights
    /// as the search.
    pub fn new(options: &Options, overrides: &[(String, i32)]) -> OthelloEngine {
        OthelloEngine {
            search: SearchEngine::new(&search_options(options), overrides),
            solver: solver(options),
            options: *options,
            selective_cost: overrides
                .iter()
                .find(|(name, _)| name == "selective_cost")
                .map_or(SELECTIVE_NODES_AT_20, |&(_, nodes)| f64::from(nodes)),
        }
    }

    // Returns the budget of a solve, if one is likely to reach the end of the game within the limits:
    // exactly, or at least with selective cuts.
    fn budget(&self, board: &Board, limits: &Limits<Move>) -> Option<Budget> {
        let n_empties = board.empties().count();
        let within_depth = limits.depth.is_none_or(|depth| depth >= n_empties);
        // Several lines are solved, one root move after the other, only if the caller asks for the exact end.
        let one_line = limits.multi_pv <= 1;
        let to_the_end = limits.depth.is_some() && limits.nodes.is_none() && !is_timed(limits);
        if board.rules() != Rules::Pass
            || !limits.search_moves.is_empty()
            || !within_depth
            || !(one_line || to_the_end)
        {
            return None;
        }
        let exact = NODES_AT_14 * GROWTH.powi(n_empties as i32 - 14);
        let selective = self.selective_cost * SELECTIVE_GROWTH.powi(n_empties as i32 - 20);
        let now = Instant::now();
        let (exact_time, selective_time) = match limits.time {
            TimeLimit::Infinite | TimeLimit::UntilStopped => (None, None),
            TimeLimit::PerMove(time) => (Some(time), Some(time)),
            // A solved game needs no more thinking, so a good part of the clock may go into it. A selective
            // result must be searched again at the next move.
            TimeLimit::Clock {
                remaining, increment, ..
            } => {
                let share = remaining / (n_empties / 2 + CLOCK_RESERVE_MOVES) + increment * 3 / 4;
                (Some(remaining / 4), Some(share.min(remaining / 4)))
            }
        };
        let within = |time: Option<Duration>, nodes_per_node: u64| {
            let speed = NODES_PER_MS * self.options.threads.max(1) as f64;
            let by_time = time.map_or(f64::INFINITY, |time| time.as_millis() as f64 * speed);
            let nodes = limits.nodes.map(|nodes| nodes * nodes_per_node);
            by_time.min(nodes.map_or(f64::INFINITY, |nodes| nodes as f64))
        };
        let budget = |time: Option<Duration>, nodes_per_node: u64| Budget {
            nodes: limits.nodes.map(|nodes| nodes * nodes_per_node),
            deadline: time.map(|time| now + time),
        };
        let unlimited = limits.nodes.is_none() && exact_time.is_none();
        if unlimited && limits.depth.is_none() && n_empties > UNLIMITED_AT_MOST {
            None
        } else if exact <= within(exact_time, SOLVER_NODES_PER_NODE) || n_empties <= ALWAYS_SOLVED {
            Some(budget(exact_time, SOLVER_NODES_PER_NODE))
        } else {
            let fits = n_empties <= SELECTIVE_AT_MOST
                && selective <= within(selective_time, SELECTIVE_NODES_PER_NODE);
            fits.then(|| budget(selective_time, SELECTIVE_NODES_PER_NODE))
        }
    }

    fn solve(
        &mut self,
        board: &Board,
        budget: &Budget,
        limits: &Limits<Move>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Thought<Move>> {
        let started = Instant::now();
        let n_empties = board.empties().count();
        let mut depth = 0;
        let mut confidence = None;
        let mut tell = |progress: &Progress| {
            // Only a proven result claims to have searched to the end of the game.
            depth = match progress.confidence {
                100 => progress.depth,
                _ => progress.depth.min(n_empties - 1),
            };
            confidence = u8::try_from(progress.confidence)
                .ok()
                .filter(|&percent| percent < 100 && progress.depth == n_empties);
            report(&Report {
                depth,
                seldepth: progress.depth.max(n_empties),
                rank: 0,
                score: Score::from_discs(progress.score),
                bound: Bound::Exact,
                is_exact: progress.confidence == 100,
                confidence,
                nodes: progress.nodes,
                time: started.elapsed(),
                hash_per_mille: 0,
                line: progress.line.clone(),
            });
        };
        let solution = self
            .solver
            .solve_within(board, Mode::Exact, budget, limits.stop.flag(), &mut tell)
            .ok()?;
        let best = *solution.line.first()?;
        let mut nodes = solution.nodes;
        let mut lines = vec![Line {
            score: Score::from_discs(solution.score),
            is_exact: solution.is_exact(),
            confidence,
            depth,
            moves: solution.line,
        }];
        if limits.multi_pv > 1 {
            let others = self.solve_others(board, best, limits, &mut nodes);
            lines.extend(others.into_iter().take(limits.multi_pv - 1));
            for (rank, line) in lines.iter().enumerate() {
                report(&Report {
                    depth: line.depth,
                    seldepth: n_empties,
                    rank,
                    score: line.score,
                    bound: Bound::Exact,
                    is_exact: line.is_exact,
                    confidence: line.confidence,
                    nodes,
                    time: started.elapsed(),
                    hash_per_mille: 0,
                    line: line.moves.clone(),
                });
            }
        }
        Some(Thought {
            best,
            lines,
            nodes,
            depth,
            time: started.elapsed(),
        })
    }

    // Solves the other moves, the best first. Moves that a stop leaves unproven are omitted.
    fn solve_others(
        &mut self,
        board: &Board,
        best: Move,
        limits: &Limits<Move>,
        nodes: &mut u64,
    ) -> Vec<Line<Move>> {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let mut lines = Vec::new();
        for &mv in moves.iter().filter(|&&mv| mv != best) {
            let mut after = *board;
            after.play_unchecked(mv);
            let Ok(solution) = self
                .solver
                .solve(&after, Mode::Exact, limits.stop.flag(), &mut |_| {})
            else {
                continue;
            };
            *nodes += solution.nodes;
            if solution.is_exact() {
                let mut line = vec![mv];
                line.extend(solution.line);
                lines.push(Line {
                    score: Score::from_discs(-solution.score),
                    is_exact: true,
                    confidence: None,
                    depth: board.empties().count(),
                    moves: line,
                });
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }
}

impl Engine<Board> for OthelloEngine {
    fn think(
        &mut self,
        game: &GameRecord<Board>,
        limits: &Limits<Move>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Thought<Move>> {
        if game.outcome().is_some() {
            return None;
        }
        let board = *game.position();
        if let Some(budget) = self.budget(&board, limits)
            && !limits.stop.flag().load(Ordering::Relaxed)
            && let Some(thought) = self.solve(&board, &budget, limits, report)
        {
            return Some(thought);
        }
        self.search.think(game, limits, report)
    }

    fn new_game(&mut self) {
        self.search.new_game();
        self.solver.clear();
    }

    fn set_options(&mut self, options: &Options) {
        self.search.set_options(&search_options(options));
        let is_same = (options.hash_mib, options.threads) == (self.options.hash_mib, self.options.threads);
        if !is_same {
            self.solver = solver(options);
        }
        self.solver.set_cpu(options.cpu.unwrap_or_else(Cpu::detect));
        self.options = *options;
    }
}

fn is_timed(limits: &Limits<Move>) -> bool {
    matches!(limits.time, TimeLimit::PerMove(_) | TimeLimit::Clock { .. })
}

fn search_options(options: &Options) -> Options {
    Options {
        hash_mib: (most_hash(options) - most_hash(options) / SOLVER_SHARE).max(1),
        ..*options
    }
}

/// Returns the memory that the tables of the search and the solver may take together.
fn most_hash(options: &Options) -> usize {
    options.hash_mib.min(max_table_mib())
}

fn solver(options: &Options) -> Solver {
    let mut solver = Solver::new((most_hash(options) / SOLVER_SHARE).max(1), options.threads);
    if let Some(weights) = options.weights.and_then(|weights| weights.of::<OthelloNode>()) {
        solver.set_weights(weights);
    }
    solver.set_cpu(options.cpu.unwrap_or_else(Cpu::detect));
    solver
}
