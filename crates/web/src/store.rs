//! Where games are kept.
//!
//! [`Store`] is all that the rest of the server knows; SQLite is behind it now, and another database can
//! follow without a change elsewhere.

mod sqlite;

use std::path::PathBuf;

use futures_util::future::BoxFuture;
use parlor_table::wire::{GameSummary, StoreFailure};
use parlor_table::{Kept, PlayerId, SavedGame};
use thiserror::Error;

pub(crate) use sqlite::SqliteStore;

/// How many games a list holds at once.
pub(crate) const PAGE: u32 = 24;

/// Why games cannot be kept or found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(transparent)]
pub(crate) struct StoreError(#[from] pub(crate) StoreFailure);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError(StoreFailure::Database {
            detail: error.to_string(),
        })
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
    Ok(data.ok_or(StoreFailure::NoFolder)?.join("parlor/games.sqlite"))
}
