//! Othello: a square, or the pass behind the last of them. On 8×8 these are the 65 actions of OpenSpiel.

use parlor_core::{Notation, Square};
use parlor_games::MoveError;
use parlor_othello::notation::{Numbers, RowColumn};
use parlor_othello::{Board, GridBoard, GridMove, Move, Place, Position};

use super::{Numbered, fill_plane};

macro_rules! notations {
    () => {
        const NOTATIONS: &'static [&'static str] = &["row-column", "numbers"];

        fn write_move(&self, mv: Self::Move, notation: &str) -> Option<String> {
            match notation {
                "row-column" => Some(RowColumn.format(self, mv)),
                "numbers" => Some(Numbers.format(self, mv)),
                _ => None,
            }
        }

        fn parse_move(&self, text: &str, notation: &str) -> Option<Result<Self::Move, MoveError>> {
            match notation {
                "row-column" => Some(RowColumn.parse(self, text).map_err(MoveError::from)),
                "numbers" => Some(Numbers.parse(self, text).map_err(MoveError::from)),
                _ => None,
            }
        }
    };
}

impl Numbered for Board {
    notations!();

    fn n_actions(&self) -> u32 {
        65
    }

    fn action(&self, mv: Move) -> u32 {
        mv.index() as u32
    }

    fn numbered(&self, action: u32) -> Option<Move> {
        match action {
            0..64 => Square::new(action as u8).map(Move::new),
            64 => Some(Move::PASS),
            _ => None,
        }
    }

    fn fill_planes(&self, planes: &mut [u8]) {
        let (own, others) = planes.split_at_mut(64);
        fill_plane(own, self.discs(self.turn()));
        fill_plane(&mut others[..64], self.discs(!self.turn()));
    }
}

impl Numbered for GridBoard {
    notations!();

    fn n_actions(&self) -> u32 {
        self.size().area() + 1
    }

    fn action(&self, mv: GridMove) -> u32 {
        let columns = u32::from(self.size().columns());
        mv.place().map_or(self.size().area(), |place| {
            u32::from(place.row) * columns + u32::from(place.column)
        })
    }

    fn numbered(&self, action: u32) -> Option<GridMove> {
        if action == self.size().area() {
            return Some(GridMove::PASS);
        }
        let columns = u32::from(self.size().columns());
        let row = u8::try_from(action / columns).ok()?;
        let place = Place::new(row, (action % columns) as u8);
        self.size().contains(place).then(|| GridMove::new(place))?
    }
}
