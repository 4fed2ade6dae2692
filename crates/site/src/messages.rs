//! What the host and the JavaScript around it say to each other.

use parlor_table::PlayerId;
use parlor_table::wire::{GameSummary, ImportFile, ImportReport};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input {
    /// A page wants to talk.
    Opened {
        /// Its number.
        connection: u64,
    },
    /// A page said something.
    Said {
        /// Which page.
        connection: u64,
        /// A message of the wire.
        text: String,
    },
    /// A page is gone.
    Closed {
        /// Which page.
        connection: u64,
    },
    /// The database has answered.
    Answered {
        /// The number of the question.
        request: u64,
        /// The answer.
        answer: Answer,
    },
    /// A search has something to report.
    Reported {
        /// Which search.
        search: u64,
        /// A [`ReportText`](parlor_wasm::ReportText), as the search wrote it.
        report: String,
    },
    /// A search has ended.
    Thought {
        /// Which search.
        search: u64,
        /// A [`ThoughtText`](parlor_wasm::ThoughtText), as the search wrote it; nothing if it failed.
        thought: Option<String>,
    },
    /// The moment of [`Output::Wake`] has come.
    Woken,
    /// All games are to be written to one file.
    SaveAll {
        /// The number of the request.
        call: u64,
    },
    /// The names of the openings that positions of a game end are wanted.
    Openings {
        /// The number of the request.
        call: u64,
        /// The name of the game.
        game: String,
        /// What was agreed on, by name, where it is not the usual.
        agreements: Vec<(String, String)>,
        /// The positions in the text form of the game.
        positions: Vec<String>,
    },
    /// All games of a file are to be stored.
    ImportAll {
        /// The number of the request.
        call: u64,
        /// The file.
        file: ImportFile,
    },
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Output {
    /// Tell a page something.
    Tell {
        /// Which page.
        connection: u64,
        /// A message of the wire.
        text: String,
    },
    /// Ask the database something, then say [`Input::Answered`].
    Ask {
        /// The number of the question.
        request: u64,
        /// The question.
        question: Question,
    },
    /// Run a search in a worker of its own.
    Think {
        /// Its number.
        search: u64,
        /// An [`Order`](parlor_wasm::Order). JavaScript passes it on as it stands: its numbers are too large to read.
        order: String,
    },
    /// End the worker of a search; nobody wants to hear of it.
    Stop {
        /// Which search.
        search: u64,
    },
    /// Say [`Input::Woken`] after this many milliseconds. A later one replaces it.
    Wake {
        /// How many.
        after_ms: u64,
    },
    /// All games in one file; nothing if they cannot be read.
    Saved {
        /// The number of the request.
        call: u64,
        /// The file.
        text: Option<String>,
    },
    /// The names of openings.
    Openings {
        /// The number of the request.
        call: u64,
        /// A name for each position that ends an opening.
        names: Vec<Option<String>>,
    },
    /// The result of an import.
    Imported {
        /// The number of the request.
        call: u64,
        /// What.
        report: ImportReport,
    },
}

/// Something that the database is asked for. It keeps texts, and knows nothing of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Add events to a game, all or none, and answer once they cannot be lost. Events that are there are kept.
    Append {
        /// The game.
        id: String,
        /// The number of the first event, from 1.
        first: u64,
        /// The events.
        events: Vec<String>,
        /// A [`Row`], which replaces the one that was there.
        row: String,
        /// When the game was played, in milliseconds since 1970, if not now.
        played_at: Option<u64>,
    },
    /// A game with its events.
    Load {
        /// The game.
        id: String,
    },
    /// The rows of all games.
    Rows,
    /// Delete a game for good.
    Delete {
        /// The game.
        id: String,
    },
    /// A value by name, which is kept from the first time it is asked for.
    Remember {
        /// The name.
        name: String,
        /// The value, if there is none yet.
        first: String,
    },
}

/// What the database says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// The events are stored.
    Stored,
    /// The game was deleted, or has never begun.
    Deleted,
    /// Events are missing: the game has only this many.
    Missing {
        /// How many.
        stored: u64,
    },
    /// A game, or that there is none.
    Game {
        /// The game.
        game: Option<Game>,
    },
    /// The rows of all games, in any order.
    Rows {
        /// The rows, each with the number of its game and the moment at which it was last played.
        rows: Vec<FoundRow>,
    },
    /// Whether a game was there to be deleted.
    Forgotten {
        /// Whether it was.
        was_there: bool,
    },
    /// A value.
    Value {
        /// It.
        value: String,
    },
    /// The database said no.
    Failed {
        /// Whether there is no space left.
        full: bool,
        /// What it said.
        detail: String,
    },
}

/// A game as the database keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// When it was last played, in milliseconds since 1970.
    pub updated: u64,
    /// Its events in order.
    pub events: Vec<String>,
}

/// A row that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundRow {
    /// The number of the game in the database.
    pub number: u64,
    /// When it was last played, in milliseconds since 1970.
    pub updated: u64,
    /// A [`Row`].
    pub row: String,
}

/// What lists and searches need of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// How it is listed.
    pub summary: GameSummary,
    /// The names of both sides and the result, as they are searched for.
    pub searched: [String; 3],
    /// In whose lists.
    pub people: Vec<PlayerId>,
}
