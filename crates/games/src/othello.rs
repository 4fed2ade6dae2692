//! Othello of every size, to be shown.

use parlor_core::{Color, Notation, PerColor};
use parlor_othello::formats::plain;
use parlor_othello::notation::Standard;
use parlor_othello::{Board, GridBoard, Illegal, Position};

use crate::playable::{Action, Cell, MoveError, MoveView, Place, Playable};

fn place(place: parlor_othello::Place) -> Place {
    Place {
        row: place.row,
        column: place.column,
    }
}

fn view<P: Position>(position: &P, mv: P::Move) -> MoveView
where
    Standard: Notation<P>,
{
    let target = position.place_of(mv).map(place);
    MoveView {
        text: Standard.format(position, mv),
        action: if target.is_some() {
            Action::Place
        } else {
            Action::Pass
        },
        origins: Vec::new(),
        target,
        turned: position.flipped(mv).into_iter().map(place).collect(),
    }
}

/// The two boards differ in nothing that is shown but their text form.
macro_rules! playable {
    ($board:ty, $position_text:expr) => {
        impl Playable for $board {
            fn rows(&self) -> u8 {
                self.size().rows()
            }

            fn columns(&self) -> u8 {
                self.size().columns()
            }

            fn cell(&self, place: Place) -> Cell {
                let place = parlor_othello::Place::new(place.row, place.column);
                Position::cell(self, place).map_or(Cell::Empty, Cell::Piece)
            }

            fn counts(&self) -> PerColor<u32> {
                PerColor(Color::ALL.map(|color| Position::count(self, color)))
            }

            fn view(&self, mv: Self::Move) -> MoveView {
                view(self, mv)
            }

            fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
                Ok(Standard.parse(self, text)?)
            }

            fn refusal(illegal: Illegal) -> MoveError {
                illegal.into()
            }

            fn position_text(&self) -> String {
                let write: fn(&$board) -> String = $position_text;
                write(self)
            }
        }
    };
}

playable!(Board, |board| plain::write(&board.setup()));
playable!(GridBoard, |board| plain::write_grid(&board.setup()));
