//! Agreements, display, reading and writing of Ataxx: row 0 is row 7 of the board.

pub(crate) mod files;
mod problems;

use parlor_ataxx::{
    BlockPattern, Cs61bNotation, Illegal, Move, MoveKind, Position, Rules, SIDE, Setup, file, neighbours,
    rank, square,
};
use parlor_core::cpu::Cpu;
use parlor_core::{Bitboard, Color, GameRecord, Notation, Outcome, PerColor, PositionText, Square};

use crate::any::{AnyRecord, NewGameError};
use crate::export::Written;
use crate::playable::{Action, Cell, EndReason, GridSquare, MoveError, MoveView, Playable, PositionError};
use crate::spec::{ParseSpecError, Terms};

/// The agreements before a game of Ataxx.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AtaxxTerms {
    /// How a game without progress ends.
    pub rules: Rules,
    /// The blocks on the board at the start.
    pub blocks: BlockPattern,
}

impl Terms for AtaxxTerms {
    fn rules_code(self) -> &'static str {
        self.rules.code()
    }

    fn set_rules(&mut self, index: usize) {
        self.rules = Rules::ALL[index];
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParseSpecError> {
        if name.eq_ignore_ascii_case("blocks") {
            self.blocks = value.parse()?;
        }
        Ok(())
    }

    fn non_defaults(self) -> Vec<(&'static str, String)> {
        let blocks = (self.blocks != BlockPattern::NONE).then(|| ("blocks", self.blocks.to_string()));
        blocks.into_iter().collect()
    }

    fn start(self) -> Result<AnyRecord, NewGameError> {
        let start = Position::with_blocks(self.rules, self.blocks.squares())?;
        Ok(GameRecord::new(start).into())
    }

    fn read(self, text: &str) -> Result<AnyRecord, NewGameError> {
        let start = Position::read_position(text, self.rules).map_err(PositionError::from)?;
        Ok(GameRecord::new(start).into())
    }

    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError> {
        if cells.len() != parlor_ataxx::N_SQUARES {
            return Err(PositionError::Squares.into());
        }
        let mut setup = Setup { turn, ..Setup::EMPTY };
        for (row, squares) in (0..SIDE).zip(cells.chunks(SIDE.into())) {
            for (column, cell) in (0..SIDE).zip(squares) {
                let here = square(column, SIDE - 1 - row).map_or(Bitboard::EMPTY, Square::bit);
                match *cell {
                    Cell::Empty => {}
                    Cell::Piece(color) => setup.pieces[color] |= here,
                    Cell::Block => setup.blocks |= here,
                }
            }
        }
        let start =
            Position::from_setup(&setup, self.rules).map_err(|error| PositionError::Ataxx(error.into()))?;
        Ok(GameRecord::new(start).into())
    }
}

fn place(square: Square) -> GridSquare {
    GridSquare {
        row: SIDE - 1 - rank(square),
        column: file(square),
    }
}

fn places(squares: Bitboard) -> Vec<GridSquare> {
    squares.squares().map(place).collect()
}

impl Playable for Position {
    fn rows(&self) -> u8 {
        SIDE
    }

    fn columns(&self) -> u8 {
        SIDE
    }

    fn cell(&self, place: GridSquare) -> Cell {
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
            text: Cs61bNotation.format(self, mv),
            action,
            origins,
            target: to.map(place),
            turned: to.map_or_else(Vec::new, |to| places(neighbours(to) & enemy)),
            line: None,
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(Cs61bNotation.parse(self, text)?)
    }

    fn refusal(illegal: Illegal) -> MoveError {
        illegal.into()
    }

    fn count_lines(&self, cpu: Cpu, depth: u32) -> u64 {
        parlor_ataxx::perft_on(cpu, self, depth)
    }

    fn end_reason(&self, _outcome: Outcome) -> EndReason {
        EndReason::Count
    }

    fn export(record: &GameRecord<Position>, _names: &PerColor<String>, code: &str) -> Option<Written> {
        files::write(record, code)
    }
}
