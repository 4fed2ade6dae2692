//! Lines of Action, to be shown: row 0 is rank 8 of the board.

use parlor_core::{Color, Notation, PerColor, Square};
use parlor_loa::{Coordinates, Illegal, Move, Position, file_of, rank_of, square_at};

use crate::playable::{Action, Cell, MoveError, MoveView, Place, Playable};

/// The length of a side of the board.
const SIDE: u8 = 8;

fn place(square: Square) -> Place {
    Place {
        row: SIDE - 1 - rank_of(square) as u8,
        column: file_of(square) as u8,
    }
}

impl Playable for Position {
    fn rows(&self) -> u8 {
        SIDE
    }

    fn columns(&self) -> u8 {
        SIDE
    }

    fn cell(&self, place: Place) -> Cell {
        let rank = i16::from(SIDE) - 1 - i16::from(place.row);
        let square = i8::try_from(rank)
            .ok()
            .zip(i8::try_from(place.column).ok())
            .and_then(|(rank, file)| square_at(file, rank));
        match square {
            Some(square) => self.piece_at(square).map_or(Cell::Empty, Cell::Piece),
            None => Cell::Block,
        }
    }

    fn counts(&self) -> PerColor<u32> {
        PerColor(Color::ALL.map(|color| self.count(color)))
    }

    fn view(&self, mv: Move) -> MoveView {
        let (action, ends) = if mv.is_pass() {
            (Action::Pass, None)
        } else if self.is_capture(mv) {
            (Action::Capture, Some(mv))
        } else {
            (Action::Slide, Some(mv))
        };
        MoveView {
            text: Coordinates.format(self, mv),
            action,
            origins: ends.iter().map(|mv| place(mv.from())).collect(),
            target: ends.map(|mv| place(mv.to())),
            turned: Vec::new(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(Coordinates.parse(self, text)?)
    }

    fn refusal(illegal: Illegal) -> MoveError {
        illegal.into()
    }

    fn position_text(&self) -> String {
        self.setup().to_string()
    }
}
