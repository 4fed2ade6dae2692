//! The board and its moves.

use parlor_games::problem::{GameProblem, SetupProblem};
use serde::{Deserialize, Serialize};

use super::{GameResult, Side};

/// The board at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Frame {
    /// One character per square: `b`, `w`, `.` for empty, `#` for a block.
    pub cells: String,
    /// The number of pieces of each side.
    pub counts: [u32; 2],
    /// The side to move.
    pub turn: Side,
    /// The position as text.
    pub position: String,
}

/// The size of a board and the names of its squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shape {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// The names of the rows, from the top.
    pub row_names: Vec<String>,
}

/// The result of checking a board that is being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Checked {
    /// The number of the request.
    pub id: u32,
    /// The size and names of the board, if the agreements are valid.
    pub shape: Option<Shape>,
    /// The board, if it can be played.
    pub frame: Option<Frame>,
    /// Why it cannot.
    pub problem: Option<SetupProblem>,
}

/// The result of trying moves on a board that is not stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TryResult {
    /// The number of the request.
    pub id: u32,
    /// The board, if it is valid.
    pub board: Option<TryBoard>,
    /// Why the board is invalid, or which move is illegal.
    pub problem: Option<GameProblem>,
}

/// A board that is not stored, with its legal moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TryBoard {
    /// The size of the board and the names of its squares.
    pub shape: Shape,
    /// The board before the first move.
    pub start: Frame,
    /// The moves that were played.
    pub plies: Vec<Ply>,
    /// The legal moves of the side to move.
    pub legal: Vec<MoveInfo>,
    /// The result, if there is one.
    pub result: Option<GameResult>,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A disc is placed.
    Place,
    /// A piece extends to an adjacent square.
    Extend,
    /// A piece jumps.
    Jump,
    /// A piece slides to an empty square.
    Slide,
    /// A piece captures.
    Capture,
    /// A pass: the side has no other move.
    Pass,
}

/// A move in displayable form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveInfo {
    /// The move in the game's notation.
    pub text: String,
    /// The kind of the move.
    pub action: Action,
    /// The squares that it can start from. An extension of Ataxx may have several.
    pub origins: Vec<u16>,
    /// The square that it leads to.
    pub target: Option<u16>,
    /// The squares whose pieces change sides.
    pub turned: Vec<u16>,
    /// The line of action that it follows.
    pub line: Option<LineOfAction>,
}

/// A line through the board and the pieces on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineOfAction {
    /// The first square of the line.
    pub from: u16,
    /// The last square of the line.
    pub to: u16,
    /// The number of pieces on it.
    pub count: u32,
}

/// A move that was played, and the board after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ply {
    /// The move.
    pub mv: MoveInfo,
    /// The board after it.
    pub after: Frame,
}
