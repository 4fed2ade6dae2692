//! Tests of `parlor collection`, as users run it.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn collection(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("collection")
        .args(arguments)
        .current_dir(folder)
        // Each test has its own default collection.
        .env("XDG_DATA_HOME", folder)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn games_are_imported_found_counted_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let game = |black: &str, white: &str, year: &str, result: &str, moves: &str| {
        format!(
            "[Game \"othello\"]\n[Event \"Open\"]\n[Date \"{year}\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n\
             {moves}\n\n"
        )
    };
    let games = game("Ann", "Bob", "1999", "1-0", "f5 d6 c3 d3 c4")
        + &game("Bob", "Ann", "2001", "1-0", "f5 f6 e6 f4 e3");
    std::fs::write(here.join("games.parlor"), games).unwrap();
    std::fs::write(here.join("lines.txt"), "f5d6c5\nf5a1\nf5d6c4\n").unwrap();
    let text = stdout(&collection(here, &["import", "games.parlor", "lines.txt"]));
    assert_eq!(text.lines().next(), Some("games.parlor: 2 games new"), "{text}");
    assert!(
        text.contains("lines.txt: 2 games new, 1 unreadable (game 2: move 2"),
        "{text}"
    );
    assert!(stdout(&collection(here, &["import", "games.parlor"])).contains("0 games new, 2 known already"));
    let text = stdout(&collection(
        here,
        &["search", "--player", "ann", "--result", "loss"],
    ));
    assert!(
        text.contains("Bob – Ann") && text.contains("Cow") && text.ends_with("1 game\n"),
        "{text}"
    );
    let found: Value = serde_json::from_str(&stdout(&collection(
        here,
        &["search", "--game", "othello", "--position", "c4e3", "--json"],
    )))
    .unwrap();
    assert_eq!(found["total"], 3, "{found}");
    let stats = stdout(&collection(here, &["stats", "--player", "ann"]));
    assert!(
        stats.contains("* Ann") && stats.contains("2 games: 2 won by black"),
        "{stats}"
    );
    let explored = stdout(&collection(here, &["explore", "othello", "f5"]));
    assert!(
        explored.contains("Perpendicular") && explored.contains("4 games"),
        "{explored}"
    );
    let export = ["export", "--event", "open", "--to", "transcript"];
    assert_eq!(stdout(&collection(here, &export)), "f5f6e6f4e3\nf5d6c3d3c4\n");
    stdout(&collection(
        here,
        &["export", "--to", "wthor", "--output", "all.wtb"],
    ));
    let again = ["import", "all.wtb", "--collection", "other.collection"];
    assert!(stdout(&collection(here, &again)).contains("4 games new"));
}

#[test]
fn errors_of_a_collection_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let said = complaint(&collection(here, &["search"]));
    assert!(said.contains("there is no collection"), "{said}");
    assert!(complaint(&collection(here, &["import", "missing.wtb"])).contains("cannot read missing.wtb"));
    std::fs::write(here.join("notes.txt"), "buy milk\n").unwrap();
    let output = collection(here, &["import", "notes.txt", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["files"][0]["problem"]["code"], "unknown");
    assert!(complaint(&collection(here, &["search", "--since", "soon"])).contains("“soon” is not a date"));
    assert!(complaint(&collection(here, &["search", "--opening", "Sicilian"])).contains("Sicilian"));
    assert!(complaint(&collection(here, &["search", "--result", "win"])).contains("name the player"));
    assert_eq!(
        collection(here, &["search", "--position", "f5"]).status.code(),
        Some(2),
        "of which game?"
    );
    assert_eq!(
        collection(here, &["export", "--to", "chess"]).status.code(),
        Some(2)
    );
    let text = collection(here, &["search", "--collection", "notes.txt"]);
    assert!(complaint(&text).contains("notes.txt is not a collection of games"));
}

#[test]
fn the_last_games_of_a_player_become_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let game = |black: &str, white: &str, year: &str, result: &str, moves: &str| {
        format!(
            "[Game \"othello\"]\n[Date \"{year}\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n\
             {moves}\n\n"
        )
    };
    let games = game("Ann Lee", "Bob", "1999", "1-0", "f5 d6 c3 d3 c4 f4")
        + &game("Bob", "Ann Lee", "2001", "1-0", "f5 f6 e6 f4 e3")
        + &game("Eve", "Bob", "2003", "1-0", "f5 f4 e3");
    std::fs::write(here.join("games.parlor"), games).unwrap();
    stdout(&collection(here, &["import", "games.parlor"]));
    let arguments = ["report", "ann", "--nodes", "300", "--html", "ann.html"];
    let text = stdout(&collection(here, &arguments));
    assert_eq!(
        text.lines().next(),
        Some("Ann Lee: 2 games, 1 won, 0 drawn, 1 lost"),
        "{text}"
    );
    let opening = text.lines().find(|line| line.starts_with("Tiger")).unwrap();
    assert_eq!(opening.split_whitespace().nth(1), Some("1"), "{text}");
    // The latest game comes first.
    assert!(text.find("2001").unwrap() < text.find("1999").unwrap(), "{text}");
    let page = std::fs::read_to_string(here.join("ann.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("Ann Lee: the last 2 games"));
    let json: Value = serde_json::from_str(&stdout(&collection(
        here,
        &["report", "ann", "--last", "1", "--nodes", "300", "--json"],
    )))
    .unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&json["games"][0]["side"], &json["games"][0]["result"]),
        (&"white".into(), &"lost".into())
    );
    assert_eq!(json["games"][0]["opening"], "Cow");
    let nobody = complaint(&collection(here, &["report", "nobody"]));
    assert!(
        nobody.contains("the collection has no such game of “nobody”"),
        "{nobody}"
    );
}
