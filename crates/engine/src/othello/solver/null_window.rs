//! Null-window search of endgames: decides whether the score is above `alpha`.
//!
//! Two tasks share the tree. [`Shallow`] handles positions with few empty squares and orders moves by parity
//! alone. [`Sorted`] handles the rest with tables, stability, enhanced transposition cutoffs and
//! fastest-first move ordering.

use parlor_othello::kernel::{Kernel, Task};

use super::super::geometry::{final_score, odd_quadrants};
use super::leaves::{LastFour, NO_SCORE};
use super::ordering::{MOST_MOVES, Moves};
use super::table::{NO_MOVE, hash};
use super::worker::{EXACT, Worker};

/// The maximum number of empty squares at which moves are not sorted.
pub(super) const SHALLOW: u32 = 6;
/// The maximum number of empty squares at which positions go into the thread's own small table.
const LOCAL: u32 = 9;
/// The minimum number of empty squares at which every child is probed before any is searched.
const ENHANCED: u32 = 11;
/// The minimum number of empty squares at which the stop flags are polled.
const POLL: u32 = 10;

/// A position to search with a null window at `alpha`.
pub(super) struct NullWindow<'a, 'w> {
    pub(super) worker: &'a mut Worker<'w>,
    pub(super) player: u64,
    pub(super) opponent: u64,
    /// The moves of `player`, if they are already known.
    pub(super) moves: Option<u64>,
    pub(super) alpha: i32,
}

/// Searches a position with the method that suits its number of empty squares.
#[inline(always)]
pub(super) fn search<K: Kernel>(kernel: K, node: NullWindow<'_, '_>) -> i32 {
    let n_empties = (!(node.player | node.opponent)).count_ones();
    if n_empties > SHALLOW {
        kernel.run(Sorted(node))
    } else if n_empties > 4 {
        kernel.run(Shallow(node))
    } else {
        kernel.run(FewEmpties(node))
    }
}

/// Searches four empty squares or fewer.
struct FewEmpties<'a, 'w>(NullWindow<'a, 'w>);

impl Task for FewEmpties<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let NullWindow {
            worker,
            player,
            opponent,
            alpha,
            ..
        } = self.0;
        if (!(player | opponent)).count_ones() == 4 {
            return kernel.run(LastFour {
                nodes: &mut worker.nodes,
                player,
                opponent,
                alpha,
            });
        }
        // Only a search that starts this close to the end gets here.
        worker.nodes += 1;
        let moves = kernel.mobility(player, opponent);
        if moves == 0 {
            if kernel.mobility(opponent, player) == 0 {
                return final_score(player, opponent);
            }
            return -kernel.run(FewEmpties(NullWindow {
                worker,
                player: opponent,
                opponent: player,
                moves: None,
                alpha: -alpha - 1,
            }));
        }
        let mut best = NO_SCORE;
        let mut left = moves;
        while left != 0 && best <= alpha {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel.flips(player, opponent, square);
            let score = -kernel.run(FewEmpties(NullWindow {
                worker,
                player: opponent & !flips,
                opponent: player | flips | 1 << square,
                moves: None,
                alpha: -alpha - 1,
            }));
            best = best.max(score);
        }
        best
    }
}

/// Searches a few empty squares: no tables below six, ordered by parity alone.
struct Shallow<'a, 'w>(NullWindow<'a, 'w>);

impl Task for Shallow<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let NullWindow {
            worker,
            player,
            opponent,
            moves: found,
            alpha,
        } = self.0;
        worker.nodes += 1;
        let empties = !(player | opponent);
        let n_empties = empties.count_ones();
        if let Some(bound) = worker.stability_cutoff(player, opponent, alpha, n_empties) {
            return bound;
        }
        let moves = match found {
            Some(moves) => moves,
            None => kernel.mobility(player, opponent),
        };
        if moves == 0 {
            let replies = kernel.mobility(opponent, player);
            if replies == 0 {
                return final_score(player, opponent);
            }
            return -kernel.run(Shallow(NullWindow {
                worker,
                player: opponent,
                opponent: player,
                moves: Some(replies),
                alpha: -alpha - 1,
            }));
        }
        let odd = odd_quadrants(empties);
        let mut best = NO_SCORE;
        for mut part in [moves & odd, moves & !odd] {
            while part != 0 {
                let square = part.trailing_zeros();
                part &= part - 1;
                let flips = kernel.flips(player, opponent, square);
                let (next_player, next_opponent) = (opponent & !flips, player | flips | 1 << square);
                let score = if n_empties == 5 {
                    -kernel.run(LastFour {
                        nodes: &mut worker.nodes,
                        player: next_player,
                        opponent: next_opponent,
                        alpha: -alpha - 1,
                    })
                } else {
                    -kernel.run(Shallow(NullWindow {
                        worker: &mut *worker,
                        player: next_player,
                        opponent: next_opponent,
                        moves: None,
                        alpha: -alpha - 1,
                    }))
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}

/// Searches the interior of the tree.
struct Sorted<'a, 'w>(NullWindow<'a, 'w>);

impl Task for Sorted<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let NullWindow {
            worker,
            player,
            opponent,
            moves: found,
            alpha,
        } = self.0;
        worker.nodes += 1;
        let n_empties = (!(player | opponent)).count_ones();
        if n_empties >= POLL && worker.poll() {
            return alpha;
        }

        // Step 1. The opponent's stable discs may decide at once, while the table's memory is being
        // prefetched.
        let key = hash(player, opponent);
        if n_empties > LOCAL {
            worker.table.expect(key);
        }
        if let Some(bound) = worker.stability_cutoff(player, opponent, alpha, n_empties) {
            return bound;
        }

        // Step 2. The position may have been searched before.
        let mut known_moves = [NO_MOVE; 2];
        if n_empties <= LOCAL {
            if let Some((lower, upper, best)) = worker.local_probe(key) {
                if lower > alpha {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                known_moves[0] = best;
            }
        } else if let Some(known) = worker.table.probe(key) {
            if known.reaches(n_empties as u8, EXACT) {
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
        let squares = match found {
            Some(squares) => squares,
            None => kernel.mobility(player, opponent),
        };
        if squares == 0 {
            let replies = kernel.mobility(opponent, player);
            if replies == 0 {
                return final_score(player, opponent);
            }
            return -kernel.run(Sorted(NullWindow {
                worker,
                player: opponent,
                opponent: player,
                moves: Some(replies),
                alpha: -alpha - 1,
            }));
        }
        let mut moves = Moves::new(kernel, player, opponent, squares);
        if moves.wipes_out(opponent) {
            return 64;
        }

        // Step 4. Enhanced transposition cutoff: a reply that is known to be bad for the opponent ends the
        // search. All replies are prefetched before the first is probed, so the wait for memory occurs once.
        if n_empties >= ENHANCED {
            let mut keys = [0; MOST_MOVES];
            for (mv, key) in moves.iter().zip(&mut keys) {
                let (next_player, next_opponent) = mv.after(player, opponent);
                *key = hash(next_player, next_opponent);
                worker.table.expect(*key);
            }
            for &key in &keys[..moves.len()] {
                if let Some(known) = worker.table.probe(key)
                    && known.reaches(n_empties as u8 - 1, EXACT)
                    && -i32::from(known.upper) > alpha
                {
                    return -i32::from(known.upper);
                }
            }
        }

        // Step 5. Search, the most promising move first.
        if moves.len() > 1 {
            moves.rank(kernel, worker.edges, player, opponent, known_moves);
        }
        let mut best = NO_SCORE;
        let mut best_square = NO_MOVE;
        while let Some(mv) = moves.next() {
            let (next_player, next_opponent) = mv.after(player, opponent);
            let node = NullWindow {
                worker: &mut *worker,
                player: next_player,
                opponent: next_opponent,
                moves: (moves.len() > 1).then_some(mv.replies),
                alpha: -alpha - 1,
            };
            let score = if n_empties - 1 > SHALLOW {
                -kernel.run(Sorted(node))
            } else {
                -kernel.run(Shallow(node))
            };
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
        if n_empties <= LOCAL {
            worker.local_store(key, alpha, best, best_square);
        } else {
            worker.store(key, n_empties, EXACT, (alpha, alpha + 1), best, best_square);
        }
        best
    }
}
