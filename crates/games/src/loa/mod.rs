//! Agreements, display, reading and writing of Lines of Action: row 0 is rank 8 of the board.

pub(crate) mod files;
mod problems;
mod variations;

use parlor_core::cpu::Cpu;
use parlor_core::{Color, GameRecord, Notation, Outcome, PerColor, PositionText, Square};
use parlor_loa::{
    Coordinates, Illegal, MOVE_LIMIT, Move, Position, Rules, Setup, Simultaneous, file_of, is_contiguous,
    rank_of, square_at,
};

use crate::any::{AnyRecord, NewGameError};
use crate::export::Written;
use crate::playable::{
    Action, Cell, EndReason, GridSquare, MoveError, MoveLine, MoveView, Playable, PositionError,
};
use crate::spec::{ParseSpecError, Terms};

/// The agreements before a game of Lines of Action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoaTerms {
    /// The result of a move that connects both sides.
    pub rules: Rules,
    /// The number of moves of both sides together after which the game is drawn.
    pub move_limit: Option<u32>,
}

impl Default for LoaTerms {
    fn default() -> LoaTerms {
        LoaTerms {
            rules: Rules::default(),
            move_limit: Some(MOVE_LIMIT),
        }
    }
}

impl LoaTerms {
    fn begin(self, start: Position) -> Result<AnyRecord, NewGameError> {
        let mut record = GameRecord::new(start);
        record.set_move_limit(self.move_limit)?;
        Ok(record.into())
    }
}

impl Terms for LoaTerms {
    fn rules_code(self) -> &'static str {
        self.rules.simultaneous.code()
    }

    fn set_rules(&mut self, index: usize) {
        self.rules.simultaneous = Simultaneous::ALL[index];
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParseSpecError> {
        if name.eq_ignore_ascii_case("limit") {
            self.move_limit = if value.eq_ignore_ascii_case("none") {
                None
            } else {
                let number = value.parse().ok().filter(|&limit: &u32| limit > 0);
                Some(number.ok_or_else(|| ParseSpecError::MoveLimit(value.chars().take(40).collect()))?)
            };
        }
        Ok(())
    }

    fn non_defaults(self) -> Vec<(&'static str, String)> {
        if self.move_limit == Some(MOVE_LIMIT) {
            return Vec::new();
        }
        let limit = self
            .move_limit
            .map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        vec![("limit", limit)]
    }

    fn start(self) -> Result<AnyRecord, NewGameError> {
        self.begin(Position::start(self.rules))
    }

    fn read(self, text: &str) -> Result<AnyRecord, NewGameError> {
        self.begin(Position::read_position(text, self.rules).map_err(PositionError::from)?)
    }

    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError> {
        if cells.len() != usize::from(SIDE) * usize::from(SIDE) {
            return Err(PositionError::Squares.into());
        }
        let mut setup = Setup::empty(turn);
        for (index, cell) in (0..).zip(cells) {
            let place = GridSquare {
                row: index / SIDE,
                column: index % SIDE,
            };
            let square = square_of(place).ok_or(PositionError::Squares)?;
            match *cell {
                Cell::Empty => {}
                Cell::Piece(color) => setup.put(square, Some(color)),
                Cell::Block => return Err(PositionError::Squares.into()),
            }
        }
        let start =
            Position::from_setup(&setup, self.rules).map_err(|error| PositionError::Loa(error.into()))?;
        self.begin(start)
    }
}

/// The length of a side of the board.
const SIDE: u8 = 8;

fn place(square: Square) -> GridSquare {
    GridSquare {
        row: SIDE - 1 - rank_of(square) as u8,
        column: file_of(square) as u8,
    }
}

fn square_of(place: GridSquare) -> Option<Square> {
    let rank = i16::from(SIDE) - 1 - i16::from(place.row);
    square_at(i8::try_from(place.column).ok()?, i8::try_from(rank).ok()?)
}

/// Returns the whole line of a move, and the number of pieces on it.
fn line(position: &Position, mv: Move) -> MoveLine {
    let (file, rank) = (file_of(mv.from()), rank_of(mv.from()));
    let right = (file_of(mv.to()) - file).signum();
    let up = (rank_of(mv.to()) - rank).signum();
    let squares = |direction: i8| {
        let at = move |steps: i8| square_at(file + direction * right * steps, rank + direction * up * steps);
        (0..SIDE as i8).map_while(at)
    };
    let last = |direction: i8| squares(direction).last().unwrap_or(mv.from());
    let n_pieces = |direction: i8| {
        let on_line = squares(direction).filter(|&square| position.piece_at(square).is_some());
        on_line.count() as u32
    };
    MoveLine {
        from: place(last(-1)),
        to: place(last(1)),
        // Both directions start from the square of the moving piece.
        pieces: n_pieces(-1) + n_pieces(1) - 1,
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
        match square_of(place) {
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
            line: ends.map(|mv| line(self, mv)),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(Coordinates.parse(self, text)?)
    }

    fn refusal(illegal: Illegal) -> MoveError {
        illegal.into()
    }

    fn count_lines(&self, _cpu: Cpu, depth: u32) -> u64 {
        parlor_loa::perft(self, depth)
    }

    fn end_reason(&self, outcome: Outcome) -> EndReason {
        let is_connected = |color| is_contiguous(self.pieces(color));
        match outcome {
            Outcome::Win(_) => EndReason::Connected,
            Outcome::Draw if Color::ALL.into_iter().all(is_connected) => EndReason::BothConnected,
            Outcome::Draw => EndReason::Stuck,
        }
    }

    fn export(record: &GameRecord<Position>, names: &PerColor<String>, code: &str) -> Option<Written> {
        files::write(record, names, code)
    }
}
