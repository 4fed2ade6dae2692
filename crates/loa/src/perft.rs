//! Counts of game trees.
//!
//! There is no second build for machines with wider instructions here, as other games have: counting consists
//! of table lookups and multiplications, and an AVX2 build took the same time.

use parlor_core::{Game, MoveList};

use crate::lines::Census;
use crate::moves::Move;
use crate::position::Position;

/// Returns the number of lines of exactly `depth` plies. The last ply is counted without playing it. A pass
/// is a ply; a won game has no moves. There is no table of positions.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_moves();
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if depth == 2 && moves.first() != Some(&Move::PASS) {
        return count_replies(position, &moves);
    }
    let mut n = 0;
    for &mv in &moves {
        let mut next = *position;
        next.play_unchecked(mv);
        n += perft(&next, depth - 1);
    }
    n
}

/// Returns the number of replies to all these moves, none of which is a pass.
fn count_replies(position: &Position, moves: &[Move]) -> u64 {
    let census = Census::new(position.enemy(), position.own());
    let mut n = 0;
    for &mv in moves {
        let mut next = *position;
        next.play_unchecked(mv);
        if next.decided().is_none() {
            n += match census.count_after(mv, next.own(), next.enemy()) {
                0 => next.count_moves(),
                replies => replies.into(),
            };
        }
    }
    n
}
