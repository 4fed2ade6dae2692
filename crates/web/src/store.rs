//! Where games are stored: an SQLite file behind [`parlor_table::store::Store`], and its ownership.

mod migrate;
mod owner;
mod reading;
mod sqlite;

use std::path::PathBuf;

use parlor_table::store::Store;
use parlor_table::wire::StoreFailure;

pub(crate) use owner::{Claim, Owner, Running};
pub(crate) use sqlite::SqliteStore;

/// A store that tables on all threads share.
pub(crate) type SharedStore = std::sync::Arc<dyn Store + Send + Sync>;

/// The default file, in the user's data folder.
pub(crate) fn default_file() -> Result<PathBuf, StoreFailure> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let data = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| set("HOME").map(|home| home.join(".local/share")));
    Ok(data.ok_or(StoreFailure::NoFolder)?.join("parlor/games.sqlite"))
}
