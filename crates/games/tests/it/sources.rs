//! Tests that a game is described once: few files outside its own folders name it, and none checks which game
//! it is.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// The names of folders and files that belong to one game.
const GAMES: [&str; 4] = ["othello", "ataxx", "loa", "clobber"];

/// The maximum number of files that may name a game. Before you raise it, find out what a trait or a
/// descriptor could say instead.
const MOST: usize = 20;

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.') || ["target", "node_modules", "tests"].contains(&stem.as_str()) {
            continue;
        }
        if GAMES.contains(&stem.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// Returns the sources of crates and programs, without tests and without those that belong to one game.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for part in ["crates", "apps"] {
        collect(&root.join(part), &mut found);
    }
    assert!(found.len() > 100, "the sources are elsewhere");
    found
}

fn that_match(pattern: &str) -> Vec<PathBuf> {
    let pattern = Regex::new(pattern).unwrap();
    let mut found = sources();
    found.retain(|path| pattern.is_match(&fs::read_to_string(path).unwrap()));
    found
}

#[test]
fn few_files_name_a_game() {
    let found = that_match(
        r"\b(Kind|AnyGame|Game)::(Othello|Ataxx|Loa|Clobber)\b|parlor_(othello|ataxx|loa|clobber)::",
    );
    assert!(
        found.len() <= MOST,
        "{} files name a game: {found:#?}",
        found.len()
    );
}

#[test]
fn no_code_checks_which_game_it_is() {
    // The compiler cannot flag a comparison that a new game would have to join.
    let found = that_match(r"[!=]= (\w+::)*Kind::[A-Z][a-z]");
    assert!(found.is_empty(), "{found:#?}");
}
