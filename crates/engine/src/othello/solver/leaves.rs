//! The last four empty squares, with a separate function for each number of them.
//!
//! Nine tenths of all nodes are here, so nothing is generated, sorted or stored: the squares are tried in
//! turn, those of odd quadrants first. All windows are null windows `(alpha, alpha + 1)`; the returned values
//! are bounds on the correct side of the window (fail-soft).

use parlor_othello::kernel::{Kernel, Task};

use super::super::geometry::{NEIGHBOURS, final_score, odd_quadrants, quadrant_of, twice_last_flips};

/// A value below every score.
pub(super) const NO_SCORE: i32 = -65;

/// Returns the score for `mover`, who is to move with one empty square left.
#[inline(always)]
fn last_one(mover: u64, alpha: i32, square: u32) -> i32 {
    let lead = 2 * mover.count_ones() as i32 - 64;
    let turned = twice_last_flips(mover, square);
    if turned > 0 {
        return lead + turned + 2;
    }
    // The mover passes. If the other side must pass too, the empty square goes to the winner.
    let unmoved = if lead >= 0 { lead + 2 } else { lead };
    if unmoved <= alpha {
        return unmoved;
    }
    let lost = twice_last_flips(!mover & !(1 << square), square);
    if lost > 0 { lead - lost } else { unmoved }
}

#[inline(always)]
fn last_two<K: Kernel>(
    kernel: K,
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    alpha: i32,
    squares: [u32; 2],
) -> i32 {
    *nodes += 1;
    let [first, second] = squares;
    let mut best = NO_SCORE;
    for (square, other) in [(first, second), (second, first)] {
        if NEIGHBOURS[square as usize & 63] & opponent != 0 {
            let flips = kernel.flips(player, opponent, square);
            if flips != 0 {
                *nodes += 1;
                best = best.max(-last_one(opponent & !flips, -alpha - 1, other));
                if best > alpha {
                    return best;
                }
            }
        }
    }
    if best != NO_SCORE {
        return best;
    }
    let mut worst = -NO_SCORE;
    for (square, other) in [(first, second), (second, first)] {
        if NEIGHBOURS[square as usize & 63] & player != 0 {
            let flips = kernel.flips(opponent, player, square);
            if flips != 0 {
                *nodes += 1;
                worst = worst.min(last_one(player & !flips, alpha, other));
                if worst <= alpha {
                    return worst;
                }
            }
        }
    }
    if worst != -NO_SCORE {
        worst
    } else {
        final_score(player, opponent)
    }
}

/// The search with three empty squares.
pub(super) struct LastThree<'a> {
    pub(super) nodes: &'a mut u64,
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) alpha: i32,
    pub(super) squares: [u32; 3],
}

impl Task for LastThree<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let LastThree {
            nodes,
            mut player,
            mut opponent,
            mut alpha,
            squares: [a, b, c],
        } = self;
        // The second round is the opponent's, after a pass.
        for sign in [1, -1] {
            *nodes += 1;
            let mut best = NO_SCORE;
            for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
                if NEIGHBOURS[square as usize & 63] & opponent != 0 {
                    let flips = kernel.flips(player, opponent, square);
                    if flips != 0 {
                        let score = -last_two(
                            kernel,
                            nodes,
                            opponent & !flips,
                            player | flips | 1 << square,
                            -alpha - 1,
                            rest,
                        );
                        if score > alpha {
                            return sign * score;
                        }
                        best = best.max(score);
                    }
                }
            }
            if best != NO_SCORE {
                return sign * best;
            }
            (player, opponent) = (opponent, player);
            alpha = -alpha - 1;
        }
        final_score(player, opponent)
    }
}

/// The search with four empty squares.
pub(super) struct LastFour<'a> {
    pub(super) nodes: &'a mut u64,
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) alpha: i32,
}

impl Task for LastFour<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let LastFour {
            nodes,
            mut player,
            mut opponent,
            mut alpha,
        } = self;
        let order = FourSquares::by_parity(!(player | opponent));
        let [a, b, c, d] = order.squares;
        // Whichever of two pairs a move breaks, its second square is then an odd region.
        let (after_c, after_d) = if order.two_pairs {
            ([d, a, b], [c, a, b])
        } else {
            ([a, b, d], [a, b, c])
        };
        for sign in [1, -1] {
            *nodes += 1;
            let mut best = NO_SCORE;
            for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, after_c), (d, after_d)] {
                if NEIGHBOURS[square as usize & 63] & opponent != 0 {
                    let flips = kernel.flips(player, opponent, square);
                    if flips != 0 {
                        let score = -kernel.run(LastThree {
                            nodes,
                            player: opponent & !flips,
                            opponent: player | flips | 1 << square,
                            alpha: -alpha - 1,
                            squares: rest,
                        });
                        if score > alpha {
                            return sign * score;
                        }
                        best = best.max(score);
                    }
                }
            }
            if best != NO_SCORE {
                return sign * best;
            }
            (player, opponent) = (opponent, player);
            alpha = -alpha - 1;
        }
        final_score(player, opponent)
    }
}

/// Four empty squares in the order in which to try them.
struct FourSquares {
    squares: [u32; 4],
    two_pairs: bool,
}

impl FourSquares {
    #[inline(always)]
    fn by_parity(empties: u64) -> FourSquares {
        let odd = empties & odd_quadrants(empties);
        let first_quadrant = quadrant_of(empties.trailing_zeros());
        let mut two_pairs = false;
        let front = match odd.count_ones() {
            // Singles before the pair.
            2 => odd,
            // All in one quadrant, or two pairs, which are kept together.
            0 => {
                let together = empties & first_quadrant;
                two_pairs = together != empties;
                together
            }
            // Four singles, or a single before a triple.
            _ => {
                let together = empties & first_quadrant;
                if together.count_ones() == 1 {
                    together
                } else {
                    empties & !first_quadrant
                }
            }
        };
        let mut squares = [0; 4];
        let mut n = 0;
        for mut part in [front, empties & !front] {
            while part != 0 && n < 4 {
                squares[n] = part.trailing_zeros();
                part &= part - 1;
                n += 1;
            }
        }
        FourSquares { squares, two_pairs }
    }
}
