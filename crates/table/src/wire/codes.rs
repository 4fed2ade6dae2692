//! Messages as codes with parameters. The page writes the sentences, in its language.
//!
//! The texts of [`Refusal`] and the others that are errors are for logs and terminals; they are never sent.

use parlor_games::problem::{ImportProblem, MoveProblem, SetupProblem};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

use super::{ProposalKind, Side};

/// Why something was not done. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// Somebody else's side, or nobody's.
    #[error("you do not play this side")]
    NotYours,
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The board has changed since the player looked.
    #[error("the game has moved on")]
    Stale,
    /// The game has a result.
    #[error("the game is over")]
    Over,
    /// The rules forbid it.
    #[error("this move cannot be played: {problem:?}")]
    Move {
        /// Why.
        problem: MoveProblem,
    },
    /// The player has made no move that could be taken back.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// Nothing was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// Somebody else's game, or one that is shared.
    #[error("you can start a game only from a game of your own")]
    CannotPlayFrom,
    /// Somebody else's game, or one that is being played.
    #[error("you can edit only a game of your own that nobody is playing")]
    CannotEdit,
    /// Somebody else's game, or one that is shared.
    #[error("you can switch sides only in a game of your own")]
    CannotSwitch,
    /// Nothing waits for an answer.
    #[error("nobody has asked for anything")]
    NothingAsked,
    /// The game is over, or somebody else's.
    #[error("you have nothing to resign")]
    NothingToResign,
    /// The game goes on, or is somebody else's.
    #[error("you can ask for a rematch only after a game of your own")]
    NoRematch,
    /// There is no place for another game.
    #[error("the server is full")]
    ServerFull,
    /// The game was deleted by everybody whose it was.
    #[error("this game was deleted")]
    Deleted,
    /// One person or one address wants more than its share.
    #[error("{whose:?} can have at most {most} {what:?}")]
    TooMany {
        /// Of what.
        what: LimitedResource,
        /// Whose share it is.
        whose: LimitScope,
        /// How many it may be.
        most: u32,
    },
    /// Something went wrong in the server. The game goes on as it was last stored.
    #[error("something went wrong on the server")]
    Failed,
    /// A level that does not exist.
    #[error("there is no level “{level}”")]
    NoSuchLevel {
        /// What was asked for.
        level: String,
    },
    /// Help of the engine where nobody gets any.
    #[error("this is not possible in a game that two people are playing")]
    NoHelp,
    /// A format that does not exist or does not suit the game.
    #[error("this game cannot be written in that format")]
    NoSuchFormat,
    /// A request about a game from a client that watches none.
    #[error("no game is open")]
    NothingOpen,
    /// The seat is not free, or the secret is not its own.
    #[error("this seat is taken, or the invitation is not valid")]
    SeatTaken,
    /// A game that cannot be set up so.
    #[error("the game cannot be set up like this: {problem:?}")]
    Setup {
        /// Why not.
        problem: SetupProblem,
    },
    /// A clock that nobody could play by.
    #[error("a clock needs between 10 seconds and 5 hours, and at most 10 minutes more per move")]
    Clock,
    /// A clock in a game that a terminal program is to join.
    #[error("programs at a terminal have no clock")]
    ClockAtTerminal,
    /// There is no game of that name.
    #[error("there is no such game here")]
    NoSuchGame,
    /// The game is there and could not be opened.
    #[error("the game could not be opened")]
    NotOpened,
    /// The table is gone.
    #[error("the game could not be reached")]
    Unreachable,
    /// A message that is none.
    #[error("the server does not understand this message at line {line}, column {column}")]
    NotUnderstood {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// A message that is too long.
    #[error("this message is too long")]
    TooLong,
    /// A file of which a part is missing.
    #[error("the file arrived incomplete")]
    FileBroken,
    /// The number of a game that the file does not have.
    #[error("there is no such game in the file")]
    NotInFile,
    /// A file in which nothing was found.
    #[error("nothing can be imported: {problem:?}")]
    Import {
        /// Why not.
        problem: ImportProblem,
    },
    /// Reading a file failed.
    #[error("the import failed")]
    ImportFailed,
    /// Games cannot be kept or found.
    #[error(transparent)]
    Store {
        /// Why not.
        failure: StoreFailure,
    },
    /// A terminal program cannot play along.
    #[error(transparent)]
    Room {
        /// Why not.
        problem: RoomProblem,
    },
    /// Playing on other machines needs a server, and the page is its own host.
    #[error("playing on other machines needs a server")]
    NeedsServer,
}

/// What everybody may have only so much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LimitedResource {
    /// Open pages.
    Connections,
    /// Games in use.
    Tables,
    /// Imports a minute.
    Imports,
    /// Hints, reviews and analyses at once.
    Searches,
}

/// Whose share it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LimitScope {
    /// That of one person.
    Person,
    /// That of everybody who comes from one address.
    Address,
}

/// Why games cannot be kept or found.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum StoreFailure {
    /// The database said no.
    #[error("the database of games failed: {detail}")]
    Database {
        /// What it said.
        detail: String,
    },
    /// There is no space left for the database.
    #[error("the disk is full")]
    Full,
    /// Another program keeps its games in the same file, and does not answer.
    #[error("the games in {file} are in use by process {process}, which does not answer")]
    InUse {
        /// The file.
        file: String,
        /// The number of the process; 0 if it is not known.
        process: u32,
    },
    /// A game that was deleted.
    #[error("the game {game} was deleted")]
    Deleted {
        /// The game.
        game: String,
    },
    /// A game that cannot be read any more.
    #[error("the game {game} is damaged: {detail}")]
    Damaged {
        /// The game.
        game: String,
        /// What cannot be read.
        detail: String,
    },
    /// The database belongs to a newer Parlor.
    #[error("the database of games has version {found}, but this Parlor reads only up to {known}")]
    TooNew {
        /// The version found.
        found: i64,
        /// The version we know.
        known: i64,
    },
    /// The folder for it cannot be made.
    #[error("the folder {folder} cannot be created: {detail}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system said.
        detail: String,
    },
    /// There is no folder for the user's data.
    #[error("there is no folder for data: neither XDG_DATA_HOME nor HOME is set")]
    NoFolder,
    /// Nobody wants games to be kept.
    #[error("the program was told not to")]
    NotAsked,
    /// The page belongs to a game of a terminal program, which keeps nothing.
    #[error("this page belongs to the program that invited you, and closes with it")]
    Invited,
    /// The program is ending.
    #[error("the program is ending")]
    Ending,
}

impl StoreFailure {
    /// Whether a later attempt may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreFailure::Database { .. } | StoreFailure::Full)
    }
}

/// Why a terminal program cannot play along.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum RoomProblem {
    /// The room has no name.
    #[error("the room has no name")]
    NoName,
    /// The name is too long.
    #[error("the name of the room has more than {most} characters")]
    LongName {
        /// How many it may have.
        most: u32,
    },
    /// Something that may not be in a name.
    #[error("“{text}” is not allowed in the name of a room")]
    BadName {
        /// What.
        text: String,
    },
    /// The name is in use.
    #[error("a game called {room} is already offered here")]
    Taken {
        /// The name.
        room: String,
    },
    /// Nobody offers it.
    #[error("nobody offers a game called {room}")]
    NoSuchRoom {
        /// The name.
        room: String,
    },
    /// Somebody has joined it.
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
    /// The terminal program said what it may not.
    #[error("the other program sent a message that is not allowed")]
    Misspoke,
    /// The terminal program left before the game began.
    #[error("the game did not start: {reason}")]
    NotBegun {
        /// What it gave as its reason, in its own words.
        reason: String,
    },
}

/// Something worth knowing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Notice {
    /// The other side has declined.
    Declined {
        /// What.
        kind: ProposalKind,
    },
    /// The game that is open was deleted by everybody whose it was.
    Deleted,
    /// The receiver has joined a terminal program's game, which that program begins.
    JoinedRoom {
        /// The name of the room.
        room: String,
    },
}

/// What a game waits for, as its receiver sees it. Once it is over, the result says everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Status {
    /// The game is over.
    Over,
    /// Somebody has yet to take the other seat.
    WaitingForOpponent,
    /// The receiver has no move and must skip the turn.
    SkipTurn {
        /// Whose turn it is.
        side: Side,
    },
    /// The receiver watches.
    Watching {
        /// Whose turn it is.
        side: Side,
    },
    /// The computer thinks.
    Thinking {
        /// Whose turn it is.
        side: Side,
    },
    /// The receiver is to move.
    YourTurn {
        /// Whose turn it is.
        side: Side,
    },
    /// Somebody is to move.
    ToMove {
        /// Whose turn it is.
        side: Side,
    },
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Ending {
    /// By counting the pieces.
    Count {
        /// How many pieces each side has.
        counts: [u32; 2],
    },
    /// The loser has no move, which loses.
    NoMove,
    /// All pieces of the winner are connected.
    Connected,
    /// All pieces of either side are connected, and that is a draw.
    BothConnected,
    /// Neither side has a move, and that is a draw.
    Stuck,
    /// The agreed number of moves was made.
    MoveLimit {
        /// How many.
        moves: u32,
    },
    /// The loser gave up.
    Resigned,
    /// The loser's time ran out.
    OutOfTime,
    /// The loser's connection broke, or its program said what it may not.
    Forfeited,
    /// As an older version wrote it down.
    Recorded {
        /// Its words.
        text: String,
    },
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum PlayerName {
    /// Somebody of this name.
    Named {
        /// The name.
        name: String,
    },
    /// The receiver, who has given no name.
    You,
    /// Somebody here who has given no name.
    Unnamed,
    /// The person who imported the game, where nothing else is known.
    Me,
    /// The person who takes the seat, or has taken it and given no name.
    Guest,
    /// Somebody at a terminal program.
    Terminal,
    /// The computer.
    Computer {
        /// The number of its level.
        level: u8,
    },
}

/// What the engine thinks of the move that it would play, for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Assessment {
    /// It wins.
    Wins {
        /// In how many moves of both sides.
        plies: u32,
    },
    /// The game is lost.
    Lost {
        /// In how many moves of both sides.
        plies: u32,
    },
    /// The other side is far ahead.
    Difficult,
    /// The other side is a little ahead.
    Behind,
    /// Nobody is ahead.
    Balanced,
    /// The player is a little ahead.
    Ahead,
    /// The player is far ahead.
    ClearAdvantage,
}

/// What can be said of a whole game: where it turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
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
        /// Who played it.
        mover: Side,
        /// The move.
        played: String,
        /// What was better.
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
    /// Nobody has won; this move lost most.
    LostMost {
        /// Its number, from 1.
        ply: u32,
        /// Who played it.
        mover: Side,
        /// The move.
        played: String,
        /// What was better.
        better: String,
    },
    /// Nobody has won, and nobody made a mistake.
    NoMistake,
}

/// What a score says.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ScoreValue {
    /// Black is ahead by this many pieces, or behind if negative.
    Pieces {
        /// How many.
        pieces: f64,
    },
    /// A side wins by force.
    Win {
        /// Which.
        side: Side,
        /// In how many moves of both sides.
        plies: u32,
    },
    /// The game is over.
    Result {
        /// Who won; nobody when it is drawn.
        winner: Option<Side>,
    },
}
