//! Searches with an open window: the few nodes on the principal variation.
//!
//! Table entries may not end the search here, so the resulting line is complete.

use parlor_othello::kernel::{Kernel, Task};

use super::super::eval::patterns::Indices;
use super::super::geometry::final_score;
use super::deep::{self, Question};
use super::leaves::NO_SCORE;
use super::ordering::Moves;
use super::probcut::Confidence;
use super::shallow::shallow_search;
use super::table::{NO_MOVE, hash};
use super::worker::Worker;

/// The code of a pass in a line of squares.
pub(super) const PASS: u8 = 64;

/// The squares of a line of play, with [`PASS`] for a pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Line(pub(super) Vec<u8>);

/// A position to search to a depth with a window.
pub(super) struct OpenWindow<'a, 'w> {
    pub(super) worker: &'a mut Worker<'w>,
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) window: (i32, i32),
    pub(super) depth: u32,
    pub(super) confidence: Confidence,
    pub(super) line: &'a mut Line,
}

impl Task for OpenWindow<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let OpenWindow {
            worker,
            player,
            opponent,
            window: (mut alpha, beta),
            depth,
            confidence,
            line,
        } = self;
        let low = alpha;
        line.0.clear();
        worker.nodes += 1;
        if worker.poll() {
            return alpha;
        }
        let n_empties = (!(player | opponent)).count_ones();
        let indices = Indices::new(player, opponent);
        if depth == 0 && n_empties > 0 {
            let window = (100 * alpha, 100 * beta);
            let score = shallow_search(
                kernel,
                worker.learned,
                &mut worker.nodes,
                &indices,
                (player, opponent),
                window,
                0,
            );
            return (score + 50).div_euclid(100);
        }
        let squares = kernel.mobility(player, opponent);
        let mut rest = Line::default();
        if squares == 0 {
            if kernel.mobility(opponent, player) == 0 {
                return final_score(player, opponent);
            }
            let score = -kernel.run(OpenWindow {
                worker,
                player: opponent,
                opponent: player,
                window: (-beta, -alpha),
                depth,
                confidence,
                line: &mut rest,
            });
            line.0.push(PASS);
            line.0.append(&mut rest.0);
            return score;
        }
        let key = hash(player, opponent);
        let known = worker.table.probe(key).map_or([NO_MOVE; 2], |known| known.moves);
        let mut moves = Moves::new(kernel, player, opponent, squares);
        deep::rank(
            kernel,
            worker,
            &mut moves,
            (player, opponent),
            &indices,
            depth,
            known,
        );
        let mut best = NO_SCORE;
        let mut best_square = NO_MOVE;
        while let Some(mv) = moves.next() {
            let (next_player, next_opponent) = mv.after(player, opponent);
            let mut score = NO_SCORE;
            if best != NO_SCORE {
                score = -deep::search_after(
                    kernel,
                    &mut *worker,
                    (player, opponent),
                    &indices,
                    &mv,
                    Question {
                        alpha: -alpha - 1,
                        depth: depth - 1,
                        confidence,
                    },
                );
            }
            if best == NO_SCORE || alpha < score && score < beta {
                score = -kernel.run(OpenWindow {
                    worker: &mut *worker,
                    player: next_player,
                    opponent: next_opponent,
                    window: (-beta, -alpha),
                    depth: depth - 1,
                    confidence,
                    line: &mut rest,
                });
            }
            if worker.stopped() {
                break;
            }
            if score > best {
                best = score;
                best_square = mv.square;
                line.0.clear();
                line.0.push(mv.square);
                line.0.append(&mut rest.0);
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
            rest.0.clear();
        }
        if !worker.stopped() {
            worker.store(key, depth, confidence.index(), (low, beta), best, best_square);
        }
        best
    }
}
