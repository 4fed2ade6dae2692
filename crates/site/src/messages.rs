//! The messages between the host and the JavaScript around it.

use parlor_table::PlayerId;
use parlor_table::wire::{GameSummary, ImportFile, ImportReport};
use serde::{Deserialize, Serialize};

/// An input of the host.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input {
    /// A page has connected.
    Opened {
        /// Its number.
        connection: u64,
    },
    /// A page sent a message.
    Message {
        /// The page.
        connection: u64,
        /// A wire message.
        text: String,
    },
    /// A page has disconnected.
    Closed {
        /// The page.
        connection: u64,
    },
    /// The database has answered.
    Answered {
        /// The number of the request.
        request: u64,
        /// The answer.
        answer: Answer,
    },
    /// A search reports progress.
    Reported {
        /// The search.
        search: u64,
        /// A [`ReportText`](parlor_wasm::ReportText), as the search wrote it.
        report: String,
    },
    /// A search has ended.
    Thought {
        /// The search.
        search: u64,
        /// A [`ThoughtText`](parlor_wasm::ThoughtText), as the search wrote it; `None` if it failed.
        thought: Option<String>,
    },
    /// The time of [`Output::Wake`] has come.
    Woken,
    /// Write all games to one file.
    SaveAll {
        /// The number of the request.
        call: u64,
    },
    /// Return the names of the openings that end in these positions of a game.
    Openings {
        /// The number of the request.
        call: u64,
        /// The name of the game.
        game: String,
        /// The agreements that differ from the defaults, by name.
        agreements: Vec<(String, String)>,
        /// The positions as text.
        positions: Vec<String>,
    },
    /// Store all games of a file.
    ImportAll {
        /// The number of the request.
        call: u64,
        /// The file.
        file: ImportFile,
    },
}

/// An output of the host: an action to carry out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Output {
    /// Send a page a message.
    Tell {
        /// The page.
        connection: u64,
        /// A wire message.
        text: String,
    },
    /// Send the database a request, then answer with [`Input::Answered`].
    Ask {
        /// The number of the request.
        request: u64,
        /// The request.
        question: Question,
    },
    /// Run a search in a worker of its own.
    Think {
        /// Its number.
        search: u64,
        /// An [`Order`](parlor_wasm::Order). JavaScript must pass on the text as it is, because its numbers are too
        /// large for JavaScript.
        order: String,
    },
    /// End the worker of a search. Its result is not needed.
    Stop {
        /// The search.
        search: u64,
    },
    /// Send [`Input::Woken`] after this many milliseconds. A later `Wake` replaces this one.
    Wake {
        /// The number of milliseconds.
        after_ms: u64,
    },
    /// All games in one file; `None` if they cannot be read.
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
        /// The name of the opening that ends in each position, if there is one.
        names: Vec<Option<String>>,
    },
    /// The result of an import.
    Imported {
        /// The number of the request.
        call: u64,
        /// The report.
        report: ImportReport,
    },
}

/// A request to the database. It stores texts and does not interpret them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Add events to a game, all or none, and answer once they cannot be lost. Existing events are not replaced.
    Append {
        /// The game.
        id: String,
        /// The number of the first event, from 1.
        first: u64,
        /// The events.
        events: Vec<String>,
        /// A [`Row`], which replaces the existing one.
        row: String,
        /// When the game was played, in milliseconds since 1970, if not now.
        played_at: Option<u64>,
    },
    /// Return a game with its events.
    Load {
        /// The game.
        id: String,
    },
    /// Return the rows of all games.
    Rows,
    /// Delete a game for good.
    Delete {
        /// The game.
        id: String,
    },
    /// Return a named value. The first request stores `first`.
    Remember {
        /// The name.
        name: String,
        /// The value to store if there is none yet.
        first: String,
    },
}

/// An answer of the database.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// The events are stored.
    Stored,
    /// The game was deleted, or has never begun.
    Deleted,
    /// Events are missing: the game has only this many.
    Missing {
        /// The number of stored events.
        stored: u64,
    },
    /// A game, or `None` if it does not exist.
    Game {
        /// The game.
        game: Option<Game>,
    },
    /// The rows of all games, in no particular order.
    Rows {
        /// The rows, each with the number of its game and the time when it was last played.
        rows: Vec<FoundRow>,
    },
    /// The answer to a deletion.
    Forgotten {
        /// Whether the game existed.
        was_there: bool,
    },
    /// A value.
    Value {
        /// The value.
        value: String,
    },
    /// The request failed.
    Failed {
        /// Whether there is no space left.
        full: bool,
        /// The error message.
        detail: String,
    },
}

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// When it was last played, in milliseconds since 1970.
    pub updated: u64,
    /// Its events in order.
    pub events: Vec<String>,
}

/// A stored row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundRow {
    /// The number of the game in the database.
    pub number: u64,
    /// When it was last played, in milliseconds since 1970.
    pub updated: u64,
    /// A [`Row`].
    pub row: String,
}

/// The data of a game for lists and searches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The entry in lists.
    pub summary: GameSummary,
    /// The names of both sides and the result, as text for searches.
    pub searched: [String; 3],
    /// The people whose lists contain it.
    pub people: Vec<PlayerId>,
}
