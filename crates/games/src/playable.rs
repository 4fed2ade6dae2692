//! The interface that a page or a referee needs from a game beyond its rules: squares to draw, moves to show
//! and read.

use parlor_core::cpu::Cpu;
use parlor_core::{Color, Described, Game, GameRecord, Outcome, PerColor, PositionText, Score};
use thiserror::Error;

use crate::export::Written;
use crate::opening::NamedLine;

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cell {
    /// No piece.
    Empty,
    /// A piece of this side.
    Piece(Color),
    /// A block, which never moves (Ataxx).
    Block,
}

/// A square, by row from the top and column from the left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct GridSquare {
    /// The row from the top.
    pub row: u8,
    /// The column from the left.
    pub column: u8,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// A disc is placed (Othello).
    Place,
    /// A piece grows into a neighbouring square (Ataxx).
    Extend,
    /// A piece jumps (Ataxx).
    Jump,
    /// A piece slides to an empty square (Lines of Action).
    Slide,
    /// A piece captures (Lines of Action).
    Capture,
    /// A pass: the side is stuck.
    Pass,
}

/// A move in displayable form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// The move in the game's default notation, which can be read back.
    pub text: String,
    /// The kind of the move.
    pub action: Action,
    /// The possible origins: none for a placed disc or a pass, several for an extension.
    pub origins: Vec<GridSquare>,
    /// The target square, unless it is a pass.
    pub target: Option<GridSquare>,
    /// The squares whose pieces change sides or disappear, without the origin and the target.
    pub turned: Vec<GridSquare>,
    /// The line whose pieces determine the length of the move (Lines of Action).
    pub line: Option<MoveLine>,
}

/// A line through the board, from edge to edge, and the pieces on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLine {
    /// Its start, on the side that the move comes from.
    pub from: GridSquare,
    /// Its end, on the side that the move goes to.
    pub to: GridSquare,
    /// The number of pieces on it.
    pub pieces: u32,
}

/// What decided a game that ended by its rules or its move limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EndReason {
    /// The number of pieces.
    Count,
    /// The side to move has no move, which loses.
    NoMove,
    /// All pieces of a side are connected.
    Connected,
    /// All pieces of each side are connected, and that is a draw.
    BothConnected,
    /// Neither side has a move, and that is a draw.
    Stuck,
    /// The move limit was reached.
    MoveLimit,
}

/// The reason why a text is not a legal move. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Not a move of Othello.
    #[error(transparent)]
    OthelloText(#[from] parlor_othello::notation::ParseMoveError),
    /// Not legal in Othello.
    #[error(transparent)]
    Othello(#[from] parlor_othello::Illegal),
    /// Not a move of Ataxx.
    #[error(transparent)]
    AtaxxText(#[from] parlor_ataxx::ParseMoveError),
    /// Not legal in Ataxx.
    #[error(transparent)]
    Ataxx(#[from] parlor_ataxx::Illegal),
    /// Not a move of Lines of Action.
    #[error(transparent)]
    LoaText(#[from] parlor_loa::ParseMoveError),
    /// Not legal in Lines of Action.
    #[error(transparent)]
    Loa(#[from] parlor_loa::Illegal),
    /// Not a move of Clobber.
    #[cfg(feature = "fourth-game")]
    #[error(transparent)]
    ClobberText(#[from] parlor_clobber::ParseMoveError),
    /// Not legal in Clobber.
    #[cfg(feature = "fourth-game")]
    #[error(transparent)]
    Clobber(#[from] parlor_clobber::Illegal),
}

/// The reason why a text or a drawing is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// Not a position of Othello.
    #[error(transparent)]
    Othello(#[from] parlor_othello::PositionError),
    /// Not a position of Ataxx.
    #[error(transparent)]
    Ataxx(#[from] parlor_ataxx::PositionError),
    /// Not a position of Lines of Action.
    #[error(transparent)]
    Loa(#[from] parlor_loa::PositionError),
    /// Not a position of Clobber.
    #[cfg(feature = "fourth-game")]
    #[error(transparent)]
    Clobber(#[from] parlor_clobber::PositionError),
    /// The number of squares is wrong, or a square holds something that the game does not have.
    #[error("these squares are not a board of this game")]
    Squares,
}

/// A game that can be displayed and typed. `text` is always in the game's default notation: `f5` for Othello,
/// `a7-b6` and `-` for Ataxx, `b8-b6` for Lines of Action.
pub trait Playable: Game + Described + PositionText {
    /// The named lines from the standard start.
    const OPENINGS: &'static [NamedLine] = &[];

    /// Returns the number of rows of the board.
    fn rows(&self) -> u8;

    /// Returns the number of columns of the board.
    fn columns(&self) -> u8;

    /// Returns the content of a square.
    fn cell(&self, place: GridSquare) -> Cell;

    /// Returns the number of pieces of each side.
    fn counts(&self) -> PerColor<u32>;

    /// Returns a legal move in displayable form.
    fn view(&self, mv: Self::Move) -> MoveView;

    /// Reads a move. [`Game::check`] decides whether it is legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Converts the reason why a move is illegal to the common error type.
    fn refusal(illegal: Self::Illegal) -> MoveError;

    /// Returns the number of lines of exactly `depth` plies; see [`parlor_core::perft()`]. Games with a
    /// faster method use it, with the caller's choice of instruction set.
    fn count_lines(&self, _cpu: Cpu, depth: u32) -> u64 {
        parlor_core::perft(self, depth)
    }

    /// Returns the reason for the result, given the outcome of this position.
    fn end_reason(&self, outcome: Outcome) -> EndReason;

    /// Returns the score of a game that ended here with this outcome, for the side to move.
    fn end_score(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win(winner) if winner == self.turn() => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw => Score::DRAW,
        }
    }

    /// Writes a game in one of the game's own formats, by its code. Returns `None` if the format does not
    /// support it.
    fn export(_record: &GameRecord<Self>, _names: &PerColor<String>, _code: &str) -> Option<Written> {
        None
    }
}
