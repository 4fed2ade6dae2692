//! The messages between the page and the server, one JSON object per WebSocket frame.
//!
//! Messages carry codes and parameters, never sentences: the page writes those, in its language. The page
//! does not know the rules either: it receives squares, legal moves, results and its permissions. Squares are
//! numbered row by row from the top left corner, from 0. The TypeScript types of the page are generated from
//! these (`cargo test -p parlor-table --test it wire_types`, with `PARLOR_WRITE_TYPES=1` to write them).

mod advice;
mod board;
mod change;
mod codes;
mod request;
mod study;
mod view;

use parlor_games::problem::ImportProblem;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

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

/// The version of these messages. It changes whenever a page with other messages would misunderstand them.
pub const PROTOCOL: u32 = 6;

/// One of the two sides: `black` is the first mover in every game (Ataxx shows it as red).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of every connection.
    Welcome(Welcome),
    /// The state of the session, for pages that want to resume it after a lost connection. It follows the
    /// welcome.
    Session {
        /// The secret with which the page can resume it.
        token: String,
        /// Whether it is the conversation that the page asked to resume: nothing was lost. If not, it starts over.
        resumed: bool,
        /// How many messages of the page have arrived, signs of life not counted: what came after them must be sent again.
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
        /// How many moves were played when it was asked for.
        ply: u32,
        /// The move.
        mv: MoveInfo,
        /// What the engine thinks of it.
        why: Assessment,
    },
    /// What the analysis found so far.
    Analysis(Analysis),
    /// The review's result for one moment.
    Reviewed(Reviewed),
    /// The review is complete.
    ReviewDone(ReviewSummary),
    /// The engine's verdict on a move that could have been played.
    Judged(Judged),
    /// Saved games.
    Games {
        /// The newest first.
        games: Vec<GameSummary>,
        /// Where the next page begins, if there are more.
        next: Option<String>,
    },
    /// An exported game.
    Exported {
        /// A name for the file.
        file: String,
        /// Its text, or base64 when `binary`.
        content: String,
        /// Whether `content` is base64.
        binary: bool,
    },
    /// An import has several games: the client must pick one.
    Choose {
        /// What is known of each.
        games: Vec<ImportChoice>,
    },
    /// The answer to a check.
    Checked(Box<Checked>),
    /// The result of trying moves.
    Tried(Box<TryResult>),
    /// A game that the receiver asked for has started: one that a terminal hosts, or one from a moment of
    /// another.
    Joined {
        /// The game, to be opened.
        game: String,
    },
    /// Something worth knowing.
    Notice {
        /// What.
        notice: Notice,
    },
    /// A request was refused.
    Refused {
        /// Why.
        reason: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// How many messages of the page have arrived, signs of life not counted.
        handled: u32,
    },
}

impl ServerMessage {
    /// Returns whether the next message of its kind supersedes this one: a slow reader may skip it.
    pub fn is_passing(&self) -> bool {
        matches!(self, ServerMessage::Analysis(analysis) if !analysis.done)
    }
}

/// The first message of every connection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of these messages, which is [`PROTOCOL`]. A page of another version must be reloaded.
    pub protocol: u32,
    /// The version of Parlor.
    pub version: String,
    /// The games that can be played.
    pub games: Vec<GameInfo>,
    /// Whether games are kept; if not, why.
    pub not_saving: Option<StoreFailure>,
    /// Games hosted from a terminal that wait for a second player.
    pub rooms: Vec<String>,
    /// Where others on the network find this server, if they can.
    pub address: Option<String>,
    /// Whether people at other machines can join games here. They cannot where the page is its own host.
    pub others: bool,
    /// Whether the documentation is at `/book/`.
    pub book: bool,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameInfo {
    /// The name in messages.
    pub name: String,
    /// Its English name, for pages that have no other.
    pub title: String,
    /// The colours of the sides, the first mover first: `black`, `white`, `red`, `blue`.
    pub sides: [String; 2],
    /// The codes of the rule sets, the usual one first.
    pub rules: Vec<String>,
    /// The sizes of the board, the usual one first; empty when there is only one.
    pub sizes: Vec<String>,
    /// The designations of the squares of the upper left quarter where a block can be placed, with the
    /// squares each covers; empty when there are no blocks.
    pub blocks: Vec<BlockInfo>,
    /// The usual limit on the moves of both sides, if there is one.
    pub move_limit: Option<u32>,
    /// The numbers of the computer's levels, the weakest first.
    pub levels: Vec<String>,
    /// The codes of the formats in which a game can be written.
    pub formats: Vec<String>,
    /// The start position.
    pub start: Frame,
    /// How large the usual board is, and what its squares are called.
    pub shape: Shape,
}

/// A game or position of an import, with what distinguishes it from the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ImportChoice {
    /// Its number in the file, from 1, if the file has several.
    pub number: Option<u32>,
    /// Which game it is.
    pub game: String,
    /// Who played black and white, if that is known.
    pub names: [Option<String>; 2],
    /// How many moves it has; none for a position.
    pub moves: u32,
    /// How many discs each side had in the end, if the file says so.
    pub discs: Option<[u32; 2]>,
    /// Where it was played, if the file says so.
    pub event: Option<String>,
    /// When it was played, if the file says so.
    pub year: Option<u32>,
    /// What a position is worth to the side to move, if the file says so.
    pub worth: Option<i32>,
}

/// The result of importing a whole file: the answer to a file that is sent to `/import`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct ImportReport {
    /// How many games are new.
    pub imported: u32,
    /// How many were here already.
    pub known: u32,
    /// How many could not be read.
    pub unreadable: u32,
    /// What is wrong with the first of those.
    pub problem: Option<ImportProblem>,
    /// Why not all of them could be stored.
    pub failure: Option<StoreFailure>,
}

/// A block and its mirror images.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BlockInfo {
    /// The letter or digit.
    pub name: String,
    /// The squares it covers.
    pub squares: Vec<u16>,
}

/// A saved game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameSummary {
    /// The game's name in links.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Who played black and white.
    pub names: [PlayerName; 2],
    /// How many moves were played.
    pub moves: u32,
    /// How it ended, once it has.
    pub result: Option<GameResult>,
    /// When it was last played, in seconds since 1970.
    pub updated: u64,
    /// How many rows the board has.
    pub rows: u8,
    /// How many columns the board has.
    pub columns: u8,
    /// The board as it is now, as in [`Frame::cells`].
    pub cells: String,
    /// The last opening with a name that it came through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub opening: Option<String>,
}
