//! Tests of `parlor puzzles` and of reports, as users run them.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn parlor(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .current_dir(folder)
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

#[test]
fn puzzles_are_found_in_a_file_of_games_and_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // The game of the manual. Its last moves include at least one ending that only one move wins.
    let game = "d3c3b3e3f3c5f6f5e6d7d6f7c8c4c6e2f1e1d1a3e7d8e8f8d2g3f2b5a6a5a4c2h3b4b6c7c1b8f4g4h4a7g5h5h6g1h1h2g6b1a1h7h8g7g8b2a8g2a2b7\n";
    std::fs::write(here.join("game.txt"), game).unwrap();
    let find = [
        "puzzles", "othello", "--games", "game.txt", "--count", "50", "--output", "set.txt", "--json",
    ];
    let rows = stdout(&parlor(here, &find));
    let set = std::fs::read_to_string(here.join("set.txt")).unwrap();
    assert!(set.starts_with("# games 1\n"), "{set}");
    assert_eq!(rows.lines().count(), set.lines().count() - 1);
    // Games that were searched are not searched again.
    assert_eq!(stdout(&parlor(here, &find)), "");
    assert_eq!(std::fs::read_to_string(here.join("set.txt")).unwrap(), set);
    let listed = stdout(&parlor(
        here,
        &["puzzles", "othello", "--list", "--from", "set.txt", "--json"],
    ));
    assert_eq!(listed, rows);
}

#[test]
fn the_puzzles_that_come_with_the_program_are_listed_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["othello", "ataxx", "loa"] {
        let rows = stdout(&parlor(folder.path(), &["puzzles", game, "--list", "--json"]));
        let first: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
        let shown = stdout(&parlor(folder.path(), &["puzzles", game, "--show", "1"]));
        assert!(shown.contains(first["position"].as_str().unwrap()), "{shown}");
        assert!(shown.contains(first["solution"][0].as_str().unwrap()), "{shown}");
        stdout(&parlor(folder.path(), &["puzzles", game, "--show", "today"]));
        let missing = parlor(folder.path(), &["puzzles", game, "--show", "100000"]);
        assert!(!missing.status.success());
    }
}

#[test]
fn a_game_is_written_as_a_page_and_a_position_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(here.join("game.txt"), "f5d6c3d3c4b3b2c2\n").unwrap();
    stdout(&parlor(
        here,
        &[
            "analyze",
            "othello",
            "game.txt",
            "--nodes",
            "2000",
            "--html",
            "report.html",
        ],
    ));
    let page = std::fs::read_to_string(here.join("report.html")).unwrap();
    for part in [
        "<!doctype html>",
        "Opening:",
        "Accuracy",
        "<polyline",
        "The last position",
        "</html>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let picture = stdout(&parlor(here, &["convert", "loa", "start", "--to", "svg"]));
    assert!(picture.starts_with("<svg") && picture.matches("r=\"16\"").count() == 24);
    let refused = parlor(
        here,
        &["analyze", "othello", "--position", "start", "--html", "x.html"],
    );
    assert_eq!(refused.status.code(), Some(2));
}
