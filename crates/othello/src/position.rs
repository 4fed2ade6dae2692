//! What boards of every size have in common.

use std::fmt;

use parlor_core::{Color, Game};

use crate::{Illegal, Place, Rules, Size, State};

/// An Othello position of any size, for code that shows and plays games without minding which.
pub trait Position: Game<Illegal = Illegal> {
    /// The rule set.
    fn rules(&self) -> Rules;

    /// How many rows and columns there are.
    fn size(&self) -> Size;

    /// Whose disc is on a square; nobody's when the square is empty or not on the board.
    fn cell(&self, place: Place) -> Option<Color>;

    /// How many discs a side has.
    fn count(&self, color: Color) -> u32;

    /// The move that puts a disc on a square, legal or not; nothing when the square is not on the board.
    fn move_at(&self, place: Place) -> Option<Self::Move>;

    /// The pass, legal or not.
    fn pass(&self) -> Self::Move;

    /// Where a move puts its disc; nowhere for a pass.
    fn place_of(&self, mv: Self::Move) -> Option<Place>;

    /// The squares whose discs a move of the side to move would turn; none when the move is not legal.
    fn flipped(&self, mv: Self::Move) -> Vec<Place>;

    /// How many squares are empty.
    fn n_empties(&self) -> u32 {
        self.size().area() - self.count(Color::Black) - self.count(Color::White)
    }

    /// How the game stands.
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
