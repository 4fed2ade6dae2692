//! `parlor arena` and `parlor worker` as programs: killed, interrupted, and many of them at once.

mod killed;
mod measure;

use std::path::Path;

/// A file in a directory that goes away with the test.
fn store_path(directory: &Path) -> String {
    directory.join("arena.sqlite").to_string_lossy().into_owned()
}
