//! Messages from the page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Moment, Side, StudyEdit};

/// A message from the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Start a game and watch it.
    Create {
        /// What is to be played, and by whom.
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
        /// How many moves were played when the player decided: a stale click plays nothing.
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
    /// Ask for another game with sides exchanged, or start it when nobody needs to be asked.
    Rematch,
    /// Let a person or the computer play a side from now on.
    Switch {
        /// The side.
        side: Side,
        /// Who plays it.
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
        /// How many best moves to compare; 0 stands for all.
        lines: u8,
        /// Whether every move is to be given a value.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        values: bool,
        /// For how long, in seconds; without it until it is stopped.
        #[serde(default)]
        #[ts(optional)]
        seconds: Option<u32>,
        /// With how many threads, as far as the server has them.
        #[serde(default)]
        #[ts(optional)]
        threads: Option<u8>,
        /// With how much memory, in mebibytes, as far as the server gives it.
        #[serde(default)]
        #[ts(optional)]
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
        /// After which moment.
        at: Moment,
        /// The moves in the game's notation, one after the other.
        moves: Vec<String>,
    },
    /// Change the variations or the annotations of a move.
    Annotate {
        /// How.
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
        /// After how many moves.
        ply: u32,
        /// The move in the game's notation.
        text: String,
    },
    /// List saved games.
    Games {
        /// Only games whose game, names, result and date together hold every word of this.
        search: String,
        /// Where the page begins, as the page before it said; nothing for the first.
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
        /// Which game of several to open.
        pick: Option<u32>,
    },
    /// Ask whether an edited board can be played, and for its text.
    Check {
        /// A number that comes back with the answer.
        id: u32,
        /// The board.
        board: Edit,
    },
    /// Play moves on a board that is not stored, such as the steps of a lesson.
    Try {
        /// A number that comes back with the answer.
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
    /// Ask for a sign of life.
    Ping {
        /// How many messages of the conversation the page has received: they need not be sent again. The welcome, where
        /// the conversation stands, and signs of life do not count.
        #[serde(default)]
        heard: u32,
    },
}

/// A new game: the game, its agreements and its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameSetup {
    /// One of the games of the welcome.
    pub game: String,
    /// Agreements by name: `rules`, `size`, `blocks`, `limit`. What is not said is as usual.
    pub agreements: Vec<(String, String)>,
    /// A position to begin from, in text.
    pub position: Option<String>,
    /// Who plays black and white.
    pub players: [Player; 2],
    /// The time for each side, if the game is timed.
    pub clock: Option<ClockSetup>,
    /// A name under which a terminal program can join.
    pub room: Option<String>,
}

impl GameSetup {
    /// Returns an untimed game with the default agreements, from the standard start.
    pub fn usual(game: &str, players: [Player; 2]) -> GameSetup {
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ClockSetup {
    /// Seconds for the whole game.
    pub seconds: u32,
    /// Seconds added after each move.
    pub increment: u32,
}

/// A text or a file to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ImportFile {
    /// The text, or the bytes of a file in base64 when `binary`.
    pub content: String,
    /// Whether `content` is base64.
    pub binary: bool,
}

/// A board that is being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Edit {
    /// Which game it is.
    pub game: String,
    /// Agreements by name, as in [`GameSetup`].
    pub agreements: Vec<(String, String)>,
    /// What is on it.
    pub board: Edited,
}

/// The content of a board that is being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Edited {
    /// The start position of the game.
    Start,
    /// These squares.
    Squares {
        /// As in [`Frame::cells`](super::Frame::cells).
        cells: String,
        /// Who is to move.
        turn: Side,
    },
    /// A position in text.
    Text {
        /// The text.
        position: String,
    },
}
