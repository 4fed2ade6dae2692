//! The evaluation for the rules in which a side without a move loses: moves are everything.

use parlor_othello::kernel::Kernel;

use super::super::geometry::{CORNERS, neighbours_of_set};

/// What a move more than the opponent counts, in hundredths of a disc.
const MOVE: i32 = 60;
/// What an empty square next to an opposing disc counts: a move that may come.
const TO_COME: i32 = 15;
/// What a corner counts: a square from which one can always move on.
const CORNER: i32 = 120;
/// The extra weight of the last few moves: this, divided by one more than their number.
const LAST_MOVES: i32 = 1_200;

/// What the position is worth to `player`, who is to move and can.
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
