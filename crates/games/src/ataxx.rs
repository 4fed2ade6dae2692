//! Ataxx, to be shown: row 0 is row 7 of the board.

use parlor_ataxx::{Illegal, Move, MoveKind, Position, SeedNotation, file, neighbours, rank, square};
use parlor_core::{Bitboard, Color, Notation, PerColor, Square};

use crate::playable::{Action, Cell, MoveError, MoveView, Place, Playable};

/// The length of a side of the board.
const SIDE: u8 = 7;

fn place(square: Square) -> Place {
    Place {
        row: SIDE - 1 - rank(square),
        column: file(square),
    }
}

fn places(squares: Bitboard) -> Vec<Place> {
    squares.squares().map(place).collect()
}

impl Playable for Position {
    fn rows(&self) -> u8 {
        SIDE
    }

    fn columns(&self) -> u8 {
        SIDE
    }

    fn cell(&self, place: Place) -> Cell {
        let Some(square) = SIDE
            .checked_sub(place.row + 1)
            .and_then(|rank| square(place.column, rank))
        else {
            return Cell::Block;
        };
        if self.blocks().contains(square) {
            return Cell::Block;
        }
        Color::ALL
            .into_iter()
            .find(|&color| self.pieces(color).contains(square))
            .map_or(Cell::Empty, Cell::Piece)
    }

    fn counts(&self) -> PerColor<u32> {
        PerColor(Color::ALL.map(|color| self.count(color)))
    }

    fn view(&self, mv: Move) -> MoveView {
        let (own, enemy) = (self.pieces(self.turn()), self.pieces(!self.turn()));
        let (action, origins, to) = match mv.kind() {
            MoveKind::Clone { to } => (Action::Extend, places(neighbours(to) & own), Some(to)),
            MoveKind::Jump { from, to } => (Action::Jump, vec![place(from)], Some(to)),
            MoveKind::Pass => (Action::Pass, Vec::new(), None),
        };
        MoveView {
            text: SeedNotation.format(self, mv),
            action,
            origins,
            target: to.map(place),
            turned: to.map_or_else(Vec::new, |to| places(neighbours(to) & enemy)),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(SeedNotation.parse(self, text)?)
    }

    fn refusal(illegal: Illegal) -> MoveError {
        illegal.into()
    }

    fn position_text(&self) -> String {
        self.fen()
    }
}
