//! `parlor arena` and `parlor worker` as programs: killed, interrupted, and several at once.

mod killed;
mod measure;

use std::path::Path;

/// The path of a store in a temporary directory.
fn store_path(directory: &Path) -> String {
    directory.join("arena.sqlite").to_string_lossy().into_owned()
}
