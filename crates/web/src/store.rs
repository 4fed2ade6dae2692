//! Where games are kept.
//!
//! [`Store`] is all that the rest of the server knows; SQLite is behind it now, and another database can
//! follow without a change elsewhere.

mod sqlite;

use std::path::PathBuf;

use futures_util::future::BoxFuture;
use parlor_table::wire::GameSummary;
use parlor_table::{Kept, PlayerId, SavedGame};
use thiserror::Error;

pub(crate) use sqlite::SqliteStore;

/// How many games a list holds at once.
pub(crate) const PAGE: u32 = 24;

/// Why games cannot be kept or found.
#[derive(Clone, Debug, Error)]
pub(crate) enum StoreError {
    /// The database said no.
    #[error("the database of games failed: {0}")]
    Database(String),
    /// The database belongs to a newer Parlor.
    #[error("the database of games is of version {found}, newer than the {known} that this Parlor knows")]
    TooNew {
        /// The version found.
        found: i64,
        /// The version we know.
        known: i64,
    },
    /// The folder for it cannot be made.
    #[error("the folder {folder} cannot be made: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why not.
        reason: String,
    },
    /// There is no folder for the user's data.
    #[error("there is no folder for data: neither XDG_DATA_HOME nor HOME is set")]
    NoFolder,
    /// Nobody wants games to be kept.
    #[error("the program was told not to")]
    NotAsked,
    /// The page belongs to a game of a terminal program, which keeps nothing.
    #[error("this page belongs to the program of whoever invited you, and closes with it")]
    Invited,
    /// The writer is gone, which happens when the program ends.
    #[error("the program is ending")]
    Ending,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

/// Where games are kept. What was saved is there after the program dies at any moment.
pub(crate) trait Store: Send + Sync + 'static {
    /// Keeps a game; done when it can no longer be lost by a crash of the program.
    fn save(&self, game: SavedGame) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Brings a game back.
    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Kept>, StoreError>>;

    /// Somebody's games that hold a text, the newest first: a page, and whether there are more.
    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        skip: u32,
    ) -> BoxFuture<'a, Result<(Vec<GameSummary>, bool), StoreError>>;

    /// Takes a game out of somebody's list, and forgets it when it is in no other.
    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A value of the server's own by name, which is kept from the first time it is asked for.
    fn remembered<'a>(
        &'a self,
        name: &'static str,
        first: String,
    ) -> BoxFuture<'a, Result<String, StoreError>>;
}

/// The file in the user's data folder.
pub(crate) fn usual_file() -> Result<PathBuf, StoreError> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let data = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| set("HOME").map(|home| home.join(".local/share")));
    Ok(data.ok_or(StoreError::NoFolder)?.join("parlor/games.sqlite"))
}
