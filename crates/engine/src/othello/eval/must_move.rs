//! The evaluation for the rules in which a side without a move loses. Mobility matters most.

use parlor_othello::kernel::Kernel;

use super::super::geometry::{CORNERS, neighbours_of_set};

/// The weight of each move more than the opponent has, in hundredths of a disc.
const MOVE: i32 = 60;
/// The weight of an empty square next to an opposing disc: a potential move.
const TO_COME: i32 = 15;
/// The weight of a corner. A disc there can never be turned, so it remains an anchor for moves.
const CORNER: i32 = 120;
/// The penalty for having few moves: this value, divided by the number of moves plus one.
const LAST_MOVES: i32 = 1_200;

/// Returns the score of a position for `player`, the side to move, which must have a legal move.
#[inline(always)]
pub(in super::super) fn evaluate<K: Kernel>(kernel: K, player: u64, opponent: u64) -> i32 {
    let empties = !(player | opponent);
    let count = |set: u64| set.count_ones() as i32;
    let moves = count(kernel.mobility(player, opponent));
    let replies = count(kernel.mobility(opponent, player));
    let to_come = count(neighbours_of_set(opponent) & empties) - count(neighbours_of_set(player) & empties);
    let corners = count(player & CORNERS) - count(opponent & CORNERS);
    MOVE * (moves - replies) + TO_COME * to_come + CORNER * corners + LAST_MOVES / (replies + 1)
        - LAST_MOVES / (moves + 1)
}
