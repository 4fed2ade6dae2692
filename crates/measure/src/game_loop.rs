//! One game, move by move. Our rules judge every move; who chooses the moves, and for how long, is for [`Sides`] to say.

#[cfg(test)]
mod tests;

use parlor_core::{Color, Outcome};
use parlor_games::{Action, AnyGame, MoveError};

/// The two sides of a game.
pub trait Sides {
    /// Why a game may end that the rules do not end.
    type Ending;

    /// The move of the side whose turn it is, in the game's usual notation. It is not trusted to be legal.
    fn choose(&mut self, game: &AnyGame) -> Result<String, Self::Ending>;

    /// Learns of the last move, whichever side made it.
    fn moved(&mut self, _game: &AnyGame) -> Result<(), Self::Ending> {
        Ok(())
    }

    /// Whether a side passes by itself when it has no other move: then it is not asked.
    fn passes_unasked(&self, _color: Color) -> bool {
        false
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd<E> {
    /// By the rules.
    Rules(Outcome),
    /// It went on for too long.
    TooLong,
    /// The side to move chose a move that cannot be played.
    Illegal {
        /// The move as it was given.
        text: String,
        /// Why it cannot be played.
        reason: MoveError,
    },
    /// As the sides say.
    Other(E),
}

/// Plays a game on from where it is, until it ends or has `most_moves` moves.
pub fn play_out<S: Sides>(game: &mut AnyGame, sides: &mut S, most_moves: usize) -> GameEnd<S::Ending> {
    loop {
        if let Some(outcome) = game.outcome() {
            return GameEnd::Rules(outcome);
        }
        if game.len() >= most_moves {
            return GameEnd::TooLong;
        }
        let forced_pass = sides
            .passes_unasked(game.turn())
            .then(|| forced_pass(game))
            .flatten();
        let chosen = match forced_pass {
            Some(pass) => Ok(pass),
            None => sides.choose(game),
        };
        let text = match chosen {
            Ok(text) => text,
            Err(ending) => return GameEnd::Other(ending),
        };
        if let Err(reason) = game.play(&text) {
            return GameEnd::Illegal { text, reason };
        }
        if let Err(ending) = sides.moved(game) {
            return GameEnd::Other(ending);
        }
    }
}

/// The pass, where it is the only legal move.
fn forced_pass(game: &AnyGame) -> Option<String> {
    match &game.legal_moves()[..] {
        [only] if only.action == Action::Pass => Some(only.text.clone()),
        _ => None,
    }
}
