//! A game in the form that one of its players or spectators may see.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Ending, Frame, GameSetup, MoveInfo, PlayerName, Ply, Shape, Side, Status, StoreFailure};

/// A game in the form that one of its players or spectators may see.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameView {
    /// The game's name in links.
    pub id: String,
    /// Grows with every change.
    pub version: u32,
    /// Which game it is.
    pub game: String,
    /// How large the board is, and what its squares are called.
    pub shape: Shape,
    /// The board before the first move.
    pub start: Frame,
    /// The number of the first ply in `plies`: what the page knows from there on is replaced by them.
    pub from: u32,
    /// The moves from there.
    pub plies: Vec<Ply>,
    /// What the side to move may play; only for its player.
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
    /// What the receiver may ask for.
    pub may: Permissions,
    /// How many others are watching.
    pub spectators: u32,
    /// The game that followed this one.
    pub next: Option<String>,
    /// The name under which a terminal program can join, while it can.
    pub room: Option<String>,
    /// The agreements that are not the usual ones, to begin a like game.
    pub setup: GameSetup,
    /// Why what happened last is not saved, as long as it is not.
    pub unsaved: Option<StoreFailure>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameResult {
    /// The winner; nobody when it is drawn.
    pub winner: Option<Side>,
    /// What decided it.
    pub ending: Ending,
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SeatView {
    /// Who plays it.
    pub name: PlayerName,
    /// The computer's level, if the computer plays it.
    pub level: Option<String>,
    /// Whether the receiver plays it.
    pub yours: bool,
    /// Whether somebody has yet to take it.
    pub free: bool,
    /// Whether a person plays it who is connected now.
    pub present: bool,
    /// The secret that takes this seat; only for the inviting side.
    pub invitation: Option<String>,
}

/// The clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ClockView {
    /// Milliseconds left for each side.
    pub left: [u32; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
}

/// A proposal of one player to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Proposal {
    /// What was asked for.
    pub kind: ProposalKind,
    /// Who asked.
    pub by: Side,
    /// Whether the receiver is to answer.
    pub for_you: bool,
}

/// A kind of proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ProposalKind {
    /// To take back a move.
    Takeback,
    /// To play again.
    Rematch,
}

/// The requests that the receiver of a view may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Permissions {
    /// To take back a move, at once.
    pub undo: bool,
    /// To play it again.
    pub redo: bool,
    /// To ask the other player to take back a move.
    pub takeback: bool,
    /// To give up.
    pub resign: bool,
    /// To play again.
    pub rematch: bool,
    /// To let a person or the computer play a side from now on.
    pub switch: bool,
    /// To ask for a hint.
    pub hint: bool,
    /// To analyse and review.
    pub analyse: bool,
    /// To begin a new game from an earlier moment of this one.
    pub play_from: bool,
    /// To add variations, comments and drawings.
    pub edit: bool,
    /// To look at the game only: a move at its end is a variation too, and does not continue the game.
    pub study: bool,
}
