//! The messages between the page and the server, one JSON object per WebSocket frame.
//!
//! Messages carry codes and parameters, never sentences: the page writes those, in its language. The page does not
//! know the rules either: it receives squares, legal moves, results and its permissions. Squares are numbered row
//! by row from the top left corner, from 0. The TypeScript types of the page are generated from these types (`cargo
//! test -p parlor-table --test it wire_types`; with `PARLOR_WRITE_TYPES=1` it writes them).

mod advice;
mod board;
mod change;
mod codes;
mod request;
mod study;
mod view;

use parlor_games::problem::ImportProblem;
use serde::{Deserialize, Serialize};

pub use advice::{
    Analysis, AnalysisLine, EndSeen, Judged, MoveValue, NamedOpening, ReviewSummary, Reviewed, ScoreView,
    Verdict,
};
pub use board::{Action, Checked, Frame, LineOfAction, MoveInfo, Ply, Shape, TryBoard, TryResult};
pub use change::{GameChange, NewPly};
pub use codes::{
    Assessment, Ending, LimitScope, LimitedResource, Notice, PlayerName, Refusal, RoomProblem, ScoreValue,
    Status, StoreFailure, Story,
};
pub use request::{ClientMessage, ClockSetup, Edit, Edited, GameSetup, ImportFile, Player};
pub use study::{BranchMove, Looked, Moment, StudyChange, StudyEdit, StudyNode};
pub use view::{ClockView, GameResult, GameView, Permissions, Proposal, ProposalKind, SeatView};

/// The version of these messages. It changes whenever a page of another version would misinterpret them.
pub const PROTOCOL: u32 = 6;

/// One of the two sides: `black` is the first mover in every game (Ataxx shows it as red).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of every connection.
    Welcome(Welcome),
    /// The state of the session, for pages that want to resume it after a lost connection. It follows the welcome.
    Session {
        /// The secret with which the page can resume the session.
        token: String,
        /// Whether this is the session that the page asked to resume, and nothing was lost. If not, it is a new
        /// session.
        resumed: bool,
        /// The number of messages received from the page, without heartbeats. The page must send later ones again.
        handled: u32,
    },
    /// The current state of the watched game.
    Game(Box<GameView>),
    /// A change of the watched game.
    Changed(Box<GameChange>),
    /// A change of its variations and annotations.
    Study(Box<StudyChange>),
    /// The legal moves at a requested moment.
    Looked(Box<Looked>),
    /// A move for the client that asked for a hint.
    Hint {
        /// The number of moves played at the time of the request.
        ply: u32,
        /// The move.
        mv: MoveInfo,
        /// The engine's assessment of the move.
        why: Assessment,
    },
    /// Intermediate results of the analysis.
    Analysis(Analysis),
    /// The review's result for one moment.
    Reviewed(Reviewed),
    /// The review is complete.
    ReviewDone(ReviewSummary),
    /// The engine's verdict on a move that could have been played.
    Judged(Judged),
    /// Saved games.
    Games {
        /// The games, newest first.
        games: Vec<GameSummary>,
        /// The cursor of the next page, if there are more.
        next: Option<String>,
    },
    /// An exported game.
    Exported {
        /// A suggested file name.
        file: String,
        /// The text, or base64 if `binary`.
        content: String,
        /// Whether `content` is base64.
        binary: bool,
    },
    /// An import has several games: the client must pick one.
    Choose {
        /// A description of each game.
        games: Vec<ImportChoice>,
    },
    /// The answer to a check.
    Checked(Box<Checked>),
    /// The result of trying moves.
    Tried(Box<TryResult>),
    /// A game that the receiver asked for has started: one that a terminal hosts, or one from a moment of another.
    Joined {
        /// The game to open.
        game: String,
    },
    /// A notification.
    Notice {
        /// The notification.
        notice: Notice,
    },
    /// A request was refused.
    Refused {
        /// The reason.
        reason: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// The number of messages received from the page, without heartbeats.
        handled: u32,
    },
}

impl ServerMessage {
    /// Returns the message as it goes over the wire. Not generic, so that it is compiled once, here.
    pub fn to_json(&self) -> String {
        // Our messages can always be serialised.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns whether the next message of its kind supersedes this one, so that a slow reader may skip it.
    pub fn is_skippable(&self) -> bool {
        matches!(self, ServerMessage::Analysis(analysis) if !analysis.done)
    }
}

/// The first message of every connection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Welcome {
    /// The version of these messages, which is [`PROTOCOL`]. A page of another version must be reloaded.
    pub protocol: u32,
    /// The version of Parlor.
    pub version: String,
    /// The games that can be played.
    pub games: Vec<GameInfo>,
    /// Why games are not saved, if they are not.
    pub not_saving: Option<StoreFailure>,
    /// Games hosted from a terminal that wait for a second player.
    pub rooms: Vec<String>,
    /// The address of this server for others on the network, if they can reach it.
    pub address: Option<String>,
    /// Whether people on other machines can join games here. They cannot if the page is its own host.
    pub others: bool,
    /// Whether the documentation is at `/book/`.
    pub book: bool,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameInfo {
    /// The name in messages.
    pub name: String,
    /// The English name, for pages that have no other.
    pub title: String,
    /// The colours of the sides, first mover first: `black`, `white`, `red`, `blue`.
    pub sides: [String; 2],
    /// The codes of the rule sets, the default first.
    pub rules: Vec<String>,
    /// The sizes of the board, the default first; empty if there is only one.
    pub sizes: Vec<String>,
    /// The designations of the squares of the upper left quarter on which a block can be placed, with the squares
    /// that each covers; empty if there are no blocks.
    pub blocks: Vec<BlockInfo>,
    /// The default limit on the moves of both sides, if there is one.
    pub move_limit: Option<u32>,
    /// The numbers of the computer's levels, weakest first.
    pub levels: Vec<String>,
    /// The codes of the formats in which the game can be exported.
    pub formats: Vec<String>,
    /// The start position.
    pub start: Frame,
    /// The default board's size and the names of its squares.
    pub shape: Shape,
}

/// A game or position of an import, with what distinguishes it from the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportChoice {
    /// Its number in the file, from 1, if the file has several.
    pub number: Option<u32>,
    /// The name of the game, such as `othello`.
    pub game: String,
    /// The names of Black and White, if known.
    pub names: [Option<String>; 2],
    /// The number of moves; 0 for a position.
    pub moves: u32,
    /// The number of discs of each side at the end, if the file has it.
    pub discs: Option<[u32; 2]>,
    /// Where it was played, if the file has it.
    pub event: Option<String>,
    /// The year in which it was played, if the file has it.
    pub year: Option<u32>,
    /// The value of a position for the side to move, if the file has it.
    pub worth: Option<i32>,
}

/// The result of importing a whole file: the response to a file that is sent to `/import`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportReport {
    /// The number of new games.
    pub imported: u32,
    /// The number of games that were already stored.
    pub known: u32,
    /// The number of games that could not be read.
    pub unreadable: u32,
    /// The problem of the first of those.
    pub problem: Option<ImportProblem>,
    /// Why some games could not be stored.
    pub failure: Option<StoreFailure>,
}

/// A block and its mirror images.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BlockInfo {
    /// The letter or digit.
    pub name: String,
    /// The squares it covers.
    pub squares: Vec<u16>,
}

/// A saved game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameSummary {
    /// The game's name in links.
    pub id: String,
    /// The name of the game, such as `othello`.
    pub game: String,
    /// The players of Black and White.
    pub names: [PlayerName; 2],
    /// The number of moves played.
    pub moves: u32,
    /// The result, once the game has ended.
    pub result: Option<GameResult>,
    /// When it was last played, in seconds since 1970.
    pub updated: u64,
    /// The number of rows of the board.
    pub rows: u8,
    /// The number of columns of the board.
    pub columns: u8,
    /// The current board, as in [`Frame::cells`].
    pub cells: String,
    /// The last named opening that the game passed through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub opening: Option<String>,
}
