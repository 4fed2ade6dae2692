//! The events a live table takes, and the actions it returns.

use parlor_core::Color;
use parlor_core::think::{Report, Thought};
use parlor_games::AnyGame;

use crate::PlayerId;
use crate::table::{Append, Table};
use crate::think::{JobId, Resources, ThinkRequest};
use crate::wire::{Moment, Player, ServerMessage, Side, StoreFailure, StudyEdit};

/// A connection, by the number that the host gave it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// What somebody who watches a table may ask of it.
#[derive(Clone, PartialEq, Debug)]
pub enum TableRequest {
    /// To play a move.
    Play {
        /// How many moves were played when the player decided.
        ply: u32,
        /// The move.
        text: String,
    },
    /// To take back a move, or ask for it.
    Undo,
    /// To play again what was taken back.
    Redo,
    /// To begin a new game from a moment of this one.
    PlayFrom {
        /// The moment.
        at: Moment,
    },
    /// To accept or decline what was proposed.
    Answer {
        /// Which of the two.
        accept: bool,
    },
    /// To give up.
    Resign,
    /// To play again with sides exchanged.
    Rematch,
    /// To let somebody else play a side.
    Switch {
        /// The side.
        side: Side,
        /// Who plays it.
        player: Player,
    },
    /// To let the computer move at once.
    MoveNow,
    /// To be called something else.
    Rename {
        /// The name.
        name: String,
    },
    /// To be given a move.
    Hint,
    /// To have a moment analysed.
    Analyse {
        /// The moment.
        at: Moment,
        /// How.
        wanted: WantedAnalysis,
    },
    /// To have no more analysed.
    StopAnalysis,
    /// To know what could be played at a moment.
    Look {
        /// The moment.
        at: Moment,
    },
    /// To add moves to the variations.
    Branch {
        /// After which moment.
        at: Moment,
        /// The moves.
        moves: Vec<String>,
    },
    /// To change the variations, or what is noted about a move.
    Annotate {
        /// How.
        edit: StudyEdit,
    },
    /// To undo the last such change.
    UndoEdit,
    /// To do again what was undone.
    RedoEdit,
    /// To have every move judged.
    Review,
    /// To have a move judged that could have been played.
    Judge {
        /// After how many moves.
        ply: u32,
        /// The move.
        text: String,
    },
    /// To have the game written down.
    Export {
        /// One of the formats of the game.
        format: String,
    },
}

/// How to analyse a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedAnalysis {
    /// How many best moves to compare; 0 stands for all.
    pub lines: u8,
    /// Whether to give every move a value.
    pub values: bool,
    /// For how long; nothing means until it is stopped.
    pub seconds: Option<u32>,
    /// With what.
    pub resources: Resources,
}

/// The events of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableEvent {
    /// Somebody watches from now on, and perhaps takes a seat.
    Joined {
        /// Their connection.
        connection: ConnectionId,
        /// Who they are.
        player: PlayerId,
        /// What they are called.
        name: String,
        /// The secret of the seat that they want.
        seat: Option<String>,
    },
    /// Somebody watches no longer.
    Left {
        /// Their connection.
        connection: ConnectionId,
    },
    /// Somebody's connection is lost; they may come back, and what they asked for goes on meanwhile.
    Away {
        /// Their connection.
        connection: ConnectionId,
    },
    /// A client has come back and has missed nothing.
    Back {
        /// Their connection.
        connection: ConnectionId,
    },
    /// Somebody asks for something.
    Asked {
        /// Their connection.
        connection: ConnectionId,
        /// What they ask for.
        request: TableRequest,
    },
    /// A search has started: until then it has only waited.
    Started {
        /// Which.
        job: JobId,
    },
    /// A search has something to report.
    Reported {
        /// Which.
        job: JobId,
        /// What.
        report: Report<String>,
    },
    /// A search has ended.
    Thought {
        /// Which.
        job: JobId,
        /// What it has come to; nothing when there was nothing to think about, or it failed.
        thought: Option<Thought<String>>,
    },
    /// What was to be saved is stored, or cannot be: play goes on either way, and what could not be is to be saved
    /// again later.
    Stored {
        /// Whether it is.
        outcome: Result<(), StoreFailure>,
    },
    /// Everybody whose game it was has deleted it.
    Deleted,
    /// The host ends: store now what is not stored yet.
    Closing,
    /// A game of [`TableAction::Begin`] was created, or could not be.
    Begun {
        /// Who asked for it.
        asked_by: ConnectionId,
        /// Whether it is the next game of the same players.
        follows: bool,
        /// Its name; nothing when the host has no room for it.
        game: Option<String>,
    },
    /// The moment of [`LiveTable::wakes_at`](crate::LiveTable::wakes_at) has come.
    Woken,
    /// A terminal program can join under this name.
    TerminalOffered {
        /// The name of the room.
        room: String,
    },
    /// A terminal program wants the free seat.
    TerminalJoined,
    /// The table was made for a terminal program that plays already.
    TerminalAttached,
    /// The terminal program played.
    TerminalPlayed {
        /// The move.
        text: String,
    },
    /// The terminal program gave up or is gone.
    TerminalLeft {
        /// Whether it said so.
        resigned: bool,
    },
}

/// What the host of a table is to do, in this order.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Tell a connection something.
    Tell {
        /// Which.
        connection: ConnectionId,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Tell many connections the same.
    TellAll {
        /// Which.
        connections: Vec<ConnectionId>,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Store what happened, then say [`TableEvent::Stored`].
    Save(Box<Append>),
    /// Think about something, and say what comes of it.
    Think(Box<ThinkRequest>),
    /// Think no more about it; nobody wants what comes of it.
    Cancel(JobId),
    /// Come to a result at once.
    Hurry(JobId),
    /// Begin another game, then say [`TableEvent::Begun`].
    Begin {
        /// The game.
        table: Box<Table>,
        /// Who asked for it.
        asked_by: ConnectionId,
        /// Whether it is the next game of the same players.
        follows: bool,
    },
    /// Tell the terminal program something.
    Terminal(TerminalAction),
}

/// What concerns a terminal program that plays along.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminalAction {
    /// The seat is its own: it plays this side of this game.
    Seated {
        /// The game so far.
        game: Box<AnyGame>,
        /// Its side.
        color: Color,
    },
    /// No seat is free.
    Taken,
    /// Somebody here played this.
    Played(String),
    /// Somebody here gave up.
    Left,
    /// No seat is offered to terminal programs any more.
    Withdrawn,
}
