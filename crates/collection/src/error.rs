//! The errors of a collection.

use parlor_games::{NewGameError, ParseSpecError, UnknownGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why an operation on a collection failed. The file is unchanged.
#[derive(Debug, Error)]
pub enum CollectionError {
    /// The file cannot be opened, read or written.
    #[cfg(feature = "file")]
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is not a collection.
    #[error("{file} is not a collection of games")]
    NotACollection {
        /// The file.
        file: String,
    },
    /// A newer version of this program wrote the file.
    #[error("{file} has version {version}, which needs a newer Parlor")]
    TooNew {
        /// The file.
        file: String,
        /// Its schema version.
        version: i64,
    },
    /// The game does not exist.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The game does not have this agreement.
    #[error(transparent)]
    Agreement(#[from] ParseSpecError),
    /// The position is invalid.
    #[error("the position cannot be read: {0}")]
    Position(#[from] NewGameError),
    /// The text is not a date.
    #[error("“{}” is not a date: write 2026, 2026.11 or 2026.11.16", .0.escape_default())]
    Date(String),
    /// No opening has this name.
    #[error("there is no opening “{}”", .0.escape_default())]
    Opening(String),
    /// Wins or losses were requested without a player.
    #[error("name the player who won or lost")]
    ResultOfNobody,
    /// The collection has no such game.
    #[error("there is no game {0} in the collection")]
    NoGame(u32),
    /// The game cannot be replayed: the file is damaged.
    #[error("game {id} of the collection is damaged: {reason}")]
    Damaged {
        /// The number of the game.
        id: u32,
        /// The reason.
        reason: String,
    },
    /// The format does not support the game.
    #[error("game {id} of the collection cannot be written as {format}")]
    Unsuitable {
        /// The number of the game.
        id: u32,
        /// The code of the format.
        format: String,
    },
    /// The collection has the maximum number of games.
    #[error("a collection holds at most {} games", u32::MAX)]
    Full,
}

/// An error as a code, for a page that writes its own texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CollectionFailure {
    /// The code.
    pub code: FailureCode,
    /// The text that it concerns, or the error message of the system.
    pub detail: String,
}

/// The code of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The file cannot be opened, read or written.
    Database,
    /// Another program uses the file.
    InUse,
    /// This server has no collection.
    None,
    /// Only the owner may use the collection.
    NotYours,
    /// The text is not a date.
    Date,
    /// No opening has this name.
    Opening,
    /// The position is invalid.
    Position,
    /// Wins or losses were requested without a player.
    ResultOfNobody,
    /// The game does not exist or cannot be replayed.
    Game,
    /// The format does not support the games.
    Unsuitable,
    /// The request is malformed.
    Request,
    /// The files are too large.
    TooLarge,
}

impl CollectionError {
    /// Converts the error to a code.
    pub fn failure(&self) -> CollectionFailure {
        let (code, detail) = match self {
            #[cfg(feature = "file")]
            CollectionError::Database(_) => (FailureCode::Database, self.to_string()),
            CollectionError::NotACollection { .. }
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
