//! The common interface of boards of every size.

use std::fmt;

use parlor_core::{Color, Game};

use crate::{Illegal, Place, Rules, Size, State};

/// An Othello position of any size, for code that shows and plays games independently of the size.
pub trait Position: Game<Illegal = Illegal> {
    /// Returns the rule set.
    fn rules(&self) -> Rules;

    /// Returns the number of rows and columns.
    fn size(&self) -> Size;

    /// Returns the disc on a square, or `None` when the square is empty or not on the board.
    fn cell(&self, place: Place) -> Option<Color>;

    /// Returns the number of discs of a side.
    fn count(&self, color: Color) -> u32;

    /// Returns the move that puts a disc on a square, legal or not, or `None` when the square is not on the
    /// board.
    fn move_at(&self, place: Place) -> Option<Self::Move>;

    /// Returns the pass, legal or not.
    fn pass(&self) -> Self::Move;

    /// Returns the square of a move's disc, or `None` for a pass.
    fn place_of(&self, mv: Self::Move) -> Option<Place>;

    /// Returns the squares whose discs a move of the side to move would turn; empty when the move is illegal.
    fn flipped(&self, mv: Self::Move) -> Vec<Place>;

    /// Returns the number of empty squares.
    fn n_empties(&self) -> u32 {
        self.size().area() - self.count(Color::Black) - self.count(Color::White)
    }

    /// Returns the state of the game.
    fn state(&self) -> State {
        State::from(self.outcome())
    }
}

/// Draws a position for debugging: a line for each row, then the side to move.
pub(crate) fn draw(position: &impl Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size();
    for row in 0..size.rows() {
        for column in 0..size.columns() {
            f.write_str(match position.cell(Place::new(row, column)) {
                None => "-",
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
            })?;
        }
        writeln!(f)?;
    }
    write!(f, "{} to move, {:?}", position.turn(), position.rules())
}
