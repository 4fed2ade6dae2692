//! A very shallow search with the evaluation, by which the deep search orders its moves.
//!
//! Scores here are hundredths of a disc, because moves that differ by less than a disc must be distinguished.

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::patterns::Indices;
use super::super::eval::weights::Learned;
use super::super::geometry::{CORNERS, final_score};
use super::ordering::{MOST_MOVES, OrderedMove};

/// The score of a side that has taken all of the opponent's discs.
const WIPED_OUT: i32 = 6_400;

/// A window wider than all scores.
pub(super) const OPEN: i32 = 10_000;

/// Returns the score of a position from a search of `depth` plies, in hundredths of a disc.
#[inline(always)]
pub(super) fn shallow_search<K: Kernel>(
    kernel: K,
    learned: &Learned,
    nodes: &mut u64,
    indices: &Indices,
    (player, opponent): (u64, u64),
    window: (i32, i32),
    depth: u32,
) -> i32 {
    kernel.run(ShallowSearch {
        learned,
        nodes,
        indices,
        player,
        opponent,
        moves: kernel.mobility(player, opponent),
        alpha: window.0,
        beta: window.1,
        depth,
    })
}

/// Gives every move the score of a shallow search after it, for the mover, and the replies that it leaves.
#[inline(always)]
pub(super) fn rank<K: Kernel>(
    kernel: K,
    learned: &Learned,
    nodes: &mut u64,
    (player, opponent): (u64, u64),
    indices: &Indices,
    moves: &mut [OrderedMove],
    depth: u32,
) {
    for mv in moves {
        let (next_player, next_opponent) = mv.after(player, opponent);
        mv.replies = kernel.mobility(next_player, next_opponent);
        mv.rank = -kernel.run(ShallowSearch {
            learned,
            nodes: &mut *nodes,
            indices: &indices.after(u32::from(mv.square), mv.flips),
            player: next_player,
            opponent: next_opponent,
            moves: mv.replies,
            alpha: -OPEN,
            beta: OPEN,
            depth,
        });
    }
}

/// A position to search a few plies deep.
pub(in super::super) struct ShallowSearch<'a> {
    pub(in super::super) learned: &'a Learned,
    pub(in super::super) nodes: &'a mut u64,
    pub(in super::super) indices: &'a Indices,
    pub(in super::super) player: u64,
    pub(in super::super) opponent: u64,
    /// The moves of `player`.
    pub(in super::super) moves: u64,
    pub(in super::super) alpha: i32,
    pub(in super::super) beta: i32,
    pub(in super::super) depth: u32,
}

impl Task for ShallowSearch<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let ShallowSearch {
            learned,
            nodes,
            indices,
            player,
            opponent,
            moves,
            mut alpha,
            beta,
            depth,
        } = self;
        *nodes += 1;
        if depth == 0 {
            return learned.evaluate(kernel, indices, (player, opponent), moves);
        }
        if moves == 0 {
            let replies = kernel.mobility(opponent, player);
            if replies == 0 {
                return 100 * final_score(player, opponent);
            }
            return -kernel.run(ShallowSearch {
                learned,
                nodes,
                indices: &indices.after_pass(),
                player: opponent,
                opponent: player,
                moves: replies,
                alpha: -beta,
                beta: -alpha,
                depth,
            });
        }
        if depth == 1 {
            return last_ply(kernel, learned, nodes, indices, (player, opponent), moves, beta);
        }
        // Few replies are a good sign. The replies and the turned discs are needed again when the move is
        // searched.
        let mut order = [OrderedMove::default(); MOST_MOVES];
        let mut n_moves = 0;
        let mut left = moves;
        while left != 0 && n_moves < order.len() {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel.flips(player, opponent, square);
            let replies = kernel.mobility(opponent & !flips, player | flips | 1 << square);
            let rank = -((replies.count_ones() + (replies & CORNERS).count_ones()) as i32);
            let mut at = n_moves;
            while at > 0 && order[at - 1].rank < rank {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = OrderedMove {
                flips,
                replies,
                rank,
                square: square as u8,
            };
            n_moves += 1;
        }
        let mut best = -OPEN;
        for mv in &order[..n_moves] {
            let (next_player, next_opponent) = mv.after(player, opponent);
            let score = if next_player == 0 {
                WIPED_OUT
            } else {
                -kernel.run(ShallowSearch {
                    learned,
                    nodes: &mut *nodes,
                    indices: &indices.after(u32::from(mv.square), mv.flips),
                    player: next_player,
                    opponent: next_opponent,
                    moves: mv.replies,
                    alpha: -beta,
                    beta: -alpha,
                    depth: depth - 1,
                })
            };
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// Returns the best evaluation after one of these moves, or the first that is at least beta. Ordering would
/// gain nothing here.
#[inline(always)]
fn last_ply<K: Kernel>(
    kernel: K,
    learned: &Learned,
    nodes: &mut u64,
    indices: &Indices,
    (player, opponent): (u64, u64),
    mut moves: u64,
    beta: i32,
) -> i32 {
    let mut best = -OPEN;
    while moves != 0 && best < beta {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = kernel.flips(player, opponent, square);
        let next = (opponent & !flips, player | flips | 1 << square);
        let score = if next.0 == 0 {
            WIPED_OUT
        } else {
            *nodes += 1;
            let replies = kernel.mobility(next.0, next.1);
            -learned.evaluate(kernel, &indices.after(square, flips), next, replies)
        };
        best = best.max(score);
    }
    best
}
