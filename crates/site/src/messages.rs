//! The messages between the host and the JavaScript around it.

use parlor_collection::{CollectionFailure, PositionRequest, Query};
use parlor_table::PlayerId;
use parlor_table::wire::{GameSummary, ImportFile, ImportReport};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// Answer a question about the collection of games.
    Collection {
        /// The number of the request.
        call: u64,
        /// The question.
        question: Box<CollectionQuestion>,
    },
    /// Add files that belong together to the collection.
    Collect {
        /// The number of the request.
        call: u64,
        /// The files with their names.
        files: Vec<(String, ImportFile)>,
    },
    /// Store all games of a file.
    ImportAll {
        /// The number of the request.
        call: u64,
        /// The file.
        file: ImportFile,
    },
}

/// A question about the collection of games. The answers are those of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "about", content = "asked", rename_all = "snake_case")]
pub enum CollectionQuestion {
    /// The games that a query finds.
    Search(Query),
    /// Statistics of the games that a query finds.
    Stats(Query),
    /// The moves played in a position.
    Explore(PositionRequest),
    /// A game, by its number: the link of an own game, or the text of another.
    Game(u32),
    /// The games that a query finds as a file.
    Export(ExportRequest),
}

/// A request for games as a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportRequest {
    /// Which games.
    pub query: Query,
    /// The code of the format.
    pub format: String,
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
    /// Run a search in a worker of its own, with a further worker for each further thread.
    Think {
        /// Its number.
        search: u64,
        /// An [`Order`](parlor_wasm::Order). JavaScript must pass on the text as it is, because its numbers are too
        /// large for JavaScript.
        order: String,
        /// The number of its threads.
        threads: usize,
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
    /// The answer to a question about the collection, or the report of files that were added to it.
    Collected {
        /// The number of the request.
        call: u64,
        /// The answer; `None` if there is a failure.
        answer: Option<Value>,
        /// Why there is none.
        failure: Option<CollectionFailure>,
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
    /// Add games to the collection, all or none, and answer with their numbers once they cannot be lost.
    Collect {
        /// The games in Parlor's own format.
        texts: Vec<String>,
    },
    /// Return the games of the collection.
    Collection,
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
    /// The numbers of games that were added to the collection.
    Numbers {
        /// The numbers, in the order of the games.
        numbers: Vec<u32>,
    },
    /// The games of the collection, with their numbers.
    Collection {
        /// The games in Parlor's own format.
        games: Vec<(u32, String)>,
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
