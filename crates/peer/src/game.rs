//! The additional interface that remote play needs of a game: how its moves and colours are written in messages.

mod ataxx;
#[cfg(feature = "fourth-game")]
mod clobber;
mod loa;
mod othello;
#[cfg(test)]
mod tests;

use std::error::Error;

use parlor_core::{Color, Described};
use thiserror::Error;

/// An error of any game, for display.
pub type Reason = Box<dyn Error + Send + Sync>;

/// A game that can be played between two programs.
pub trait RemoteGame: Described {
    /// The name of a side in messages.
    fn color_word(color: Color) -> &'static str {
        Self::DESCRIPTOR.sides[color]
    }

    /// Writes a legal move; a pass is `-` in every game.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Parses a move of a message. It may be illegal: see [`Game::check`](parlor_core::Game::check).
    fn read_move(&self, text: &str) -> Result<Self::Move, Reason>;

    /// Returns this initial position with the blocks of a `blocks` message.
    fn with_blocks(&self, _config: &str) -> Result<Self, Reason> {
        Err(NoBlocks.into())
    }

    /// Parses the name of a side.
    fn read_color(text: &str) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| Self::color_word(color) == text)
    }
}

/// Only Ataxx has blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this game has no blocks")]
struct NoBlocks;
