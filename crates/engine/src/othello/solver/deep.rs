//! The upper part of the tree: selective and depth-limited searches as well as exact ones.
//!
//! Far from the end a good move order is worth a small search of its own. The same function serves three
//! kinds of search, distinguished by depth and confidence: looking a few plies ahead with the evaluation
//! (`depth` below the number of empty squares), the end of the game with selective cuts (multi-ProbCut), and
//! the exact end.

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::patterns::Indices;
use super::super::geometry::final_score;
use super::leaves::NO_SCORE;
use super::null_window;
use super::ordering::{MOST_MOVES, Moves, OrderedMove};
use super::probcut::{self, Confidence};
use super::shallow::{self, OPEN, shallow_search};
use super::table::{NO_MOVE, hash};
use super::worker::Worker;

/// The number of empty squares from which the exact search orders its moves by evaluation.
pub(super) const DEEP: u32 = 14;

/// The depth from which threads share the moves of a node.
const SHARED: u32 = 12;

/// Searches up to this depth use the shallow search directly.
const SHALLOW: u32 = 2;

/// A position to search to a depth with a null window at `alpha`.
pub(super) struct DeepNullWindow<'a, 'w> {
    pub(super) worker: &'a mut Worker<'w>,
    pub(super) player: u64,
    pub(super) opponent: u64,
    /// The pattern indices of the position.
    pub(super) indices: &'a Indices,
    pub(super) alpha: i32,
    pub(super) depth: u32,
    pub(super) confidence: Confidence,
}

/// What a search looks for: whether the score exceeds `alpha`, at this depth and confidence.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) alpha: i32,
    pub(super) depth: u32,
    pub(super) confidence: Confidence,
}

/// Searches a position with the method that suits the number of empty squares and the depth.
#[inline(always)]
pub(super) fn search<K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    question: Question,
) -> i32 {
    search_with(kernel, worker, (player, opponent), question, || {
        Indices::new(player, opponent)
    })
}

/// Searches the position after a move, from the point of view of the other side. `indices` belong to the
/// position before the move.
#[inline(always)]
pub(super) fn search_after<K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    indices: &Indices,
    mv: &OrderedMove,
    question: Question,
) -> i32 {
    search_with(kernel, worker, mv.after(player, opponent), question, || {
        indices.after(u32::from(mv.square), mv.flips)
    })
}

#[inline(always)]
fn search_with<K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    question: Question,
    indices: impl FnOnce() -> Indices,
) -> i32 {
    let Question {
        alpha,
        depth,
        confidence,
    } = question;
    let n_empties = (!(player | opponent)).count_ones();
    if depth >= n_empties && n_empties < DEEP {
        return null_window::search(
            kernel,
            null_window::NullWindow {
                worker,
                player,
                opponent,
                moves: None,
                alpha,
            },
        );
    }
    kernel.run(DeepNullWindow {
        worker,
        player,
        opponent,
        indices: &indices(),
        alpha,
        depth,
        confidence,
    })
}

impl Task for DeepNullWindow<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let DeepNullWindow {
            worker,
            player,
            opponent,
            indices,
            alpha,
            depth,
            confidence,
        } = self;
        let n_empties = (!(player | opponent)).count_ones();
        if depth < n_empties && depth <= SHALLOW {
            let window = (100 * alpha, 100 * alpha + 100);
            let score = shallow_search(
                kernel,
                worker.learned,
                &mut worker.nodes,
                indices,
                (player, opponent),
                window,
                depth,
            );
            // Round so that the answer to "above alpha?" matches the finer score.
            return if score > window.0 {
                ((score + 99) / 100).max(alpha + 1)
            } else {
                score.div_euclid(100).min(alpha)
            }
            .clamp(-64, 64);
        }
        worker.nodes += 1;
        if worker.poll() {
            return alpha;
        }

        // Step 1. The opponent's stable discs may decide at once, while the table's memory is being
        // prefetched.
        let key = hash(player, opponent);
        worker.table.expect(key);
        if let Some(bound) = worker.stability_cutoff(player, opponent, alpha, n_empties) {
            return bound;
        }

        // Step 2. The position may have been searched before.
        let mut known_moves = [NO_MOVE; 2];
        if let Some(known) = worker.table.probe(key) {
            if known.reaches(depth as u8, confidence.index()) {
                if i32::from(known.lower) > alpha {
                    return i32::from(known.lower);
                }
                if i32::from(known.upper) <= alpha {
                    return i32::from(known.upper);
                }
            }
            known_moves = known.moves;
        }

        // Step 3. The moves; a pass is searched as the same position from the other side.
        let squares = kernel.mobility(player, opponent);
        if squares == 0 {
            if kernel.mobility(opponent, player) == 0 {
                return final_score(player, opponent);
            }
            return -kernel.run(DeepNullWindow {
                worker,
                player: opponent,
                opponent: player,
                indices: &indices.after_pass(),
                alpha: -alpha - 1,
                depth,
                confidence,
            });
        }
        let mut moves = Moves::new(kernel, player, opponent, squares);
        if moves.wipes_out(opponent) {
            return 64;
        }

        // Step 4. Enhanced transposition cutoff: a reply that is known to be bad for the opponent ends the
        // search. All replies are prefetched before the first is probed, so the wait for memory occurs once.
        let mut keys = [0; MOST_MOVES];
        for (mv, key) in moves.iter().zip(&mut keys) {
            let (next_player, next_opponent) = mv.after(player, opponent);
            *key = hash(next_player, next_opponent);
            worker.table.expect(*key);
        }
        for &key in &keys[..moves.len()] {
            if let Some(known) = worker.table.probe(key)
                && known.reaches(depth as u8 - 1, confidence.index())
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
        }

        // Step 5. A shallower search may predict the result well enough.
        if confidence != Confidence::Exact
            && let Some(score) = foretell(
                kernel,
                worker,
                (player, opponent),
                indices,
                alpha,
                depth,
                confidence,
            )
        {
            return score;
        }

        // Step 6. Search, the most promising move first.
        if moves.len() > 1 {
            rank(
                kernel,
                worker,
                &mut moves,
                (player, opponent),
                indices,
                depth,
                known_moves,
            );
        }
        let mut best = NO_SCORE;
        let mut best_square = NO_MOVE;
        let in_progress = worker.in_progress.filter(|_| depth >= SHARED);
        let mut n_tried = 0;
        while let Some(mv) = moves.next() {
            let (next_player, next_opponent) = mv.after(player, opponent);
            let next_key = hash(next_player, next_opponent) ^ u64::from(confidence.index());
            // Another thread is searching this move: search the rest first, then use its result from the
            // table.
            if let Some(in_progress) = in_progress
                && n_tried > 0
                && in_progress.contains(next_key)
                && moves.defer()
            {
                continue;
            }
            n_tried += 1;
            if let Some(in_progress) = in_progress {
                in_progress.enter(next_key);
            }
            let score = -search_after(
                kernel,
                &mut *worker,
                (player, opponent),
                indices,
                &mv,
                Question {
                    alpha: -alpha - 1,
                    depth: depth - 1,
                    confidence,
                },
            );
            if let Some(in_progress) = in_progress {
                in_progress.leave(next_key);
            }
            if score > best {
                best = score;
                best_square = mv.square;
                if score > alpha {
                    break;
                }
            }
        }
        if worker.stopped() {
            return alpha;
        }
        worker.store(
            key,
            depth,
            confidence.index(),
            (alpha, alpha + 1),
            best,
            best_square,
        );
        best
    }
}

// Multi-ProbCut: returns a bound if a shallow search predicts it with the required confidence.
#[inline(always)]
fn foretell<K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    indices: &Indices,
    alpha: i32,
    depth: u32,
    confidence: Confidence,
) -> Option<i32> {
    let probe = probcut::probe(depth, confidence)?;
    // The evaluation decides which of the two cuts is worth trying.
    let now = shallow_search(
        kernel,
        worker.learned,
        &mut worker.nodes,
        indices,
        (player, opponent),
        (-OPEN, OPEN),
        0,
    ) / 100;
    let high = alpha + 1 + probe.margin;
    if high <= 64 && now >= high - probe.slack {
        let score = kernel.run(DeepNullWindow {
            worker: &mut *worker,
            player,
            opponent,
            indices,
            alpha: high - 1,
            depth: probe.depth,
            confidence,
        });
        if score >= high {
            return Some(alpha + 1);
        }
    }
    let low = alpha - probe.margin;
    if low >= -64 && now <= low + probe.slack {
        let score = kernel.run(DeepNullWindow {
            worker: &mut *worker,
            player,
            opponent,
            indices,
            alpha: low,
            depth: probe.depth,
            confidence,
        });
        if score <= low {
            return Some(alpha);
        }
    }
    None
}

/// Returns how deep to search each move for ordering, by the depth of the search.
fn ordering_depth(depth: u32) -> u32 {
    match depth {
        0..=15 => 0,
        16..=19 => 1,
        20..=24 => 2,
        _ => 3,
    }
}

/// The bonus that puts a known move before all others.
const KNOWN: i32 = 100 * OPEN;

/// The weight of one reply, in hundredths of a disc.
const REPLY: i32 = 200;

#[inline(always)]
pub(super) fn rank<K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_>,
    moves: &mut Moves,
    (player, opponent): (u64, u64),
    indices: &Indices,
    depth: u32,
    known: [u8; 2],
) {
    let n_empties = (!(player | opponent)).count_ones();
    let reply = if depth >= n_empties { REPLY } else { REPLY / 4 };
    shallow::rank(
        kernel,
        worker.learned,
        &mut worker.nodes,
        (player, opponent),
        indices,
        moves.untried_mut(),
        ordering_depth(depth),
    );
    // A plain loop: a closure would not be compiled for the kernel's instruction set.
    for mv in moves.untried_mut() {
        if mv.square == known[0] {
            mv.rank = 2 * KNOWN;
        } else if mv.square == known[1] {
            mv.rank = KNOWN;
        } else {
            mv.rank -= reply * mv.replies.count_ones() as i32;
        }
    }
}
