//! Messages from the page.

use serde::{Deserialize, Serialize};

use super::{Moment, Side, StudyEdit};

/// A message from the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Start a game and watch it.
    Create {
        /// The game, its agreements and its players.
        setup: GameSetup,
    },
    /// Watch a game; with the secret of a free seat, take it.
    Open {
        /// The game.
        game: String,
        /// The secret from an invitation.
        seat: Option<String>,
    },
    /// Stop watching.
    Leave,
    /// Join a game that a terminal program hosts on this server.
    Join {
        /// The name given to the terminal's `host` command.
        room: String,
    },
    /// Play a move.
    Play {
        /// The number of moves played when the player decided. If moves were played since, the request is refused.
        ply: u32,
        /// The move in the game's notation.
        text: String,
    },
    /// Take back the last move of this player, or ask the other player for it.
    Undo,
    /// Replay the moves that were taken back.
    Redo,
    /// Start a new game from a moment of this one, which stays as it is.
    PlayFrom {
        /// The moment.
        at: Moment,
    },
    /// Answer the other player's proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Resign the game.
    Resign,
    /// Ask for another game with sides exchanged, or start it if nobody needs to be asked.
    Rematch,
    /// Let a person or the computer play a side from now on.
    Switch {
        /// The side.
        side: Side,
        /// The new player.
        player: Player,
    },
    /// Let the computer stop thinking and move at once.
    MoveNow,
    /// Ask what the computer would play.
    Hint,
    /// Analyse a moment of the game, with continuous reports.
    Analyse {
        /// The moment.
        at: Moment,
        /// The number of best lines to compare; 0 means all.
        lines: u8,
        /// Whether to give every move a value.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
        values: bool,
        /// The time limit in seconds. Without it, the analysis runs until it is stopped.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        seconds: Option<u32>,
        /// The number of threads, as far as the server has them.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        threads: Option<u8>,
        /// The memory in mebibytes, as far as the server allows it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        memory: Option<u16>,
    },
    /// Stop analysing.
    StopAnalysis,
    /// Ask for the legal moves at a moment of the game or a variation.
    Look {
        /// The moment.
        at: Moment,
    },
    /// Add moves to the variations of the game.
    Branch {
        /// The moment after which to add them.
        at: Moment,
        /// The moves in the game's notation, one after the other.
        moves: Vec<String>,
    },
    /// Change the variations or the annotations of a move.
    Annotate {
        /// The change.
        edit: StudyEdit,
    },
    /// Undo the last such change.
    UndoEdit,
    /// Redo the change that was undone.
    RedoEdit,
    /// Judge every move of the game.
    Review,
    /// Judge a move that could have been played instead of one of the game.
    Judge {
        /// The number of moves before it.
        ply: u32,
        /// The move in the game's notation.
        text: String,
    },
    /// List saved games.
    Games {
        /// The words that the game's name, player names, result and date together must contain.
        search: String,
        /// The cursor from the previous page; `null` for the first.
        after: Option<String>,
    },
    /// Delete a saved game.
    Delete {
        /// The game.
        game: String,
    },
    /// Export the game in a format.
    Export {
        /// One of [`GameInfo::formats`].
        format: String,
    },
    /// Read games or positions from texts or files and detect the format.
    Import {
        /// The files that belong together, or one text.
        files: Vec<ImportFile>,
        /// The number of the game to open, if there are several.
        pick: Option<u32>,
    },
    /// Ask whether an edited board can be played, and for its text.
    Check {
        /// A number that the answer repeats.
        id: u32,
        /// The board.
        board: Edit,
    },
    /// Play moves on a board that is not stored, such as the steps of a lesson.
    Try {
        /// A number that the answer repeats.
        id: u32,
        /// The board.
        board: Edit,
        /// The moves of both sides in the game's notation.
        moves: Vec<String>,
    },
    /// Change the name that others see.
    Rename {
        /// The name.
        name: String,
    },
    /// A heartbeat, answered by `Pong`.
    Ping {
        /// The number of messages of the session that the page has received, which need not be sent again. The
        /// welcome, the state of the session, and answers to heartbeats do not count.
        #[serde(default)]
        heard: u32,
    },
}

/// A new game: the game, its agreements and its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameSetup {
    /// One of the games of the welcome.
    pub game: String,
    /// Agreements by name: `rules`, `size`, `blocks`, `limit`. Missing ones have their default values.
    pub agreements: Vec<(String, String)>,
    /// A position to begin from, as text.
    pub position: Option<String>,
    /// The players of Black and White.
    pub players: [Player; 2],
    /// The time for each side, if the game is timed.
    pub clock: Option<ClockSetup>,
    /// A name under which a terminal program can join.
    pub room: Option<String>,
}

impl GameSetup {
    /// Returns an untimed game with the default agreements, from the standard start.
    pub fn with_defaults(game: &str, players: [Player; 2]) -> GameSetup {
        GameSetup {
            game: game.to_owned(),
            agreements: Vec::new(),
            position: None,
            players,
            clock: None,
            room: None,
        }
    }
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// The sender of this message.
    Me,
    /// The person who opens the invitation.
    Friend,
    /// The computer.
    Computer {
        /// One of the levels of the game.
        level: String,
    },
}

/// The time for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockSetup {
    /// Seconds for the whole game.
    pub seconds: u32,
    /// Seconds added after each move.
    pub increment: u32,
}

/// A text or a file to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportFile {
    /// The text, or the contents of a file as base64 if `binary`.
    pub content: String,
    /// Whether `content` is base64.
    pub binary: bool,
}

/// A board that is being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Edit {
    /// The name of the game, such as `othello`.
    pub game: String,
    /// Agreements by name, as in [`GameSetup`].
    pub agreements: Vec<(String, String)>,
    /// The contents of the board.
    pub board: Edited,
}

/// The contents of a board that is being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Edited {
    /// The start position of the game.
    Start,
    /// These squares.
    Squares {
        /// As in [`Frame::cells`](super::Frame::cells).
        cells: String,
        /// The side to move.
        turn: Side,
    },
    /// A position as text.
    Text {
        /// The text.
        position: String,
    },
}
