//! Agreements, display, reading and writing of Othello on every board size.

pub(crate) mod files;
mod openings;
mod problems;

use parlor_core::cpu::Cpu;
use parlor_core::{Bitboard, Color, GameRecord, Notation, Outcome, PerColor, PositionText, Score, Square};
use parlor_othello::notation::Standard;
use parlor_othello::{Board, GridBoard, GridSetup, Illegal, Position, Rules, Setup, Size};

use crate::any::{AnyRecord, NewGameError};
use crate::export::Written;
use crate::opening::NamedLine;
use crate::playable::{Action, Cell, EndReason, GridSquare, MoveError, MoveView, Playable, PositionError};
use crate::spec::{ParseSpecError, Terms};

/// The agreements before a game of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloTerms {
    /// What happens to a side that is stuck.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
}

impl Default for OthelloTerms {
    fn default() -> OthelloTerms {
        OthelloTerms {
            rules: Rules::default(),
            size: Size::STANDARD,
        }
    }
}

impl OthelloTerms {
    fn is_standard(self) -> bool {
        self.size == Size::STANDARD
    }
}

impl Terms for OthelloTerms {
    fn rules_code(self) -> &'static str {
        self.rules.code()
    }

    fn set_rules(&mut self, index: usize) {
        self.rules = Rules::ALL[index];
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParseSpecError> {
        if name.eq_ignore_ascii_case("size") {
            self.size = value.parse()?;
        }
        Ok(())
    }

    fn non_defaults(self) -> Vec<(&'static str, String)> {
        let size = (!self.is_standard()).then(|| ("size", self.size.to_string()));
        size.into_iter().collect()
    }

    /// Adapts the size to a position's text: text with another number of squares means a square board, unless
    /// a chosen size fits it.
    fn fitting(self, text: &str) -> OthelloTerms {
        let n_squares = text.chars().filter(|letter| !letter.is_whitespace()).count();
        // The side to move comes last.
        let area = n_squares.saturating_sub(1);
        let side = area.isqrt();
        if area == self.size.area() as usize || side * side != area {
            return self;
        }
        let size = u32::try_from(side)
            .ok()
            .and_then(|side| Size::new(side, side).ok());
        OthelloTerms {
            size: size.unwrap_or(self.size),
            ..self
        }
    }

    fn start(self) -> Result<AnyRecord, NewGameError> {
        Ok(if self.is_standard() {
            GameRecord::new(Board::start(self.rules)).into()
        } else {
            GameRecord::new(GridBoard::start(self.size, self.rules)).into()
        })
    }

    fn read(self, text: &str) -> Result<AnyRecord, NewGameError> {
        Ok(if self.is_standard() {
            let start = Board::read_position(text, self.rules).map_err(PositionError::from)?;
            GameRecord::new(start).into()
        } else {
            let start =
                GridBoard::read_position(text, (self.size, self.rules)).map_err(PositionError::from)?;
            GameRecord::new(start).into()
        })
    }

    fn place(self, cells: &[Cell], turn: Color) -> Result<AnyRecord, NewGameError> {
        let cells = discs(cells).ok_or(PositionError::Squares)?;
        if cells.len() != self.size.area() as usize {
            return Err(PositionError::Squares.into());
        }
        Ok(if self.is_standard() {
            let set = |color: Color| -> Bitboard {
                let squares = (0u32..).zip(&cells).filter(|&(_, &cell)| cell == Some(color));
                squares.map(|(index, _)| Square::from_low_bits(index)).collect()
            };
            let setup = Setup {
                black: set(Color::Black),
                white: set(Color::White),
                turn,
            };
            let start = Board::from_setup(&setup, self.rules).map_err(|_| PositionError::Squares)?;
            GameRecord::new(start).into()
        } else {
            let setup = GridSetup {
                size: self.size,
                cells,
                turn,
            };
            let start = GridBoard::from_setup(&setup, self.rules).map_err(|_| PositionError::Squares)?;
            GameRecord::new(start).into()
        })
    }
}

/// Returns the discs on squares, if none is blocked.
fn discs(cells: &[Cell]) -> Option<Vec<Option<Color>>> {
    let disc = |cell: &Cell| match cell {
        Cell::Empty => Some(None),
        Cell::Piece(color) => Some(Some(*color)),
        Cell::Block => None,
    };
    cells.iter().map(disc).collect()
}

fn place(place: parlor_othello::Place) -> GridSquare {
    GridSquare {
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
        line: None,
    }
}

fn end_reason(position: &impl Position, outcome: Outcome) -> EndReason {
    let is_stuck = position.rules() == Rules::NoMoveLoses && position.n_empties() > 0;
    match outcome {
        Outcome::Win(_) if is_stuck => EndReason::NoMove,
        Outcome::Win(_) | Outcome::Draw => EndReason::Count,
    }
}

/// Returns the difference in discs, with the empty squares given to the winner; a side that loses because it
/// is stuck just loses.
fn end_score(position: &impl Position, outcome: Outcome) -> Score {
    let turn = position.turn();
    match (end_reason(position, outcome), outcome) {
        (EndReason::Count, Outcome::Draw) => Score::DRAW,
        (EndReason::Count, _) => {
            let lead = position.count(turn) as i32 - position.count(!turn) as i32;
            Score::from_discs(lead + lead.signum() * position.n_empties() as i32)
        }
        (_, Outcome::Win(winner)) if winner == turn => Score::win_in(0),
        _ => Score::loss_in(0),
    }
}

/// Implements [`Playable`] for both boards, which do not differ in anything that is shown.
macro_rules! playable {
    ($board:ty, $export:path, $count_lines:expr) => {
        impl Playable for $board {
            const OPENINGS: &'static [NamedLine] = openings::OPENINGS;

            fn rows(&self) -> u8 {
                self.size().rows()
            }

            fn columns(&self) -> u8 {
                self.size().columns()
            }

            fn cell(&self, place: GridSquare) -> Cell {
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

            fn count_lines(&self, cpu: Cpu, depth: u32) -> u64 {
                $count_lines(cpu, self, depth)
            }

            fn end_reason(&self, outcome: Outcome) -> EndReason {
                end_reason(self, outcome)
            }

            fn end_score(&self, outcome: Outcome) -> Score {
                end_score(self, outcome)
            }

            fn export(record: &GameRecord<$board>, names: &PerColor<String>, code: &str) -> Option<Written> {
                $export(record, names, code)
            }
        }
    };
}

playable!(Board, files::write_board, parlor_othello::perft_on);
playable!(GridBoard, files::write, |_, board, depth| {
    parlor_othello::perft_of(board, depth)
});
