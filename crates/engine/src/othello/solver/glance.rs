//! A very shallow search with an evaluation: what the deep search orders its moves by.
//!
//! Scores here are hundredths of a disc, because moves that differ by less than a disc are to be told apart.

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::patterns::Indices;
use super::super::eval::weights::Learned;
use super::super::geometry::{CORNERS, final_score};
use super::ordering::OrderedMove;

/// A window wider than all scores.
pub(super) const OPEN: i32 = 10_000;

/// The score of a position after searching it `depth` plies deep, in hundredths of a disc.
#[inline(always)]
pub(super) fn glance<K: Kernel>(
    kernel: K,
    learned: &Learned,
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    window: (i32, i32),
    depth: u32,
) -> i32 {
    kernel.run(Glance {
        learned,
        nodes,
        indices: &Indices::new(player, opponent),
        player,
        opponent,
        alpha: window.0,
        beta: window.1,
        depth,
    })
}

/// Gives every move the score of a glance after it, for the side that makes it.
#[inline(always)]
pub(super) fn rank<K: Kernel>(
    kernel: K,
    learned: &Learned,
    nodes: &mut u64,
    (player, opponent): (u64, u64),
    moves: &mut [OrderedMove],
    depth: u32,
) {
    let indices = Indices::new(player, opponent);
    for mv in moves {
        let (next_player, next_opponent) = mv.after(player, opponent);
        mv.rank = -kernel.run(Glance {
            learned,
            nodes: &mut *nodes,
            indices: &indices.after(u32::from(mv.square), mv.flips),
            player: next_player,
            opponent: next_opponent,
            alpha: -OPEN,
            beta: OPEN,
            depth,
        });
    }
}

pub(super) struct Glance<'a> {
    pub(super) learned: &'a Learned,
    pub(super) nodes: &'a mut u64,
    pub(super) indices: &'a Indices,
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
}

impl Task for Glance<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Glance {
            learned,
            nodes,
            indices,
            player,
            opponent,
            mut alpha,
            beta,
            depth,
        } = self;
        *nodes += 1;
        if depth == 0 {
            let moves = kernel.mobility(player, opponent);
            return learned.evaluate(kernel, indices, (player, opponent), moves);
        }
        let moves = kernel.mobility(player, opponent);
        if moves == 0 {
            if kernel.mobility(opponent, player) == 0 {
                return 100 * final_score(player, opponent);
            }
            return -kernel.run(Glance {
                learned,
                nodes,
                indices: &indices.after_pass(),
                player: opponent,
                opponent: player,
                alpha: -beta,
                beta: -alpha,
                depth,
            });
        }
        let mut best = -OPEN;
        // At the last ply nothing is gained by order; before it, few replies are a good sign.
        let mut order = [(0u8, 0i8); 34];
        let mut n_moves = 0;
        let mut left = moves;
        while left != 0 && n_moves < order.len() {
            let square = left.trailing_zeros();
            left &= left - 1;
            let mut rank = 0;
            if depth > 1 {
                let flips = kernel.flips(player, opponent, square);
                let replies = kernel.mobility(opponent & !flips, player | flips | 1 << square);
                rank = -((replies.count_ones() + (replies & CORNERS).count_ones()) as i8);
            }
            let mut at = n_moves;
            while at > 0 && order[at - 1].1 < rank {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (square as u8, rank);
            n_moves += 1;
        }
        for &(square, _) in &order[..n_moves] {
            let square = u32::from(square);
            let flips = kernel.flips(player, opponent, square);
            let (next_player, next_opponent) = (opponent & !flips, player | flips | 1 << square);
            let score = if next_player == 0 {
                6_400
            } else {
                -kernel.run(Glance {
                    learned,
                    nodes: &mut *nodes,
                    indices: &indices.after(square, flips),
                    player: next_player,
                    opponent: next_opponent,
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
