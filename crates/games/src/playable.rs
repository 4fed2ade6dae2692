//! What a page or a referee needs of a game beyond its rules: squares to draw, moves to show and read.

use parlor_core::{Color, Game, PerColor};
use thiserror::Error;

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
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// Not the text of a position of Othello.
    #[error(transparent)]
    OthelloText(#[from] parlor_othello::formats::plain::PlainError),
    /// A position of Othello that cannot be.
    #[error(transparent)]
    Othello(#[from] parlor_othello::SetupError),
    /// Squares that are no board of Othello of another size.
    #[error(transparent)]
    Grid(#[from] parlor_othello::GridSetupError),
    /// Not a position of Ataxx.
    #[error(transparent)]
    Ataxx(#[from] parlor_ataxx::PositionError),
    /// Not the text of a position of Lines of Action.
    #[error(transparent)]
    LoaText(#[from] parlor_loa::ParseSetupError),
    /// A position of Lines of Action that cannot be.
    #[error(transparent)]
    Loa(#[from] parlor_loa::InvalidSetup),
}

/// A game that can be shown and typed at. `text` is always in the game's usual notation: `f5` for Othello,
/// `a7-b6` and `-` for Ataxx, `b8-b6` for Lines of Action.
pub trait Playable: Game {
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

    /// Writes the position; reading it for a board of its size gives an equal one.
    fn position_text(&self) -> String;
}
