//! `parlor arena` and `parlor worker` as programs: killed, interrupted, and several at once.

mod killed;
mod measure;

use std::path::Path;
use std::process::Command;

/// The path of a store in a temporary directory.
fn store_path(directory: &Path) -> String {
    directory.join("arena.sqlite").to_string_lossy().into_owned()
}

#[test]
fn more_games_at_once_than_processors_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = store_path(directory.path());
    let output = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "arena",
            "play",
            "ataxx",
            "-p",
            "a=parlor:random",
            "-p",
            "b=parlor:random",
        ])
        .args(["--time", "none", "--concurrency", "1024", "--store", &store])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("1024 games at once would share") && text.contains("--oversubscribe"),
        "{text}"
    );
    assert!(!Path::new(&store).exists(), "nothing was started");
}
