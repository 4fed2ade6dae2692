//! What a page or a referee needs of a game beyond its rules: squares to draw, moves to show and read.

use parlor_core::cpu::Cpu;
use parlor_core::{Color, Described, Game, GameRecord, Outcome, PerColor, PositionText, Score};
use thiserror::Error;

use crate::export::Written;
use crate::opening::NamedLine;

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece of this side.
    Piece(Color),
    /// A block, which never moves (Ataxx).
    Block,
}

/// A square, by row from the top and column from the left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The row from the top.
    pub row: u8,
    /// The column from the left.
    pub column: u8,
}

/// What a move does.
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
    /// Nothing: the side is stuck.
    Pass,
}

/// A move as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// The move in the game's usual notation; reading it gives the move back.
    pub text: String,
    /// What it does.
    pub action: Action,
    /// The squares it may be said to start from: none for a placed disc or a pass, several for an extension.
    pub origins: Vec<Place>,
    /// The square it leads to, unless it is a pass.
    pub target: Option<Place>,
    /// The squares whose pieces change sides or disappear, the origin and the target not counted.
    pub turned: Vec<Place>,
    /// The line whose pieces say how far the move goes (Lines of Action).
    pub line: Option<MoveLine>,
}

/// A line through the board, from edge to edge, and the pieces on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLine {
    /// Where it begins, on the side that the move comes from.
    pub from: Place,
    /// Where it ends, on the side that the move goes to.
    pub to: Place,
    /// How many pieces are on it.
    pub pieces: u32,
}

/// What decided a game that has ended by its rules or its move limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EndReason {
    /// The number of pieces.
    Count,
    /// The side to move has no move, which loses.
    NoMove,
    /// All pieces of a side are connected.
    Connected,
    /// All pieces of either side are connected, and that is a draw.
    BothConnected,
    /// Neither side has a move, and that is a draw.
    Stuck,
    /// The agreed number of moves was made.
    MoveLimit,
}

/// Why a text is not a move that can be played. Nothing was changed.
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

/// Why a text or a drawing is not a position.
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
    /// Too many or too few squares, or something on one that the game does not have.
    #[error("these squares are not a board of this game")]
    Squares,
}

/// A game that can be shown and typed at. `text` is always in the game's usual notation: `f5` for Othello,
/// `a7-b6` and `-` for Ataxx, `b8-b6` for Lines of Action.
pub trait Playable: Game + Described + PositionText {
    /// The lines from the usual start that have names.
    const OPENINGS: &'static [NamedLine] = &[];

    /// How many rows the board has.
    fn rows(&self) -> u8;

    /// How many columns the board has.
    fn columns(&self) -> u8;

    /// What is on a square of the board.
    fn cell(&self, place: Place) -> Cell;

    /// How many pieces each side has.
    fn counts(&self) -> PerColor<u32>;

    /// A legal move as it is shown.
    fn view(&self, mv: Self::Move) -> MoveView;

    /// Reads a move. Whether it is legal is for [`Game::check`] to say.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Says in common words why a move is not legal.
    fn refusal(illegal: Self::Illegal) -> MoveError;

    /// How many lines of exactly `depth` plies there are; see [`parlor_core::perft()`]. Games with a faster way use it, with
    /// the instructions of the caller's choice.
    fn count_lines(&self, _cpu: Cpu, depth: u32) -> u64 {
        parlor_core::perft(self, depth)
    }

    /// What decided the game, given how this position ended it.
    fn end_reason(&self, outcome: Outcome) -> EndReason;

    /// What a game that ended here with this outcome is worth to the side to move.
    fn end_score(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win(winner) if winner == self.turn() => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw => Score::DRAW,
        }
    }

    /// Writes a game in one of the game's own formats, by its code. Nothing if the format does not suit it.
    fn export(_record: &GameRecord<Self>, _names: &PerColor<String>, _code: &str) -> Option<Written> {
        None
    }
}
