//! Display and reading of Clobber: row 0 is rank 4 of the board.

mod problems;

use parlor_clobber::{Coordinates, Illegal, Move, Position, SIDE, Setup, file_of, rank_of, square_at};
use parlor_core::{Bitboard, Color, GameRecord, Notation, Outcome, PerColor, PositionText, Square};

use crate::any::{AnyRecord, NewGameError};
use crate::playable::{Action, Cell, EndReason, GridSquare, MoveError, MoveView, Playable, PositionError};
use crate::spec::{ParseSpecError, Terms};

/// The agreements before a game of Clobber: there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClobberTerms;

impl Terms for ClobberTerms {
    fn rules_code(self) -> &'static str {
        parlor_clobber::DESCRIPTOR.rule_sets[0]
    }

    fn set_rules(&mut self, _index: usize) {}

    fn set(&mut self, _name: &str, _value: &str) -> Result<(), ParseSpecError> {
        Ok(())
    }

    fn non_defaults(self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn start(self) -> Result<AnyRecord, NewGameError> {
        Ok(GameRecord::new(Position::start()).into())
    }

    fn read(self, text: &str) -> Result<AnyRecord, NewGameError> {
        let start = Position::read_position(text, ()).map_err(PositionError::from)?;
        Ok(GameRecord::new(start).into())
    }

    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError> {
        if cells.len() != usize::from(SIDE) * usize::from(SIDE) || cells.contains(&Cell::Block) {
            return Err(PositionError::Squares.into());
        }
        let set = |color: Color| -> Bitboard {
            let held = (0..).zip(cells).filter(|&(_, &cell)| cell == Cell::Piece(color));
            held.filter_map(|(index, _)| square_at(index % SIDE, SIDE - 1 - index / SIDE))
                .collect()
        };
        let setup = Setup {
            pieces: PerColor(Color::ALL.map(set)),
            turn,
        };
        let start = Position::from_setup(&setup).map_err(|error| PositionError::Clobber(error.into()))?;
        Ok(GameRecord::new(start).into())
    }
}

fn place(square: Square) -> GridSquare {
    GridSquare {
        row: SIDE - 1 - rank_of(square),
        column: file_of(square),
    }
}

impl Playable for Position {
    fn rows(&self) -> u8 {
        SIDE
    }

    fn columns(&self) -> u8 {
        SIDE
    }

    fn cell(&self, place: GridSquare) -> Cell {
        let square = SIDE
            .checked_sub(place.row + 1)
            .and_then(|rank| square_at(place.column, rank));
        let Some(square) = square else {
            return Cell::Block;
        };
        Color::ALL
            .into_iter()
            .find(|&color| self.pieces(color).contains(square))
            .map_or(Cell::Empty, Cell::Piece)
    }

    fn counts(&self) -> PerColor<u32> {
        PerColor(Color::ALL.map(|color| self.pieces(color).count()))
    }

    fn view(&self, mv: Move) -> MoveView {
        MoveView {
            text: Coordinates.format(self, mv),
            action: Action::Capture,
            origins: vec![place(mv.from())],
            target: Some(place(mv.to())),
            turned: Vec::new(),
            line: None,
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(Coordinates.parse(self, text)?)
    }

    fn refusal(illegal: Illegal) -> MoveError {
        illegal.into()
    }

    fn end_reason(&self, _outcome: Outcome) -> EndReason {
        EndReason::NoMove
    }
}
