//! The events a live table takes, and the actions it returns.

use parlor_core::Color;
use parlor_core::think::{Report, Thought};
use parlor_games::AnyGame;

use crate::PlayerId;
use crate::table::{Append, Table};
use crate::think::{JobId, Resources, ThinkRequest};
use crate::wire::{Moment, Player, ServerMessage, Side, StoreFailure, StudyEdit};

/// A connection, identified by a number that the host assigns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// A request from a client that watches a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableRequest {
    /// Play a move.
    Play {
        /// The number of moves played when the player decided.
        ply: u32,
        /// The move.
        text: String,
    },
    /// Take back a move, or ask for it.
    Undo,
    /// Replay the moves that were taken back.
    Redo,
    /// Start a new game from a moment of this one.
    PlayFrom {
        /// The moment.
        at: Moment,
    },
    /// Accept or decline a proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Resign.
    Resign,
    /// Play another game with sides exchanged.
    Rematch,
    /// Let somebody else play a side.
    Switch {
        /// The side.
        side: Side,
        /// The new player of the side.
        player: Player,
    },
    /// Let the computer move at once.
    MoveNow,
    /// Change the client's name.
    Rename {
        /// The name.
        name: String,
    },
    /// Ask for a hint.
    Hint,
    /// Analyse a moment.
    Analyse {
        /// The moment.
        at: Moment,
        /// The options of the analysis.
        wanted: WantedAnalysis,
    },
    /// Stop the analysis.
    StopAnalysis,
    /// Ask for the legal moves at a moment.
    Look {
        /// The moment.
        at: Moment,
    },
    /// Add moves to the variations.
    Branch {
        /// The moment after which to add them.
        at: Moment,
        /// The moves.
        moves: Vec<String>,
    },
    /// Change the variations or annotations.
    Annotate {
        /// The change.
        edit: StudyEdit,
    },
    /// Undo the last such change.
    UndoEdit,
    /// Redo the change that was undone.
    RedoEdit,
    /// Judge every move.
    Review,
    /// Judge a move that could have been played.
    Judge {
        /// The number of moves before it.
        ply: u32,
        /// The move.
        text: String,
    },
    /// Export the game.
    Export {
        /// One of the formats of the game.
        format: String,
    },
}

/// The options of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedAnalysis {
    /// The number of best moves to compare; 0 stands for all.
    pub lines: u8,
    /// Whether to give every move a value.
    pub values: bool,
    /// The duration; `None` means until it is stopped.
    pub seconds: Option<u32>,
    /// The threads and memory to use.
    pub resources: Resources,
}

/// An event of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableEvent {
    /// A client starts watching, and perhaps takes a seat.
    Joined {
        /// The connection.
        connection: ConnectionId,
        /// The person.
        player: PlayerId,
        /// The person's name.
        name: String,
        /// The secret of the requested seat.
        seat: Option<String>,
    },
    /// A client stops watching.
    Left {
        /// The connection.
        connection: ConnectionId,
    },
    /// A client's connection is lost. It may come back, and its requests continue meanwhile.
    Away {
        /// The connection.
        connection: ConnectionId,
    },
    /// A client has come back and has missed nothing.
    Back {
        /// The connection.
        connection: ConnectionId,
    },
    /// A client makes a request.
    Asked {
        /// The connection.
        connection: ConnectionId,
        /// The request.
        request: TableRequest,
    },
    /// A search has started; until then it was waiting.
    Started {
        /// The job.
        job: JobId,
    },
    /// A search reports progress.
    Reported {
        /// The job.
        job: JobId,
        /// The report.
        report: Report<String>,
    },
    /// A search has ended.
    Thought {
        /// The job.
        job: JobId,
        /// The result; `None` when there was nothing to search, or the search failed.
        thought: Option<Thought<String>>,
    },
    /// A save was completed or has failed. Play continues either way, and what could not be saved is saved
    /// again later.
    Stored {
        /// The result of the save.
        outcome: Result<(), StoreFailure>,
    },
    /// All players have deleted the game.
    Deleted,
    /// The host is shutting down: store everything that is not stored yet.
    Closing,
    /// A game of [`TableAction::Begin`] was created, or could not be.
    Begun {
        /// The connection that asked for it.
        asked_by: ConnectionId,
        /// Whether it is the next game of the same players.
        follows: bool,
        /// Its name; `None` when the host has no room for it.
        game: Option<String>,
    },
    /// The time of [`LiveTable::wakes_at`](crate::LiveTable::wakes_at) has come.
    Woken,
    /// A terminal program can join under this name.
    TerminalOffered {
        /// The name of the room.
        room: String,
    },
    /// A terminal program wants the free seat.
    TerminalJoined,
    /// The table was created for a terminal program that already takes part.
    TerminalAttached,
    /// The terminal program played a move.
    TerminalPlayed {
        /// The move.
        text: String,
    },
    /// The terminal program resigned or is gone.
    TerminalLeft {
        /// Whether it resigned explicitly.
        resigned: bool,
    },
}

/// An action for the host of a table. Actions are carried out in order.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Send a connection a message.
    Tell {
        /// The connection.
        connection: ConnectionId,
        /// The message.
        message: Box<ServerMessage>,
    },
    /// Send several connections the same message.
    TellAll {
        /// The connections.
        connections: Vec<ConnectionId>,
        /// The message.
        message: Box<ServerMessage>,
    },
    /// Store the new events, then report [`TableEvent::Stored`].
    Save(Box<Append>),
    /// Start a search and report its results.
    Think(Box<ThinkRequest>),
    /// Cancel a search; nobody wants its result.
    Cancel(JobId),
    /// End a search at once and report its result.
    Hurry(JobId),
    /// Create another game, then report [`TableEvent::Begun`].
    Begin {
        /// The game.
        table: Box<Table>,
        /// The connection that asked for it.
        asked_by: ConnectionId,
        /// Whether it is the next game of the same players.
        follows: bool,
    },
    /// An action for the terminal program.
    Terminal(TerminalAction),
}

/// An action for a terminal program that takes part.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminalAction {
    /// The program has the seat: it plays this side of this game.
    Seated {
        /// The game so far.
        game: Box<AnyGame>,
        /// Its side.
        color: Color,
    },
    /// No seat is free.
    Taken,
    /// A player here made this move.
    Played(String),
    /// A player here resigned.
    Left,
    /// No seat is offered to terminal programs any more.
    Withdrawn,
}
