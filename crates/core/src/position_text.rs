//! Positions as text.

use std::error::Error;

use crate::Game;

/// A game whose positions can be written as text and read back.
///
/// Every game has one such form of its own; the game's crate implements other formats. A text never contains
/// everything: the rule set, for example, is agreed on beforehand.
pub trait PositionText: Game {
    /// The agreements that the text does not contain.
    type Terms: Copy;
    /// The reason why a text is not a position.
    type Error: Error + Clone + Eq + Send + Sync + 'static;

    /// Reads and validates a position.
    fn read_position(text: &str, terms: Self::Terms) -> Result<Self, Self::Error>;

    /// Writes the position. Reading it back with the same terms gives an equal position.
    fn position_text(&self) -> String;
}
