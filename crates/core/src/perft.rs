//! Counting the leaves of a game tree: the classic test of move generation, and of its speed.

use crate::{Game, MoveList};

/// Returns the number of lines of exactly `depth` plies. A pass is a ply; a finished game has no moves. The
/// last ply is counted in bulk, without playing it.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            moves
                .iter()
                .map(|&mv| {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    perft(&next, depth - 1)
                })
                .sum()
        }
    }
}

/// Returns [`perft`] split by the first move, to find where two programs differ. Empty at depth 0.
pub fn perft_divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = MoveList::new();
    if depth > 0 {
        position.legal_moves(&mut moves);
    }
    moves
        .iter()
        .map(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, perft(&next, depth - 1))
        })
        .collect()
}
