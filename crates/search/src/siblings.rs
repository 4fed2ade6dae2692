//! Searches the moves of one node, with one thread or several.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use parlor_core::{Color, Score};

use crate::isa::{Isa, Task};
use crate::node::{Candidate, CandidateOf, MoveOf, Node, Window};
use crate::node_counter::Cutoff;
use crate::order::{drop_quiet, take_best};
use crate::params::{ONE, Tuning, log2};
use crate::pvs::{SearchArgs, descend};
use crate::threads::{Joined, SplitPoint, SplitState, Threads};
use crate::worker::{Worker, after_move, limit_key};

/// The data that all moves of a node share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Siblings {
    /// Where the node is, with the window from before the first move.
    pub(crate) args: SearchArgs,
    pub(crate) side: Color,
    /// The slot of the move that led to the node.
    pub(crate) previous: Option<usize>,
    /// The packed table move, or 0, and its extension.
    pub(crate) table_move: u16,
    pub(crate) table_move_extension: i32,
    pub(crate) eval: Score,
    pub(crate) is_improving: bool,
    /// Whether the other side would win if it were its turn.
    pub(crate) is_threatened: bool,
}

/// The results of the moves so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveResults<M> {
    pub(crate) alpha: Score,
    pub(crate) best: Score,
    /// The last move that raised alpha.
    pub(crate) best_move: Option<M>,
    /// The number of moves searched.
    pub(crate) searched: i32,
}

impl<M> MoveResults<M> {
    /// Records the score of a move and returns whether it raised alpha.
    #[inline(always)]
    pub(crate) fn note(&mut self, mv: M, score: Score) -> bool {
        self.searched += 1;
        self.best = self.best.max(score);
        let is_raised = score > self.alpha;
        if is_raised {
            self.alpha = score;
            self.best_move = Some(mv);
        }
        is_raised
    }
}

impl Siblings {
    /// Returns whether to prune late quiet moves near the horizon: if the many moves before them did not
    /// help, or the evaluation is too far below alpha, they will not help either. Never prunes while
    /// everything so far loses. If it holds for one quiet move, it holds for all remaining ones.
    #[inline(always)]
    pub(crate) fn leaves_out<M>(
        &self,
        tuning: &Tuning,
        quiet: bool,
        before: i32,
        found: &MoveResults<M>,
    ) -> bool {
        if !quiet || found.best.is_loss() || found.searched == 0 || self.is_threatened {
            return false;
        }
        let depth = self.args.depth;
        let allowance =
            (tuning.late_base + tuning.late_factor * depth * depth) >> i32::from(!self.is_improving);
        let is_late = depth <= tuning.late_depth && before >= allowance;
        let is_futile = depth <= tuning.futility_depth
            && self.eval + tuning.futility_base + tuning.futility_margin * depth <= found.alpha;
        is_late || is_futile
    }

    /// Returns the score of a move. `before` is the number of moves before it; `alpha` may rise meanwhile.
    #[inline(always)]
    pub(crate) fn search<N: Node, I: Isa, const PV: bool>(
        &self,
        (w, isa, node): (&mut Worker<'_, N>, I, &N),
        tuning: &Tuning,
        candidate: &CandidateOf<N>,
        before: i32,
        alpha: impl Fn() -> Score,
    ) -> Score {
        let &Candidate { mv, quiet, .. } = candidate;
        let SearchArgs {
            window: Window { beta, .. },
            depth,
            ply,
            is_cut,
            ..
        } = self.args;
        // Step 19. Extensions: a forced pass costs no depth, a singular move gains depth, and a threatened
        // loss is followed to its end.
        let mut extension = 0;
        if N::is_pass(mv) {
            extension = 1;
        } else if N::pack(mv) == self.table_move {
            extension = self.table_move_extension;
        }
        if self.is_threatened && extension <= 0 && (ply as i32) < 2 * depth + 16 {
            extension = tuning.threat_extension;
        }
        let child_depth = depth - 1 + extension;

        let child = node.child(isa, &mut w.memory.cx, candidate);
        w.frames[ply].slot = Some(N::slot(mv));
        let moves_left = after_move::<N::Game>(self.args.moves_left, mv);
        if child_depth > 0 && child_depth >= tuning.table_depth {
            w.table.expect(child.key() ^ limit_key(moves_left));
        }
        let null_window = || Window {
            alpha: -alpha() - 1,
            beta: -alpha(),
        };
        let mut below = SearchArgs {
            window: null_window(),
            depth: child_depth,
            ply: ply + 1,
            moves_left,
            is_cut: true,
            excluded: 0,
        };

        // Step 20. Late-move reductions: moves that look worse are searched less deeply, with a null window,
        // and again at full depth if they turn out better than expected.
        let mut score = -Score::INFINITE;
        let mut needs_full_depth = !PV || before > 0;
        if tuning.reduction_depth > 0 && depth >= tuning.reduction_depth && before >= tuning.reduction_moves {
            let history = w.memory.history.worth(self.side, self.previous, N::slot(mv));
            let mut reduction = tuning.reduction_base
                + (log2(depth as u32) * log2(before as u32 + 1) / ONE) * tuning.reduction_slope / ONE;
            reduction -= history * ONE / tuning.reduction_history.max(1);
            if !quiet {
                reduction -= tuning.reduction_noisy;
            }
            if PV {
                reduction -= ONE;
            }
            if is_cut {
                reduction += ONE;
            }
            if !self.is_improving {
                reduction += ONE / 2;
            }
            let reduced = child_depth - (reduction / ONE).clamp(0, (child_depth - 1).max(0));
            if reduced < child_depth {
                below.depth = reduced;
                score = descend::<N, I, false>(w, isa, &child, below);
                below.depth = child_depth;
                needs_full_depth = score > alpha();
            }
        }
        if needs_full_depth && !w.counter.stopped() {
            below.window = null_window();
            below.is_cut = !is_cut;
            score = descend::<N, I, false>(w, isa, &child, below);
        }

        // Step 21. The first move of an open node, and any that beats it, get the full window.
        if PV && !w.counter.stopped() && (before == 0 || score > alpha()) {
            below.window = Window {
                alpha: -beta,
                beta: -alpha(),
            };
            below.is_cut = false;
            score = descend::<N, I, true>(w, isa, &child, below);
        }
        score
    }
}

/// Searches the remaining moves of a node together with the idle threads. The result counts only if the
/// search was not stopped.
pub(crate) struct SplitSearch<'w, 'n, 's, N: Node, const PV: bool> {
    pub(crate) worker: &'w mut Worker<'s, N>,
    pub(crate) threads: &'s Threads<N>,
    pub(crate) node: &'n N,
    pub(crate) siblings: Siblings,
    pub(crate) found: MoveResults<MoveOf<N>>,
    /// The index of the node's first candidate.
    pub(crate) first: usize,
}

impl<N: Node, const PV: bool> Task for SplitSearch<'_, '_, '_, N, PV> {
    type Output = MoveResults<MoveOf<N>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> MoveResults<MoveOf<N>> {
        let SplitSearch {
            worker: w,
            threads,
            node,
            siblings,
            found,
            first,
        } = self;
        let work = SplitState {
            keys: w.keys[first..].to_vec(),
            found,
            taken: found.searched,
            line: Vec::new(),
            tried: Vec::new(),
            seldepth: 0,
        };
        let split = Arc::new(SplitPoint {
            node: node.clone(),
            siblings,
            is_pv: PV,
            trail: w.trail(siblings.args.ply),
            candidates: w.moves[first..].to_vec(),
            cutoff: Arc::new(Cutoff::below(w.counter.cutoff())),
            alpha: AtomicI32::new(found.alpha.0),
            work: Mutex::new(work),
            helpers: AtomicUsize::new(0),
        });
        threads.open(&split);
        w.counter.enter_split_point(&split.cutoff);
        search_split_point::<N, I, PV>(w, isa, &split);
        threads.close(&split);
        while let Some(joined) = threads.wait_at(&split) {
            help(w, isa, &joined);
        }
        w.counter.leave_split_point();
        let mut work = split.work();
        w.tried.append(&mut work.tried);
        w.seldepth = w.seldepth.max(work.seldepth);
        if PV && !work.line.is_empty() {
            w.lines[siblings.args.ply].clone_from(&work.line);
        }
        work.found
    }
}

/// The work of a helper thread.
pub(crate) struct HelperLoop<'w, 's, N: Node> {
    pub(crate) worker: &'w mut Worker<'s, N>,
    pub(crate) threads: &'s Threads<N>,
}

impl<N: Node> Task for HelperLoop<'_, '_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        while let Some(joined) = self.threads.wait() {
            help(self.worker, isa, &joined);
        }
    }
}

/// Helps at another thread's split point.
fn help<N: Node, I: Isa>(w: &mut Worker<'_, N>, isa: I, joined: &Joined<N>) {
    isa.run(Help {
        worker: w,
        split: &joined.0,
    });
}

struct Help<'w, 'n, 's, N: Node> {
    worker: &'w mut Worker<'s, N>,
    split: &'n Arc<SplitPoint<N>>,
}

impl<N: Node> Task for Help<'_, '_, '_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Help { worker: w, split } = self;
        let (probing, seldepth) = (w.probing, w.seldepth);
        w.seldepth = 0;
        w.follow(&split.trail);
        let before = w.counter.cutoff();
        w.counter.enter_split_point(&split.cutoff);
        if split.is_pv {
            search_split_point::<N, I, true>(w, isa, split);
        } else {
            search_split_point::<N, I, false>(w, isa, split);
        }
        w.counter.resume_at(before);
        w.probing = probing;
        let mut work = split.work();
        work.seldepth = work.seldepth.max(w.seldepth);
        drop(work);
        w.seldepth = w.seldepth.max(seldepth);
        if let Some(threads) = w.threads {
            threads.close(split);
        }
    }
}

/// Searches moves of a split point until none are left.
#[inline(always)]
fn search_split_point<N: Node, I: Isa, const PV: bool>(w: &mut Worker<'_, N>, isa: I, split: &SplitPoint<N>) {
    let SplitPoint { node, siblings, .. } = split;
    let beta = siblings.args.window.beta;
    let tunings = w.tuning;
    let tuning = &tunings[node.phase()];
    loop {
        let (candidate, before) = {
            let mut work = split.work();
            if work.found.alpha >= beta {
                break;
            }
            let Some(index) = take_best(&mut work.keys) else {
                break;
            };
            let candidate = split.candidates[index];
            if siblings.leaves_out(tuning, candidate.quiet, work.taken, &work.found) {
                drop_quiet(&mut work.keys, &split.candidates);
                continue;
            }
            work.taken += 1;
            (candidate, work.taken - 1)
        };
        let score =
            siblings.search::<N, I, PV>((&mut *w, isa, node), tuning, &candidate, before, || split.alpha());
        if w.counter.stopped() {
            break;
        }
        let mv = candidate.mv;
        let mut work = split.work();
        if work.found.alpha >= beta {
            break;
        }
        let is_raised = work.found.note(mv, score);
        if is_raised {
            split.alpha.store(work.found.alpha.0, Ordering::Relaxed);
            if PV {
                w.set_line(siblings.args.ply, mv);
                work.line.clone_from(&w.lines[siblings.args.ply]);
            }
            if work.found.alpha >= beta {
                split.cutoff.call();
                break;
            }
        }
        work.tried.push(mv);
    }
}
