//! A game in progress of any kind.

use parlor_core::cpu::Cpu;
use parlor_core::{
    Color, Game, GameRecord, LimitTooSmall, MoveList, Outcome, PerColor, PlayError, PositionText, Score,
};
use parlor_othello::{Board, GridBoard};
use thiserror::Error;

use crate::each_record;
use crate::kind::Kind;
use crate::playable::{Cell, EndReason, GridSquare, MoveError, MoveView, Playable, PositionError};
use crate::spec::Spec;

/// A game in progress: the record of any game, and the agreements before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyGame {
    spec: Spec,
    record: AnyRecord,
}

/// The record of a game, by game. Public so that code that needs more than text (an engine, an exporter) can
/// access the typed record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyRecord {
    /// Othello on the standard board.
    Othello(GameRecord<Board>),
    /// Othello on a board of another size.
    Grid(GameRecord<GridBoard>),
    /// Ataxx.
    Ataxx(GameRecord<parlor_ataxx::Position>),
    /// Lines of Action.
    Loa(GameRecord<parlor_loa::Position>),
    /// Clobber.
    #[cfg(feature = "fourth-game")]
    Clobber(GameRecord<parlor_clobber::Position>),
}

/// The reason why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NewGameError {
    /// The blocks cannot be placed.
    #[error(transparent)]
    Blocks(#[from] parlor_ataxx::BlocksError),
    /// The position is malformed or invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The move limit is invalid.
    #[error(transparent)]
    Limit(#[from] LimitTooSmall),
}

/// Implements the conversions between the record of a game and [`AnyRecord`].
macro_rules! record_of {
    ($variant:ident, $position:ty) => {
        impl From<GameRecord<$position>> for AnyRecord {
            fn from(record: GameRecord<$position>) -> AnyRecord {
                AnyRecord::$variant(record)
            }
        }

        impl<'a> TryFrom<&'a AnyRecord> for &'a GameRecord<$position> {
            type Error = OtherGame;

            fn try_from(record: &'a AnyRecord) -> Result<&'a GameRecord<$position>, OtherGame> {
                match record {
                    AnyRecord::$variant(record) => Ok(record),
                    _ => Err(OtherGame),
                }
            }
        }
    };
}

record_of!(Othello, Board);
record_of!(Grid, GridBoard);
record_of!(Ataxx, parlor_ataxx::Position);
record_of!(Loa, parlor_loa::Position);
#[cfg(feature = "fourth-game")]
record_of!(Clobber, parlor_clobber::Position);

/// The error when a record of another game was requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the record is of another game or board")]
pub struct OtherGame;

impl AnyGame {
    /// Creates a game from its start.
    pub fn new(spec: &Spec) -> Result<AnyGame, NewGameError> {
        Ok(AnyGame {
            spec: *spec,
            record: spec.start()?,
        })
    }

    /// Creates a game that begins with this position, in the text form of its game. The text determines the
    /// blocks.
    pub fn from_position(spec: &Spec, text: &str) -> Result<AnyGame, NewGameError> {
        Ok(AnyGame {
            spec: *spec,
            record: spec.read(text)?,
        })
    }

    /// Creates a game that begins with these squares, row by row from the top and each row from the left. The
    /// squares determine the blocks.
    pub fn from_cells(spec: &Spec, cells: &[Cell], turn: Color) -> Result<AnyGame, NewGameError> {
        Ok(AnyGame {
            spec: *spec,
            record: spec.place(cells, turn)?,
        })
    }

    /// Creates a game that continues this record.
    pub fn from_record(spec: &Spec, record: impl Into<AnyRecord>) -> AnyGame {
        AnyGame {
            spec: *spec,
            record: record.into(),
        }
    }

    /// Returns the agreements of the game.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the kind of the game.
    pub fn kind(&self) -> Kind {
        self.spec.kind()
    }

    /// Returns the record.
    pub fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// Returns the number of rows of the board.
    pub fn rows(&self) -> u8 {
        each_record!(&self.record, record => record.position().rows())
    }

    /// Returns the number of columns of the board.
    pub fn columns(&self) -> u8 {
        each_record!(&self.record, record => record.position().columns())
    }

    /// Returns the content of the squares, row by row from the top, each row from the left.
    pub fn cells(&self) -> Vec<Cell> {
        each_record!(&self.record, record => cells(record.position()))
    }

    /// Returns the number of pieces of each side.
    pub fn counts(&self) -> PerColor<u32> {
        each_record!(&self.record, record => record.position().counts())
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        each_record!(&self.record, record => record.turn())
    }

    /// Returns the result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        each_record!(&self.record, record => record.outcome())
    }

    /// Returns the reason for the result, once there is one.
    pub fn end_reason(&self) -> Option<EndReason> {
        each_record!(&self.record, record => match record.position().outcome() {
            Some(outcome) => Some(record.position().end_reason(outcome)),
            None => record.outcome().map(|_| EndReason::MoveLimit),
        })
    }

    /// Returns the score of a finished game for the side to move: the difference in discs where that is the
    /// score, otherwise a win or a loss.
    pub fn end_score(&self) -> Option<Score> {
        let outcome = self.outcome()?;
        Some(each_record!(&self.record, record => record.position().end_score(outcome)))
    }

    /// Returns the legal moves; none once there is a result.
    pub fn legal_moves(&self) -> Vec<MoveView> {
        each_record!(&self.record, record => {
            let mut moves = MoveList::new();
            if record.outcome().is_none() {
                record.position().legal_moves(&mut moves);
            }
            moves.iter().map(|&mv| record.position().view(mv)).collect()
        })
    }

    /// Returns the number of lines of exactly `depth` plies from here.
    pub fn count_lines(&self, cpu: Cpu, depth: u32) -> u64 {
        each_record!(&self.record, record => record.position().count_lines(cpu, depth))
    }

    /// Plays a move given in the game's default notation and returns it in displayable form.
    pub fn play(&mut self, text: &str) -> Result<MoveView, MoveError> {
        each_record!(&mut self.record, record => play(record, text))
    }

    /// Plays `plies` random moves, or fewer if the game ends first; see [`GameRecord::play_randomly`].
    pub fn play_randomly(&mut self, plies: u32, random: &mut u64) {
        each_record!(&mut self.record, record => record.play_randomly(plies, random));
    }

    /// Takes back the last move and returns whether there was one.
    pub fn undo(&mut self) -> bool {
        each_record!(&mut self.record, record => record.undo().is_some())
    }

    /// Replays the move taken back last and returns whether there was one.
    pub fn redo(&mut self) -> bool {
        each_record!(&mut self.record, record => record.redo().is_some())
    }

    /// Returns the number of moves played, passes included.
    pub fn len(&self) -> usize {
        each_record!(&self.record, record => record.len())
    }

    /// Returns whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of moves left before the game is drawn, if there is a limit.
    pub fn moves_left(&self) -> Option<u32> {
        each_record!(&self.record, record => record.moves_left())
    }

    /// Returns the moves from the start to the current position.
    pub fn history(&self) -> Vec<MoveView> {
        each_record!(&self.record, record => {
            record.positions().zip(record.moves()).map(|(before, mv)| before.view(mv)).collect()
        })
    }

    /// Returns the squares at the start and after each move: one more board than there are moves.
    pub fn boards(&self) -> Vec<Vec<Cell>> {
        each_record!(&self.record, record => record.positions().map(cells).collect())
    }

    /// Returns the current position, in the text form of its game.
    pub fn position_text(&self) -> String {
        each_record!(&self.record, record => record.position().position_text())
    }

    /// Returns the start position, in the text form of its game.
    pub fn start_text(&self) -> String {
        each_record!(&self.record, record => record.start().position_text())
    }
}

fn cells<G: Playable>(position: &G) -> Vec<Cell> {
    let columns = position.columns();
    (0..position.rows())
        .flat_map(|row| (0..columns).map(move |column| GridSquare { row, column }))
        .map(|place| position.cell(place))
        .collect()
}

fn play<G: Playable>(record: &mut GameRecord<G>, text: &str) -> Result<MoveView, MoveError> {
    if record.outcome().is_some() {
        return Err(MoveError::Over);
    }
    let mv = record.position().read_move(text)?;
    let before = record.position().clone();
    record.play(mv).map_err(|error| match error {
        PlayError::Over => MoveError::Over,
        PlayError::Illegal(illegal) => G::refusal(illegal),
    })?;
    Ok(before.view(mv))
}
