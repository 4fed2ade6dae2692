//! A game in progress, whichever it is.

use parlor_core::{Color, GameRecord, LimitTooSmall, MoveList, Outcome, PerColor, PlayError};
use parlor_othello::formats::plain;
use parlor_othello::{Board, GridBoard};
use thiserror::Error;

use crate::kind::{Kind, OthelloSize, Spec};
use crate::playable::{Cell, MoveError, MoveView, Place, Playable, PositionError};

/// A game in progress: the record of whichever game it is, and what was agreed before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyGame {
    spec: Spec,
    record: AnyRecord,
}

/// The record of a game, by game. Public so that those who need more than texts (an engine, an exporter) can
/// reach the real thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyRecord {
    /// Othello on the usual board.
    Othello(GameRecord<Board>),
    /// Othello on a board of another size.
    Grid(GameRecord<GridBoard>),
    /// Ataxx.
    Ataxx(GameRecord<parlor_ataxx::Position>),
    /// Lines of Action.
    Loa(GameRecord<parlor_loa::Position>),
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NewGameError {
    /// The blocks cannot stand there.
    #[error(transparent)]
    Blocks(#[from] parlor_ataxx::BlocksError),
    /// The position cannot be read or cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The move limit is no limit.
    #[error(transparent)]
    Limit(#[from] LimitTooSmall),
}

/// Evaluates an expression with `$record` bound to the record of whichever game it is.
macro_rules! each {
    ($any:expr, $record:ident => $result:expr) => {
        match $any {
            AnyRecord::Othello($record) => $result,
            AnyRecord::Grid($record) => $result,
            AnyRecord::Ataxx($record) => $result,
            AnyRecord::Loa($record) => $result,
        }
    };
}

impl AnyGame {
    /// A game from its start.
    pub fn new(spec: &Spec) -> Result<AnyGame, NewGameError> {
        let record = match *spec {
            Spec::Othello { rules, size } if size == OthelloSize::STANDARD => {
                AnyRecord::Othello(GameRecord::new(Board::start(rules)))
            }
            Spec::Othello { rules, size } => AnyRecord::Grid(GameRecord::new(GridBoard::start(size, rules))),
            Spec::Ataxx { rules, blocks } => {
                let start = parlor_ataxx::Position::with_blocks(rules, blocks.squares())?;
                AnyRecord::Ataxx(GameRecord::new(start))
            }
            Spec::Loa { rules, move_limit } => {
                AnyRecord::Loa(limited(parlor_loa::Position::start(rules), move_limit)?)
            }
        };
        Ok(AnyGame { spec: *spec, record })
    }

    /// A game that begins with this position, in the text form of its game. Blocks come from the text.
    pub fn from_position(spec: &Spec, text: &str) -> Result<AnyGame, NewGameError> {
        let record = match *spec {
            Spec::Othello { rules, size } if size != OthelloSize::STANDARD => {
                let setup = plain::read_grid(text, size).map_err(PositionError::from)?;
                let start = GridBoard::from_setup(&setup, rules).map_err(PositionError::from)?;
                AnyRecord::Grid(GameRecord::new(start))
            }
            Spec::Othello { rules, .. } => {
                let setup = plain::read(text).map_err(PositionError::from)?;
                let start = Board::from_setup(&setup, rules).map_err(PositionError::from)?;
                AnyRecord::Othello(GameRecord::new(start))
            }
            Spec::Ataxx { rules, .. } => {
                let start = parlor_ataxx::Position::from_fen(text, rules).map_err(PositionError::from)?;
                AnyRecord::Ataxx(GameRecord::new(start))
            }
            Spec::Loa { rules, move_limit } => {
                let setup: parlor_loa::Setup = text.parse().map_err(PositionError::from)?;
                let start = parlor_loa::Position::from_setup(&setup, rules).map_err(PositionError::from)?;
                AnyRecord::Loa(limited(start, move_limit)?)
            }
        };
        Ok(AnyGame { spec: *spec, record })
    }

    /// A game that goes on from this record.
    pub fn from_record(spec: &Spec, record: AnyRecord) -> AnyGame {
        AnyGame { spec: *spec, record }
    }

    /// What was agreed before the game.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        self.spec.kind()
    }

    /// The record.
    pub fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// How many rows the board has.
    pub fn rows(&self) -> u8 {
        each!(&self.record, record => record.position().rows())
    }

    /// How many columns the board has.
    pub fn columns(&self) -> u8 {
        each!(&self.record, record => record.position().columns())
    }

    /// What is on the squares: row by row from the top, each from the left.
    pub fn cells(&self) -> Vec<Cell> {
        each!(&self.record, record => cells(record.position()))
    }

    /// How many pieces each side has.
    pub fn counts(&self) -> PerColor<u32> {
        each!(&self.record, record => record.position().counts())
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        each!(&self.record, record => record.turn())
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(&self.record, record => record.outcome())
    }

    /// The legal moves; none once there is a result.
    pub fn legal_moves(&self) -> Vec<MoveView> {
        each!(&self.record, record => {
            let mut moves = MoveList::new();
            if record.outcome().is_none() {
                parlor_core::Game::legal_moves(record.position(), &mut moves);
            }
            moves.iter().map(|&mv| record.position().view(mv)).collect()
        })
    }

    /// Plays a move given in the game's usual notation and returns it as it is shown.
    pub fn play(&mut self, text: &str) -> Result<MoveView, MoveError> {
        each!(&mut self.record, record => play(record, text))
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> bool {
        each!(&mut self.record, record => record.undo().is_some())
    }

    /// Plays again the move taken back last.
    pub fn redo(&mut self) -> bool {
        each!(&mut self.record, record => record.redo().is_some())
    }

    /// How many moves were played, passes included.
    pub fn len(&self) -> usize {
        each!(&self.record, record => record.len())
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many more moves may be made before the game is drawn, if there is a limit.
    pub fn moves_left(&self) -> Option<u32> {
        each!(&self.record, record => record.moves_left())
    }

    /// The moves from the start to now.
    pub fn history(&self) -> Vec<MoveView> {
        each!(&self.record, record => {
            record.positions().zip(record.moves()).map(|(before, mv)| before.view(mv)).collect()
        })
    }

    /// The squares after each of the moves, the start first: one more board than there are moves.
    pub fn boards(&self) -> Vec<Vec<Cell>> {
        each!(&self.record, record => record.positions().map(cells).collect())
    }

    /// The position now, in the text form of its game.
    pub fn position_text(&self) -> String {
        each!(&self.record, record => record.position().position_text())
    }

    /// The position the game began with, in the text form of its game.
    pub fn start_text(&self) -> String {
        each!(&self.record, record => record.start().position_text())
    }
}

fn limited(
    start: parlor_loa::Position,
    move_limit: Option<u32>,
) -> Result<GameRecord<parlor_loa::Position>, LimitTooSmall> {
    let mut record = GameRecord::new(start);
    record.set_move_limit(move_limit)?;
    Ok(record)
}

fn cells<G: Playable>(position: &G) -> Vec<Cell> {
    let columns = position.columns();
    (0..position.rows())
        .flat_map(|row| (0..columns).map(move |column| Place { row, column }))
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
