//! Iterative deepening at the root: one thread's iterations from depth 1 until it is stopped.

use parlor_core::Score;
use parlor_core::think::{Bound, Limits, Report};

use crate::isa::{Isa, Task};
use crate::node::{CandidateOf, MoveOf, Node, Window};
use crate::node_counter::SharedLimits;
use crate::params::{ASPIRATION_FROM, MAX_DEPTH, ONE, log2};
use crate::pvs::{SearchArgs, descend, evaluate, root_candidates};
use crate::time::Plan;
use crate::transposition::Entry;
use crate::worker::{Worker, after_move, limit_key};

/// A proven end counts as the nearest one after this many further plies without a nearer one.
const PROOF_SURPLUS: i32 = 4;
/// The time after which bounds are reported. In shorter searches they are noise.
const REPORT_BOUNDS_AFTER_MS: u128 = 3000;

/// A move at the root and its results so far.
#[derive(Debug)]
pub(crate) struct RootMove<N: Node> {
    pub(crate) candidate: CandidateOf<N>,
    pub(crate) score: Score,
    pub(crate) line: Vec<MoveOf<N>>,
}

impl<N: Node> RootMove<N> {
    pub(crate) fn mv(&self) -> MoveOf<N> {
        self.candidate.mv
    }
}

impl<N: Node> Clone for RootMove<N> {
    fn clone(&self) -> RootMove<N> {
        RootMove {
            candidate: self.candidate,
            score: self.score,
            line: self.line.clone(),
        }
    }
}

/// The result of one thread.
#[derive(Debug)]
pub(crate) struct RootResult<N: Node> {
    /// The moves, best first; the first `multi_pv` have exact scores.
    pub(crate) moves: Vec<RootMove<N>>,
    /// The last completed iteration.
    pub(crate) depth: u32,
}

/// The iterations of the main thread.
pub(crate) struct IterativeDeepening<'w, 's, 'r, N: Node> {
    pub(crate) worker: &'w mut Worker<'s, N>,
    pub(crate) shared: &'s SharedLimits<'s>,
    pub(crate) root: &'w N,
    pub(crate) moves_left: u32,
    pub(crate) limits: &'w Limits<MoveOf<N>>,
    pub(crate) plan: &'w mut Plan,
    pub(crate) report: &'w mut (dyn FnMut(&Report<MoveOf<N>>) + 'r),
}

impl<N: Node> Task for IterativeDeepening<'_, '_, '_, N> {
    type Output = RootResult<N>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> RootResult<N> {
        let mut moves = self.root_moves(isa);
        let mut completed = 0;
        let multi_pv = self.limits.multi_pv.clamp(1, moves.len().max(1));
        let deepest = self
            .limits
            .depth
            .map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            let (best_before, score_before) = (moves[0].mv(), moves[0].score);
            self.worker.seldepth = 0;
            // With several lines, a move has no score until its turn comes. Its previous score serves as the
            // guess, and as the result if time runs out first.
            let before = if multi_pv > 1 { moves.clone() } else { Vec::new() };
            for rank in 0..multi_pv {
                let guess = before.get(rank).unwrap_or(&moves[rank]).score;
                self.aspire(isa, &mut moves, rank, guess, depth);
                moves[..=rank].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
                if self.worker.counter.stopped() {
                    break;
                }
            }
            if self.worker.counter.stopped() {
                if multi_pv > 1 && completed > 0 {
                    moves = before;
                }
                break;
            }
            completed = depth as u32;
            for (rank, root_move) in moves.iter().take(multi_pv).enumerate() {
                self.report(root_move, rank, depth, Bound::Exact);
            }

            let score = moves[0].score;
            let is_settled = multi_pv == 1
                && score
                    .plies_to_end()
                    .is_some_and(|plies| depth >= plies + PROOF_SURPLUS);
            if is_settled {
                break;
            }
            let has_choice = moves.len() > 1;
            let best_changed = moves[0].mv() != best_before;
            let is_enough = self.plan.is_enough(best_changed, score_before, score);
            if is_enough || (self.plan.is_clock() && !has_choice) {
                break;
            }
        }
        RootResult {
            moves,
            depth: completed,
        }
    }
}

impl<N: Node> IterativeDeepening<'_, '_, '_, N> {
    #[inline(always)]
    fn root_moves<I: Isa>(&mut self, isa: I) -> Vec<RootMove<N>> {
        let key = self.root.key() ^ limit_key(self.moves_left);
        let table_move = self.worker.table.probe(key).map_or(0, |entry| entry.mv);
        let legal = root_candidates(self.worker, isa, self.root, table_move);
        let wanted = &self.limits.search_moves;
        let is_wanted = |candidate: &CandidateOf<N>| wanted.contains(&candidate.mv);
        // A restriction without any legal move is ignored: there must be a move to return.
        let is_restricted = legal.iter().any(is_wanted);
        let eval = evaluate(self.worker, isa, self.root);
        self.worker.frames[0].eval = eval;
        self.worker.enter(0, self.root.key(), 0);
        legal
            .into_iter()
            .filter(|candidate| !is_restricted || is_wanted(candidate))
            .map(|candidate| RootMove {
                candidate,
                score: -Score::INFINITE,
                line: vec![candidate.mv],
            })
            .collect()
    }

    /// Searches the moves from `rank` on. Starts with a narrow window around the guess and widens it until
    /// the score is inside.
    #[inline(always)]
    fn aspire<I: Isa>(&mut self, isa: I, moves: &mut [RootMove<N>], rank: usize, guess: Score, depth: i32) {
        let mut half_width = self.worker.tuning[self.root.phase()].aspiration.max(1);
        let mut window = Window {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        };
        if depth >= ASPIRATION_FROM && guess > -Score::INFINITE && guess.plies_to_end().is_none() {
            window.alpha = guess - half_width;
            window.beta = guess + half_width;
        }
        loop {
            let score = self.search_moves(isa, &mut moves[rank..], window, depth);
            // Stable, so that moves without a new score keep the order of the last iteration.
            moves[rank..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.worker.counter.stopped() {
                return;
            }
            half_width *= 2;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                self.report(&moves[rank], rank, depth, Bound::Upper);
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = widened(score - half_width);
            } else if score >= window.beta && window.beta < Score::INFINITE {
                self.report(&moves[rank], rank, depth, Bound::Lower);
                window.beta = widened(score + half_width);
            } else {
                return;
            }
        }
    }

    /// Searches the root moves once, like an inner node with an open window but with results kept per move.
    #[inline(always)]
    fn search_moves<I: Isa>(
        &mut self,
        isa: I,
        moves: &mut [RootMove<N>],
        window: Window,
        depth: i32,
    ) -> Score {
        let w = &mut *self.worker;
        let tuning = w.tuning[self.root.phase()];
        let Window { mut alpha, beta } = window;
        let mut best = -Score::INFINITE;
        let mut best_move = 0;
        for (index, root_move) in moves.iter_mut().enumerate() {
            let mv = root_move.mv();
            let child = self.root.child(isa, &mut w.memory.cx, &root_move.candidate);
            w.frames[0].slot = Some(N::slot(mv));
            let child_depth = depth - 1 + i32::from(N::is_pass(mv));
            let mut below = SearchArgs {
                window: Window {
                    alpha: -alpha - 1,
                    beta: -alpha,
                },
                depth: child_depth,
                ply: 1,
                moves_left: after_move::<N::Game>(self.moves_left, mv),
                is_cut: true,
                excluded: 0,
            };
            let mut score = -Score::INFINITE;
            if index > 0 {
                if tuning.reduction_depth > 0
                    && depth >= tuning.reduction_depth
                    && index as i32 > tuning.reduction_moves
                {
                    let reduction = tuning.reduction_base
                        + (log2(depth as u32) * log2(index as u32 + 1) / ONE) * tuning.reduction_slope / ONE;
                    below.depth = child_depth - (reduction / ONE - 1).clamp(0, (child_depth - 1).max(0));
                }
                score = descend::<N, I, false>(w, isa, &child, below);
                if score > alpha && below.depth < child_depth && !w.counter.stopped() {
                    below.depth = child_depth;
                    score = descend::<N, I, false>(w, isa, &child, below);
                }
                below.depth = child_depth;
            }
            if (index == 0 || score > alpha) && !w.counter.stopped() {
                below.window = Window {
                    alpha: -beta,
                    beta: -alpha,
                };
                below.is_cut = false;
                score = descend::<N, I, true>(w, isa, &child, below);
            }
            if w.counter.stopped() {
                return best;
            }
            if index == 0 || score > alpha {
                root_move.score = score;
                w.set_line(0, mv);
                root_move.line.clone_from(&w.lines[0]);
                best_move = N::pack(mv);
            } else {
                root_move.score = -Score::INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        // Store the root of a full search for the next one. A restricted search does not determine
        // the score of the position.
        if self.limits.search_moves.is_empty() && self.limits.multi_pv <= 1 {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let key = self.root.key() ^ limit_key(self.moves_left);
            let eval = w.frames[0].eval;
            w.table.store(
                key,
                Entry {
                    mv: best_move,
                    score: best,
                    eval,
                    depth,
                    bound,
                },
            );
        }
        best
    }

    fn report(&mut self, root_move: &RootMove<N>, rank: usize, depth: i32, bound: Bound) {
        let time = self.plan.started().elapsed();
        if bound != Bound::Exact && time.as_millis() < REPORT_BOUNDS_AFTER_MS {
            return;
        }
        (self.report)(&Report {
            depth: depth as u32,
            seldepth: self.worker.seldepth as u32,
            rank,
            score: root_move.score,
            bound,
            is_exact: bound == Bound::Exact && root_move.score.plies_to_end().is_some(),
            confidence: None,
            nodes: self.worker.counter.total(self.shared),
            time,
            hash_per_mille: self.worker.table.per_mille_used(),
            line: root_move.line.clone(),
        });
    }
}

/// Returns an open bound when a bound has left the range of evaluations: between an evaluation and a proven
/// end there are no scores to widen to step by step.
fn widened(bound: Score) -> Score {
    if bound > Score::MAX_EVAL {
        Score::INFINITE
    } else if bound < -Score::MAX_EVAL {
        -Score::INFINITE
    } else {
        bound
    }
}
