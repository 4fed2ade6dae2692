//! What can go wrong with a collection.

use parlor_games::{NewGameError, ParseSpecError, UnknownGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

/// Why something cannot be done with a collection. The file is as it was.
#[derive(Debug, Error)]
pub enum CollectionError {
    /// The file cannot be opened, read or written.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is something else.
    #[error("{file} is not a collection of games")]
    NotACollection {
        /// The file.
        file: String,
    },
    /// The file is of a later version of this program.
    #[error("{file} has version {version}, which needs a newer Parlor")]
    TooNew {
        /// The file.
        file: String,
        /// The version of its tables.
        version: i64,
    },
    /// There is no such game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// An agreement that the game does not have.
    #[error(transparent)]
    Agreement(#[from] ParseSpecError),
    /// A position that cannot be.
    #[error("the position cannot be read: {0}")]
    Position(#[from] NewGameError),
    /// A text that is no date.
    #[error("“{}” is not a date: write 2026, 2026.11 or 2026.11.16", .0.escape_default())]
    Date(String),
    /// An opening that has no name.
    #[error("there is no opening “{}”", .0.escape_default())]
    Opening(String),
    /// Wins or losses of nobody.
    #[error("name the player who won or lost")]
    ResultOfNobody,
    /// A game that is not there.
    #[error("there is no game {0} in the collection")]
    NoGame(u32),
    /// A game that cannot be replayed: the file is damaged.
    #[error("game {id} of the collection is damaged: {reason}")]
    Damaged {
        /// The number of the game.
        id: u32,
        /// What is wrong.
        reason: String,
    },
    /// The format does not suit a game.
    #[error("game {id} of the collection cannot be written as {format}")]
    Unsuitable {
        /// The number of the game.
        id: u32,
        /// The code of the format.
        format: String,
    },
    /// More games than a file can have.
    #[error("a collection holds at most {} games", u32::MAX)]
    Full,
}

/// The same without words, for a page that writes its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct CollectionFailure {
    /// What is wrong.
    pub code: FailureCode,
    /// The text that it is about, or what the system says.
    pub detail: String,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The file cannot be opened, read or written.
    Database,
    /// Another program uses the file.
    InUse,
    /// This server keeps no collection.
    None,
    /// The collection is its owner's.
    NotYours,
    /// A text that is no date.
    Date,
    /// An opening that has no name.
    Opening,
    /// A position that cannot be.
    Position,
    /// Wins or losses of nobody.
    ResultOfNobody,
    /// A game that is not there or cannot be replayed.
    Game,
    /// The format does not suit the games.
    Unsuitable,
    /// A request that cannot be read.
    Request,
    /// The files are too large.
    TooLarge,
}

impl CollectionError {
    /// The same without words.
    pub fn failure(&self) -> CollectionFailure {
        let (code, detail) = match self {
            CollectionError::Database(_)
            | CollectionError::NotACollection { .. }
            | CollectionError::TooNew { .. }
            | CollectionError::Full => (FailureCode::Database, self.to_string()),
            CollectionError::UnknownGame(_)
            | CollectionError::Agreement(_)
            | CollectionError::Position(_) => (FailureCode::Position, self.to_string()),
            CollectionError::Date(text) => (FailureCode::Date, text.clone()),
            CollectionError::Opening(text) => (FailureCode::Opening, text.clone()),
            CollectionError::ResultOfNobody => (FailureCode::ResultOfNobody, String::new()),
            CollectionError::NoGame(id) | CollectionError::Damaged { id, .. } => {
                (FailureCode::Game, id.to_string())
            }
            CollectionError::Unsuitable { format, .. } => (FailureCode::Unsuitable, format.clone()),
        };
        CollectionFailure { code, detail }
    }
}
