//! What remote play needs of a game beyond its rules: how its moves and colours are written in a message.

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

/// A reason that is shown to people, whatever game it comes from.
pub type Reason = Box<dyn Error + Send + Sync>;

/// A game that can be played between two programs.
pub trait RemoteGame: Described {
    /// What a side is called in a message.
    fn color_word(color: Color) -> &'static str {
        Self::DESCRIPTOR.sides[color]
    }

    /// Writes a move that is legal here; a pass is `-` in every game.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a move of a message. Whether it is legal is for [`Game::check`](parlor_core::Game::check) to say.
    fn read_move(&self, text: &str) -> Result<Self::Move, Reason>;

    /// This initial position with the blocks that a message names.
    fn with_blocks(&self, _config: &str) -> Result<Self, Reason> {
        Err(NoBlocks.into())
    }

    /// The side of this name.
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
