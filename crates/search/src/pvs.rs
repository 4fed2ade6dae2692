//! The principal-variation search in numbered steps; the steps for a single move are in `siblings.rs`.
//!
//! Proven scores stay proven: a node scores as lost only if all its moves were searched and lose, and no
//! speculative pruning (null move, ProbCut, futility) ever returns a proven score.

use parlor_core::Score;
use parlor_core::think::Bound;

use crate::isa::{Isa, Task};
use crate::node::{CandidateOf, End, Node, Window};
use crate::order::{GONE, drop_quiet, sort_key, take_best};
use crate::params::{
    HISTORY_BONUS, HISTORY_BONUS_MAX, HISTORY_MAX, MAX_PLY, MAX_PROBE_NESTING, ORDER_TABLE_MOVE, SPLIT_DEPTH,
};
use crate::siblings::{MoveResults, Siblings, SplitSearch};
use crate::transposition::{Entry, from_table, to_table};
use crate::worker::{Worker, after_move, limit_key};

/// The position of a node in the tree and the parameters of its search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    pub(crate) window: Window,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// The number of moves before the move limit draws the game; `u32::MAX` without a limit.
    pub(crate) moves_left: u32,
    /// Whether a fail-high is expected here.
    pub(crate) is_cut: bool,
    /// A packed move to skip, or 0.
    pub(crate) excluded: u16,
}

/// The visit of one node, with an open window when `PV`.
pub(crate) struct Visit<'w, 'n, 's, N: Node, const PV: bool> {
    pub(crate) worker: &'w mut Worker<'s, N>,
    pub(crate) node: &'n N,
    pub(crate) args: SearchArgs,
}

impl<N: Node, const PV: bool> Task for Visit<'_, '_, '_, N, PV> {
    type Output = Score;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Score {
        visit::<N, I, PV>(self.worker, isa, self.node, self.args)
    }
}

/// Returns the score of a child from its parent's point of view.
#[inline(always)]
pub(crate) fn descend<N: Node, I: Isa, const PV: bool>(
    worker: &mut Worker<'_, N>,
    isa: I,
    node: &N,
    args: SearchArgs,
) -> Score {
    -isa.run(Visit::<N, PV> { worker, node, args })
}

#[inline(always)]
fn visit<N: Node, I: Isa, const PV: bool>(
    w: &mut Worker<'_, N>,
    isa: I,
    node: &N,
    args: SearchArgs,
) -> Score {
    let SearchArgs {
        window: Window { mut alpha, mut beta },
        mut depth,
        ply,
        moves_left,
        is_cut,
        excluded,
    } = args;
    if PV {
        w.lines[ply].clear();
    }

    // Step 1. Count the node, and stop when it is time. The value returned then is never used.
    if w.counter.tick() {
        return Score::DRAW;
    }

    // Step 2. The end of the game, by the rules or by the move limit.
    if let Some(end) = node.ended() {
        return end_score(end, ply);
    }
    if moves_left == 0 {
        return Score::DRAW;
    }

    // Step 3. A repeated position is a draw: the side that can do better would have deviated. This keeps the
    // search from going in circles up to the horizon.
    let bare_key = node.key();
    if w.enter(ply, bare_key, node.reversible_plies()) && excluded == 0 {
        return Score::DRAW;
    }

    // Step 4. A move that wins at once settles the node.
    if let Some(mv) = node.instant_win(isa, &mut w.memory.cx)
        && !w
            .mistakes
            .is_some_and(|mistakes| mistakes.overlooks_win(bare_key))
    {
        if PV {
            w.lines[ply + 1].clear();
            w.set_line(ply, mv);
        }
        return Score::win_in(ply as i32 + 1);
    }

    // Step 5. The horizon.
    w.seldepth = w.seldepth.max(ply);
    if depth <= 0 || ply >= MAX_PLY {
        return quiesce(w, isa, node, args);
    }

    // Step 6. The game may have a faster search for the last plies.
    if !PV
        && excluded == 0
        && w.mistakes.is_none()
        && let Some(score) = node.search_last_plies(
            isa,
            &mut w.memory.cx,
            &mut w.counter,
            Window { alpha, beta },
            depth,
        )
    {
        return score;
    }

    // Step 7. Mate-distance pruning: no end can be nearer than the next move, so a score that is already
    // better cannot be improved.
    alpha = alpha.max(Score::loss_in(ply as i32 + 1));
    beta = beta.min(Score::win_in(ply as i32 + 1));
    if alpha >= beta {
        return alpha;
    }

    // Step 8. The table may settle the position. The correction of the evaluation comes first: meanwhile the
    // entry, which was prefetched when the move was made, arrives from memory.
    let tunings = w.tuning;
    let tuning = &tunings[node.phase()];
    let correction = w.memory.corrections.of(node.pieces(), tuning.correction);
    let key = bare_key ^ limit_key(moves_left);
    let uses_table = excluded == 0 && depth >= tuning.table_depth;
    let known = if uses_table { w.table.probe(key) } else { None };
    if let Some(entry) = known
        && !PV
        && let Some(score) = entry.settles(depth, ply, Window { alpha, beta })
    {
        return score;
    }

    // Step 9. The game's own solver may take over.
    if excluded == 0
        && w.mistakes.is_none()
        && let Some(score) = node.solve(
            isa,
            &mut w.memory.cx,
            &mut w.counter,
            Window { alpha, beta },
            depth,
        )
    {
        return score;
    }

    // Step 10. The static evaluation, corrected by the table's score.
    let raw_eval = match known {
        Some(entry) => entry.eval,
        None if excluded != 0 => w.frames[ply].eval,
        None => evaluate(w, isa, node),
    };
    let mut eval = corrected(raw_eval, correction);
    if let Some(entry) = known {
        let score = from_table(entry.score, ply);
        let is_closer = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if is_closer && score.plies_to_end().is_none() {
            eval = score;
        }
    }
    w.frames[ply].eval = raw_eval;
    let is_improving = ply >= 2 && raw_eval > w.frames[ply - 2].eval;
    let mut is_threatened = false;

    if !PV && excluded == 0 && beta.plies_to_end().is_none() {
        // Step 11. Reverse futility: the evaluation is so far above beta that a shallow search will not bring
        // it below.
        if depth <= tuning.reverse_futility_depth {
            let margin = tuning.reverse_futility_margin * (depth - i32::from(is_improving));
            if eval - margin >= beta {
                return eval;
            }
        }

        // Step 12. Null move: if even giving up a move scores above beta, a real move will too. If giving up
        // a move loses at once instead, the other side threatens to win, and that deserves a closer look.
        let follows_null = ply > 0 && w.frames[ply - 1].slot.is_none();
        if tuning.null_depth > 0
            && depth >= tuning.null_depth
            && eval >= beta
            && !follows_null
            && let Some(passed) = node.null()
        {
            let reduction = tuning.null_base + depth / tuning.null_divisor.max(1);
            w.frames[ply].slot = None;
            let score = descend::<N, I, false>(
                w,
                isa,
                &passed,
                SearchArgs {
                    window: Window {
                        alpha: -beta,
                        beta: -beta + 1,
                    },
                    depth: depth - reduction,
                    ply: ply + 1,
                    moves_left,
                    is_cut: !is_cut,
                    excluded: 0,
                },
            );
            if w.counter.stopped() {
                return Score::DRAW;
            }
            if score >= beta {
                return if score.is_win() { beta } else { score };
            }
            is_threatened = score.is_loss();
        }

        // Step 13. ProbCut: a shallow score far outside the window predicts that the deep one is outside too.
        if w.probing < MAX_PROBE_NESTING
            && w.mistakes.is_none()
            && let Some(score) = probe_cut(w, isa, node, args, eval)
        {
            return score;
        }
    }

    // Step 14. Internal iterative reduction: without a table move this node is either new or of little
    // interest. A shallower search finds a move for the next time.
    let table_move = known.map_or(0, |entry| entry.mv);
    if tuning.iterative_reduction_depth > 0
        && depth >= tuning.iterative_reduction_depth
        && table_move == 0
        && excluded == 0
        && (PV || is_cut)
    {
        depth -= 1;
    }

    // Step 15. Singular extension: if every other move is clearly worse than the table's, it alone carries
    // the line and is searched deeper. If the others beat beta as well, several moves refute the parent and
    // one of them will succeed (multi-cut).
    let mut table_move_extension = 0;
    if let Some(entry) = known
        && tuning.singular_depth > 0
        && depth >= tuning.singular_depth
        && ply > 0
        && table_move != 0
        && entry.bound != Bound::Upper
        && entry.depth >= depth - 3
        && entry.score.plies_to_end().is_none()
    {
        let bar = entry.score - tuning.singular_margin * depth;
        // Not through `descend`: the same side is to move.
        let others = isa.run(Visit::<N, false> {
            worker: w,
            node,
            args: SearchArgs {
                window: Window {
                    alpha: bar - 1,
                    beta: bar,
                },
                depth: (depth - 1) / 2,
                ply,
                moves_left,
                is_cut,
                excluded: table_move,
            },
        });
        if w.counter.stopped() {
            return Score::DRAW;
        }
        if others < bar {
            table_move_extension = 1;
        } else if bar >= beta && !PV {
            return bar;
        } else if entry.score >= beta {
            table_move_extension = -1;
        }
    }

    // Step 16. Search the moves, the table move first. It often refutes, so where the game can make a candidate
    // of it alone, the others are generated only after it failed to.
    let side = node.turn();
    let previous = if ply > 0 { w.frames[ply - 1].slot } else { None };
    let first = w.moves.len();
    let first_tried = w.tried.len();
    let first_alpha = alpha;
    let siblings = Siblings {
        args: SearchArgs {
            window: Window { alpha, beta },
            depth,
            ..args
        },
        side,
        previous,
        table_move,
        table_move_extension,
        eval,
        is_improving,
        is_threatened,
    };
    let mut found = MoveResults {
        alpha,
        best: -Score::INFINITE,
        best_move: None,
        searched: 0,
    };
    let mut table_candidate = if table_move != 0 && w.mistakes.is_none() {
        node.candidate(isa, &mut w.memory.cx, table_move)
    } else {
        None
    };
    let is_table_move_done = table_candidate.is_some();
    let mut are_generated = false;
    loop {
        let candidate = if let Some(candidate) = table_candidate.take() {
            candidate
        } else {
            // Step 17. Generate the moves and compute the order of each.
            if !are_generated {
                are_generated = true;
                generate(w, isa, node, &siblings, is_table_move_done);
                if w.moves.len() == first {
                    // If the excluded move is the only one, nothing can beat the threshold. Otherwise neither
                    // side can move, and the game has no test for that which is cheap enough for every node.
                    return if excluded != 0 { alpha } else { Score::DRAW };
                }
            }
            // With several threads, an idle thread may help with the remaining siblings.
            if let Some(threads) = w.threads
                && found.searched > 0
                && depth >= SPLIT_DEPTH
                && excluded == 0
                && threads.has_idle()
            {
                found = isa.run(SplitSearch::<N, PV> {
                    worker: w,
                    threads,
                    node,
                    siblings,
                    found,
                    first,
                });
                if w.counter.stopped() {
                    w.leave(first, first_tried);
                    return Score::DRAW;
                }
                break;
            }
            let Some(index) = take_best(&mut w.keys[first..]) else {
                break;
            };
            let candidate = w.moves[first + index];

            // Step 18. Prune late quiet moves.
            if siblings.leaves_out(tuning, candidate.quiet, found.searched, &found) {
                drop_quiet(&mut w.keys[first..], &w.moves[first..]);
                continue;
            }
            candidate
        };
        let before = found.searched;

        // Steps 19 to 21 (`siblings.rs`) find its score.
        let alpha = found.alpha;
        let score = siblings.search::<N, I, PV>((&mut *w, isa, node), tuning, &candidate, before, || alpha);
        if w.counter.stopped() {
            w.leave(first, first_tried);
            return Score::DRAW;
        }

        // Step 22. Check whether the move is the best so far and whether it fails high.
        if found.note(candidate.mv, score) {
            if PV {
                w.set_line(ply, candidate.mv);
            }
            if found.alpha >= beta {
                break;
            }
        }
        w.tried.push(candidate.mv);
    }
    let MoveResults { best, best_move, .. } = found;

    // Step 23. Reward the move that refuted, and penalise those tried before it.
    if best >= beta
        && let Some(mv) = best_move
    {
        let bonus = (HISTORY_BONUS * (depth - 1)).clamp(HISTORY_BONUS / 2, HISTORY_BONUS_MAX);
        let history = &mut w.memory.history;
        history.refuted(side, previous, ply, N::pack(mv));
        history.learn(side, previous, N::slot(mv), bonus);
        for &tried in &w.tried[first_tried..] {
            history.learn(side, previous, N::slot(tried), -bonus);
        }
    }
    w.leave(first, first_tried);

    // Step 24. Store the result, and how far off the evaluation was.
    if excluded == 0 {
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let tells = match bound {
            Bound::Lower => best > raw_eval,
            Bound::Upper => best < raw_eval,
            Bound::Exact => true,
        };
        if tells && tuning.correction != 0 && best.plies_to_end().is_none() {
            w.memory.corrections.learn(node.pieces(), depth, best, raw_eval);
        }
        if uses_table {
            w.table.store(
                key,
                Entry {
                    mv: best_move.map_or(0, N::pack),
                    score: to_table(best, ply),
                    eval: raw_eval,
                    depth,
                    bound,
                },
            );
        }
    }
    best
}

/// Generates the moves of a node and computes the sort key of each.
#[inline(always)]
fn generate<N: Node, I: Isa>(
    w: &mut Worker<'_, N>,
    isa: I,
    node: &N,
    siblings: &Siblings,
    is_table_move_done: bool,
) {
    let Siblings {
        args: SearchArgs { ply, excluded, .. },
        side,
        previous,
        table_move,
        ..
    } = *siblings;
    let tuning = &w.tuning[node.phase()];
    let first = w.moves.len();
    node.generate(isa, &mut w.memory.cx, &mut w.moves);
    if let Some(mistakes) = w.mistakes {
        mistakes.overlook(node, &mut w.moves, first);
    }
    if excluded != 0 {
        // The outer search handles the excluded move. Its index among the others does not matter.
        let excluded_at = w.moves[first..]
            .iter()
            .position(|candidate| N::pack(candidate.mv) == excluded);
        if let Some(offset) = excluded_at {
            w.moves.swap_remove(first + offset);
        }
    }
    let history = &w.memory.history;
    let killers = history.killers(ply);
    let counter = history.counter(side, previous);
    let worth = history.view(side, previous);
    let candidates = &w.moves[first..];
    w.keys.resize(first + candidates.len(), GONE);
    for (index, (candidate, key)) in candidates.iter().zip(&mut w.keys[first..]).enumerate() {
        let packed = N::pack(candidate.mv);
        let mut order = candidate.order + worth.of(N::slot(candidate.mv));
        if packed == killers[0] || packed == killers[1] {
            order += tuning.order_killer;
        } else if packed == counter {
            order += tuning.order_counter;
        }
        if packed == table_move {
            order = ORDER_TABLE_MOVE;
        }
        let is_done = is_table_move_done && packed == table_move;
        *key = if is_done { GONE } else { sort_key(order, index) };
    }
}

/// Searches beyond the horizon: the evaluation, after the moves that the game considers too noisy to ignore.
#[inline(always)]
fn quiesce<N: Node, I: Isa>(w: &mut Worker<'_, N>, isa: I, node: &N, args: SearchArgs) -> Score {
    let correction = w
        .memory
        .corrections
        .of(node.pieces(), w.tuning[node.phase()].correction);
    let stand = corrected(evaluate(w, isa, node), correction);
    let Window { mut alpha, beta } = args.window;
    if !N::QUIESCENCE || w.mistakes.is_some() || stand >= beta || args.ply >= MAX_PLY {
        return stand;
    }
    alpha = alpha.max(stand);
    let mut best = stand;
    let first = w.moves.len();
    node.generate_noisy(isa, &mut w.memory.cx, &mut w.moves);
    for (index, candidate) in w.moves[first..].iter().enumerate() {
        w.keys.push(sort_key(candidate.order, index));
    }
    while let Some(index) = take_best(&mut w.keys[first..]) {
        let candidate = w.moves[first + index];
        let mv = candidate.mv;
        let child = node.child(isa, &mut w.memory.cx, &candidate);
        w.frames[args.ply].slot = Some(N::slot(mv));
        let below = SearchArgs {
            window: Window {
                alpha: -beta,
                beta: -alpha,
            },
            depth: 0,
            ply: args.ply + 1,
            moves_left: after_move::<N::Game>(args.moves_left, mv),
            is_cut: false,
            excluded: 0,
        };
        let score = descend::<N, I, false>(w, isa, &child, below);
        if w.counter.stopped() {
            break;
        }
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    w.leave(first, w.tried.len());
    // Not every move was searched, so a loss is not proven.
    best.max(-Score::MAX_EVAL)
}

/// Returns the static evaluation, with its error if the player errs.
#[inline(always)]
pub(crate) fn evaluate<N: Node, I: Isa>(w: &mut Worker<'_, N>, isa: I, node: &N) -> Score {
    let score = node.evaluate(isa, &mut w.memory.cx);
    match w.mistakes {
        None => score,
        Some(mistakes) => mistakes.misjudge(node, score),
    }
}

/// Returns the evaluation with its correction.
#[inline(always)]
fn corrected(eval: Score, correction: i32) -> Score {
    (eval + correction).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
}

/// Tries the game's ProbCut searches, on the side of the window where the evaluation is.
#[inline(always)]
fn probe_cut<N: Node, I: Isa>(
    w: &mut Worker<'_, N>,
    isa: I,
    node: &N,
    args: SearchArgs,
    eval: Score,
) -> Option<Score> {
    let Window { alpha, beta } = args.window;
    for probe in node.probes(&w.memory.cx, args.depth) {
        let bar = if eval >= beta {
            beta + probe.margin
        } else {
            alpha - probe.margin + 1
        };
        if bar >= Score::MAX_EVAL || bar <= -Score::MAX_EVAL {
            continue;
        }
        w.probing += 1;
        let score = isa.run(Visit::<N, false> {
            worker: w,
            node,
            args: SearchArgs {
                window: Window {
                    alpha: bar - 1,
                    beta: bar,
                },
                depth: probe.depth,
                ..args
            },
        });
        w.probing -= 1;
        if w.counter.stopped() {
            return Some(Score::DRAW);
        }
        if eval >= beta && score >= bar {
            return Some(beta);
        }
        if eval < beta && score < bar {
            return Some(alpha);
        }
    }
    None
}

/// Returns the score of a finished game at this distance from the root.
pub(crate) fn end_score(end: End, ply: usize) -> Score {
    match end {
        End::Won => Score::win_in(ply as i32),
        End::Lost => Score::loss_in(ply as i32),
        End::Drawn => Score::DRAW,
        End::Worth(score) => score,
    }
}

/// Returns the candidates of the root, most promising first.
pub(crate) fn root_candidates<N: Node, I: Isa>(
    w: &mut Worker<'_, N>,
    isa: I,
    node: &N,
    table_move: u16,
) -> Vec<CandidateOf<N>> {
    let mut candidates = Vec::new();
    node.generate(isa, &mut w.memory.cx, &mut candidates);
    if let Some(mistakes) = w.mistakes {
        mistakes.overlook(node, &mut candidates, 0);
    }
    for candidate in &mut candidates {
        candidate.order += w.memory.history.worth(node.turn(), None, N::slot(candidate.mv));
        if N::pack(candidate.mv) == table_move {
            candidate.order += ORDER_TABLE_MOVE;
        }
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
    candidates
}

const _: () = assert!(ORDER_TABLE_MOVE > 16 * HISTORY_MAX);
