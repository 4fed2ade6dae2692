//! Ataxx files: reads and writes games as move lists.

use parlor_ataxx::{Cs61bNotation, Position};
use parlor_core::{GameRecord, Notation};

use super::AtaxxTerms;
use crate::any::AnyGame;
use crate::export::Written;
use crate::spec::Spec;

/// Writes a game in the format with this code. Returns `None` if the format does not support it.
pub(super) fn write(record: &GameRecord<Position>, code: &str) -> Option<Written> {
    match code {
        "moves" => {
            // The moves do not contain the blocks.
            let start = record.start();
            let start = (!start.blocks().is_empty()).then(|| format!("{} moves", start.fen()));
            let moves = record.positions().zip(record.moves());
            let moves = moves.map(|(before, mv)| Cs61bNotation.format(before, mv));
            let words: Vec<String> = start.into_iter().chain(moves).collect();
            Some(Written::Text(words.join(" ") + "\n"))
        }
        _ => None,
    }
}

/// Returns a game of Ataxx from its move list, after its start if that is not the standard one: `FEN moves
/// a7-b6 …`.
pub(crate) fn read_moves(text: &str) -> Option<AnyGame> {
    let spec = Spec::Ataxx(AtaxxTerms::default());
    let (mut game, moves) = match text.split_once(" moves ") {
        Some((start, moves)) => (AnyGame::from_position(&spec, start).ok()?, moves),
        None => (AnyGame::new(&spec).ok()?, text),
    };
    for mv in moves.split_whitespace() {
        game.play(mv).ok()?;
    }
    (!game.is_empty()).then_some(game)
}
