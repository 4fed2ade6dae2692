//! Messages as codes with parameters. The page writes the sentences, in its language.
//!
//! The texts of [`Refusal`] and the others that are errors are for logs and terminals; they are never sent.

use parlor_games::problem::{ImportProblem, MoveProblem, SetupProblem};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ProposalKind, Side};

/// The reason why a request was refused. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// Another player or nobody plays the side.
    #[error("you do not play this side")]
    NotYours,
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The board has changed since the player saw it.
    #[error("the game has moved on")]
    Stale,
    /// The game has a result.
    #[error("the game is over")]
    Over,
    /// The rules forbid it.
    #[error("this move cannot be played: {problem:?}")]
    Move {
        /// The problem.
        problem: MoveProblem,
    },
    /// The player has no move that could be taken back.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// No move was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// The game belongs to someone else or is shared.
    #[error("you can start a game only from a game of your own")]
    CannotPlayFrom,
    /// The game belongs to someone else or is being played.
    #[error("you can edit only a game of your own that nobody is playing")]
    CannotEdit,
    /// The game belongs to someone else or is shared.
    #[error("you can switch sides only in a game of your own")]
    CannotSwitch,
    /// No proposal is pending.
    #[error("nobody has asked for anything")]
    NothingAsked,
    /// The game is over or belongs to someone else.
    #[error("you have nothing to resign")]
    NothingToResign,
    /// The game is in progress or belongs to someone else.
    #[error("you can ask for a rematch only after a game of your own")]
    NoRematch,
    /// There is no room for another game.
    #[error("the server is full")]
    ServerFull,
    /// All players have deleted the game.
    #[error("this game was deleted")]
    Deleted,
    /// A person or an address exceeds its limit.
    #[error("{whose:?} can have at most {most} {what:?}")]
    TooMany {
        /// The resource.
        what: LimitedResource,
        /// The scope of the limit.
        whose: LimitScope,
        /// The limit.
        most: u32,
    },
    /// An internal error occurred. The game continues as it was last stored.
    #[error("something went wrong on the server")]
    Failed,
    /// The level does not exist.
    #[error("there is no level “{level}”")]
    NoSuchLevel {
        /// The requested level.
        level: String,
    },
    /// The engine may not help in this game.
    #[error("this is not possible in a game that two people are playing")]
    NoHelp,
    /// The format does not exist or does not support the game.
    #[error("this game cannot be written in that format")]
    NoSuchFormat,
    /// The client made a request about a game but has none open.
    #[error("no game is open")]
    NothingOpen,
    /// The seat is not free, or the secret is wrong.
    #[error("this seat is taken, or the invitation is not valid")]
    SeatTaken,
    /// The game cannot be set up like this.
    #[error("the game cannot be set up like this: {problem:?}")]
    Setup {
        /// The problem.
        problem: SetupProblem,
    },
    /// The clock settings are unreasonable.
    #[error("a clock needs between 10 seconds and 5 hours, and at most 10 minutes more per move")]
    Clock,
    /// A game that a terminal program may join cannot have a clock.
    #[error("programs at a terminal have no clock")]
    ClockAtTerminal,
    /// There is no game with this name.
    #[error("there is no such game here")]
    NoSuchGame,
    /// The game exists but could not be opened.
    #[error("the game could not be opened")]
    NotOpened,
    /// The table no longer exists.
    #[error("the game could not be reached")]
    Unreachable,
    /// The message is malformed.
    #[error("the server does not understand this message at line {line}, column {column}")]
    NotUnderstood {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// The message is too long.
    #[error("this message is too long")]
    TooLong,
    /// A part of the file is missing.
    #[error("the file arrived incomplete")]
    FileBroken,
    /// The file has no game with this number.
    #[error("there is no such game in the file")]
    NotInFile,
    /// Nothing was found in the file.
    #[error("nothing can be imported: {problem:?}")]
    Import {
        /// The problem.
        problem: ImportProblem,
    },
    /// Reading a file failed.
    #[error("the import failed")]
    ImportFailed,
    /// Games cannot be stored or found.
    #[error(transparent)]
    Store {
        /// The failure.
        failure: StoreFailure,
    },
    /// A terminal program cannot take part.
    #[error(transparent)]
    Room {
        /// The problem.
        problem: RoomProblem,
    },
    /// Playing with other machines needs a server, and the page is its own host.
    #[error("playing on other machines needs a server")]
    NeedsServer,
}

/// A limited resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LimitedResource {
    /// Open pages.
    Connections,
    /// Games in use.
    Tables,
    /// Imports per minute.
    Imports,
    /// Concurrent hints, reviews and analyses.
    Searches,
}

/// The scope of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LimitScope {
    /// One person.
    Person,
    /// All people at one address.
    Address,
}

/// The reason why games cannot be stored or found.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum StoreFailure {
    /// The database reported an error.
    #[error("the database of games failed: {detail}")]
    Database {
        /// The error message.
        detail: String,
    },
    /// There is no space left for the database.
    #[error("the disk is full")]
    Full,
    /// Another program stores its games in the same file and does not respond.
    #[error("the games in {file} are in use by process {process}, which does not answer")]
    InUse {
        /// The file.
        file: String,
        /// The process id; 0 if it is not known.
        process: u32,
    },
    /// The game was deleted.
    #[error("the game {game} was deleted")]
    Deleted {
        /// The game.
        game: String,
    },
    /// The stored game is damaged.
    #[error("the game {game} is damaged: {detail}")]
    Damaged {
        /// The game.
        game: String,
        /// What cannot be read.
        detail: String,
    },
    /// The database belongs to a newer version of Parlor.
    #[error("the database of games has version {found}, but this Parlor reads only up to {known}")]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest version that this program supports.
        known: i64,
    },
    /// Its folder cannot be created.
    #[error("the folder {folder} cannot be created: {detail}")]
    Folder {
        /// The folder.
        folder: String,
        /// The error message of the system.
        detail: String,
    },
    /// There is no folder for the user's data.
    #[error("there is no folder for data: neither XDG_DATA_HOME nor HOME is set")]
    NoFolder,
    /// The user did not want games to be saved.
    #[error("the program was told not to")]
    NotAsked,
    /// The page belongs to a game of a terminal program, which stores nothing.
    #[error("this page belongs to the program that invited you, and closes with it")]
    Invited,
    /// The program is ending.
    #[error("the program is ending")]
    Ending,
}

impl StoreFailure {
    /// Returns whether a later attempt may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreFailure::Database { .. } | StoreFailure::Full)
    }
}

/// The reason why a terminal program cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum RoomProblem {
    /// The room has no name.
    #[error("the room has no name")]
    NoName,
    /// The name is too long.
    #[error("the name of the room has more than {most} characters")]
    LongName {
        /// The maximum length.
        most: u32,
    },
    /// The name contains an invalid character.
    #[error("“{text}” is not allowed in the name of a room")]
    BadName {
        /// The invalid text.
        text: String,
    },
    /// The name is in use.
    #[error("a game called {room} is already offered here")]
    Taken {
        /// The name.
        room: String,
    },
    /// There is no room with this name.
    #[error("nobody offers a game called {room}")]
    NoSuchRoom {
        /// The name.
        room: String,
    },
    /// A player has already joined it.
    #[error("somebody has already joined the game {room}")]
    AlreadyJoined {
        /// The name.
        room: String,
    },
    /// The game cannot be played with a terminal program.
    #[error("{game} cannot be played with a terminal program")]
    NotThisGame {
        /// The game.
        game: String,
    },
    /// The terminal program violated the protocol.
    #[error("the other program sent a message that is not allowed")]
    Misspoke,
    /// The terminal program left before the game began.
    #[error("the game did not start: {reason}")]
    NotBegun {
        /// The reason that it gave, as text.
        reason: String,
    },
}

/// A notification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Notice {
    /// The other side has declined a proposal.
    Declined {
        /// The kind of proposal.
        kind: ProposalKind,
    },
    /// All players have deleted the open game.
    Deleted,
    /// The receiver has joined a terminal program's game, which that program starts.
    JoinedRoom {
        /// The name of the room.
        room: String,
    },
}

/// What a game waits for, from the receiver's point of view. Once it is over, `result` has the details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Status {
    /// The game is over.
    Over,
    /// The other seat is still free.
    WaitingForOpponent,
    /// The receiver has no move and must skip the turn.
    SkipTurn {
        /// The side to move.
        side: Side,
    },
    /// The receiver is a spectator.
    Watching {
        /// The side to move.
        side: Side,
    },
    /// The computer is thinking.
    Thinking {
        /// The side to move.
        side: Side,
    },
    /// It is the receiver's turn.
    YourTurn {
        /// The side to move.
        side: Side,
    },
    /// It is another player's turn.
    ToMove {
        /// The side to move.
        side: Side,
    },
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Ending {
    /// The pieces were counted.
    Count {
        /// The number of pieces of each side.
        counts: [u32; 2],
    },
    /// The loser has no legal move.
    NoMove,
    /// All pieces of the winner are connected.
    Connected,
    /// All pieces of each side are connected, and that is a draw.
    BothConnected,
    /// Neither side has a move, and that is a draw.
    Stuck,
    /// The move limit was reached.
    MoveLimit {
        /// The limit.
        moves: u32,
    },
    /// The loser resigned.
    Resigned,
    /// The loser's time ran out.
    OutOfTime,
    /// The loser's connection broke, or its program violated the protocol.
    Forfeited,
    /// A text from an older version.
    Recorded {
        /// The text.
        text: String,
    },
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum PlayerName {
    /// A person with this name.
    Named {
        /// The name.
        name: String,
    },
    /// The receiver, who has not given a name.
    You,
    /// A person here who has not given a name.
    Unnamed,
    /// The person who imported the game, if no name is known.
    Me,
    /// The person who takes the seat, or has taken it without giving a name.
    Guest,
    /// A person at a terminal program.
    Terminal,
    /// The computer.
    Computer {
        /// The number of its level.
        level: u8,
    },
}

/// The engine's assessment of its move, for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Assessment {
    /// It wins.
    Wins {
        /// The number of plies.
        plies: u32,
    },
    /// The game is lost.
    Lost {
        /// The number of plies.
        plies: u32,
    },
    /// The other side is far ahead.
    Difficult,
    /// The other side is a little ahead.
    Behind,
    /// Neither side is ahead.
    Balanced,
    /// The player is a little ahead.
    Ahead,
    /// The player is far ahead.
    ClearAdvantage,
}

/// The summary of a whole game: where it turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Story {
    /// The winner was ahead all the way.
    AheadAllTheWay {
        /// The winner.
        winner: Side,
    },
    /// A bad move turned the game.
    Turned {
        /// Its number, from 1.
        ply: u32,
        /// The side that played it.
        mover: Side,
        /// The move.
        played: String,
        /// The best move.
        better: String,
    },
    /// The winner was ahead from a move on.
    AheadFrom {
        /// Its number, from 1.
        ply: u32,
        /// The move.
        played: String,
        /// The winner.
        winner: Side,
    },
    /// The game was drawn; this move lost the most.
    LostMost {
        /// Its number, from 1.
        ply: u32,
        /// The side that played it.
        mover: Side,
        /// The move.
        played: String,
        /// The best move.
        better: String,
    },
    /// The game was drawn, and neither side made a mistake.
    NoMistake,
}

/// The value of a score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ScoreValue {
    /// Black is ahead by this many pieces, or behind if negative.
    Pieces {
        /// The number of pieces.
        pieces: f64,
    },
    /// A side has a forced win.
    Win {
        /// The side.
        side: Side,
        /// The number of plies.
        plies: u32,
    },
    /// The game is over.
    Result {
        /// The winner; `null` for a draw.
        winner: Option<Side>,
    },
}
