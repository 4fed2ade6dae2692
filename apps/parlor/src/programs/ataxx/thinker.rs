//! How the computer chooses its moves in `ataxx`.

use std::sync::atomic::AtomicBool;

use parlor_ataxx::Move;
use parlor_core::Level;
use parlor_core::{Game, MoveList, Score};
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::opponent::{Opponent, Variety, Wish};
use parlor_textui::ataxx::{Answer, Request};

/// In so many plies from the start chance has a say.
const VARIED_PLIES: usize = 4;
const VARIETY: Variety = Variety { moves: 4, margin: 15 };

/// Chooses a move. When the flag rises it makes up its mind at once.
pub(crate) fn think(opponent: &mut Opponent<AtaxxNode>, request: &Request, stop: &AtomicBool) -> Answer {
    let level = Level::new(request.level).unwrap_or(Level::FULL);
    let is_varied = level == Level::FULL && request.game.len() < VARIED_PLIES;
    let wish = Wish {
        level,
        seed: request.seed,
        time: request.time,
        nodes: None,
        variety: is_varied.then_some(VARIETY),
    };
    let (best, score) = opponent
        .think(&request.game, &wish, stop)
        .unwrap_or_else(|| (any_move(request), Score::DRAW));
    Answer { best, score }
}

/// A game that is over is never asked about; should it be, any answer will do.
fn any_move(request: &Request) -> Move {
    let mut moves = MoveList::new();
    request.game.position().legal_moves(&mut moves);
    moves.first().copied().unwrap_or(Move::PASS)
}
