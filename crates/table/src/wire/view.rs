//! A game in the form that one of its players or spectators may see.

use serde::{Deserialize, Serialize};

use super::{Ending, Frame, GameSetup, MoveInfo, PlayerName, Ply, Shape, Side, Status, StoreFailure};

/// A game in the form that one of its players or spectators may see.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    /// The game's name in links.
    pub id: String,
    /// Increases with every change.
    pub version: u32,
    /// The name of the game, such as `othello`.
    pub game: String,
    /// The size of the board and the names of its squares.
    pub shape: Shape,
    /// The board before the first move.
    pub start: Frame,
    /// The number of the first ply in `plies`, which replace all plies that the page has from there on.
    pub from: u32,
    /// The moves from there on.
    pub plies: Vec<Ply>,
    /// The legal moves of the side to move; only for its player.
    pub legal: Vec<MoveInfo>,
    /// What the game waits for.
    pub status: Status,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Both sides.
    pub seats: [SeatView; 2],
    /// The clocks, if the game is timed.
    pub clock: Option<ClockView>,
    /// A proposal that waits for an answer.
    pub proposal: Option<Proposal>,
    /// Whether the computer is thinking.
    pub thinking: bool,
    /// The receiver's permissions.
    pub may: Permissions,
    /// The number of other spectators.
    pub spectators: u32,
    /// The game that followed this one.
    pub next: Option<String>,
    /// The name under which a terminal program can join, while it can.
    pub room: Option<String>,
    /// The setup of a similar game: the agreements that differ from the defaults, the players and the clock.
    pub setup: GameSetup,
    /// Why the latest events are not saved, if they are not.
    pub unsaved: Option<StoreFailure>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameResult {
    /// The winner; `null` for a draw.
    pub winner: Option<Side>,
    /// How the game ended.
    pub ending: Ending,
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatView {
    /// The player.
    pub name: PlayerName,
    /// The computer's level, if the computer plays it.
    pub level: Option<String>,
    /// Whether the receiver plays it.
    pub yours: bool,
    /// Whether the seat is still free.
    pub free: bool,
    /// Whether a person plays it and is connected.
    pub present: bool,
    /// The secret that takes this seat; only for the inviting side.
    pub invitation: Option<String>,
}

/// The clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockView {
    /// Milliseconds left for each side.
    pub left: [u32; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
}

/// A proposal of one player to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Proposal {
    /// The kind of proposal.
    pub kind: ProposalKind,
    /// The side that made it.
    pub by: Side,
    /// Whether the receiver has to answer.
    pub for_you: bool,
}

/// A kind of proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ProposalKind {
    /// To take back a move.
    Takeback,
    /// To play again.
    Rematch,
}

/// The requests that the receiver of a view may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Permissions {
    /// May take back a move without asking.
    pub undo: bool,
    /// May replay moves that were taken back.
    pub redo: bool,
    /// May ask the other player to take back a move.
    pub takeback: bool,
    /// May resign.
    pub resign: bool,
    /// May start or ask for a rematch.
    pub rematch: bool,
    /// May let a person or the computer play a side.
    pub switch: bool,
    /// May ask for a hint.
    pub hint: bool,
    /// May analyse and review.
    pub analyse: bool,
    /// May begin a new game from an earlier moment of this one.
    pub play_from: bool,
    /// May add variations, comments and drawings.
    pub edit: bool,
    /// May only view the game: even a move at its end is a variation and does not continue the game.
    pub study: bool,
}
