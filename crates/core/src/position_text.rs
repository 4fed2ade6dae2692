//! Positions as text.

use std::error::Error;

use crate::Game;

/// A game whose positions are written as text and read back.
///
/// Every game has one such form, its own; other formats are the business of the game's crate. A text never says
/// everything: the rule set, for one, is agreed on beforehand.
pub trait PositionText: Game {
    /// What must be agreed on beforehand, because the text does not say it.
    type Terms: Copy;
    /// Why a text is not a position.
    type Error: Error + Clone + Eq + Send + Sync + 'static;

    /// Reads and validates a position.
    fn read_position(text: &str, terms: Self::Terms) -> Result<Self, Self::Error>;

    /// Writes the position; reading it by the same terms gives an equal one.
    fn position_text(&self) -> String;
}
