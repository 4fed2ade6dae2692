//! The loop of one game. Our rules check every move. [`Sides`] chooses the moves and limits their time.

#[cfg(test)]
mod tests;

use parlor_core::{Color, Outcome};
use parlor_games::{Action, AnyGame, MoveError};

/// The two sides of a game.
pub trait Sides {
    /// Why a game may end other than by the rules.
    type Ending;

    /// Returns the move of the side to move, in the game's default notation. It may be illegal.
    fn choose(&mut self, game: &AnyGame) -> Result<String, Self::Ending>;

    /// Notifies the sides of the last move, which either side may have made.
    fn moved(&mut self, _game: &AnyGame) -> Result<(), Self::Ending> {
        Ok(())
    }

    /// Returns whether a side passes by itself when it has no other move. If so, it is not asked.
    fn passes_without_asking(&self, _color: Color) -> bool {
        false
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd<E> {
    /// By the rules.
    Rules(Outcome),
    /// The game was too long.
    TooLong,
    /// The side to move chose an illegal move.
    Illegal {
        /// The text of the move.
        text: String,
        /// Why it is illegal.
        reason: MoveError,
    },
    /// Ended by the sides.
    Other(E),
}

/// Plays a game from its current position until it ends or has `max_moves` moves.
pub fn play_out<S: Sides>(game: &mut AnyGame, sides: &mut S, max_moves: usize) -> GameEnd<S::Ending> {
    loop {
        if let Some(outcome) = game.outcome() {
            return GameEnd::Rules(outcome);
        }
        if game.len() >= max_moves {
            return GameEnd::TooLong;
        }
        let forced_pass = sides
            .passes_without_asking(game.turn())
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

/// Returns the pass, if it is the only legal move.
fn forced_pass(game: &AnyGame) -> Option<String> {
    match &game.legal_moves()[..] {
        [only] if only.action == Action::Pass => Some(only.text.clone()),
        _ => None,
    }
}
