//! `parlor analyze` and `parlor solve`: exact and estimated scores, files and positions.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{FINISHED, parlor, stdout};

#[test]
fn one_of_several_games_in_a_file_is_chosen_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.txt");
    std::fs::write(&file, "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
    let file = file.to_str().unwrap();
    let analyze = ["analyze", "othello", file, "--nodes", "300", "--number"];
    let text = stdout(&parlor(&[&analyze[..], &["2"]].concat()));
    assert!(text.contains("   2 white f6"), "{text}");
    assert!(!parlor(&[&analyze[..], &["3"]].concat()).status.success());
    let refused = parlor(&[&analyze[..], &["1", "--lines", "2"]].concat());
    assert_eq!(refused.status.code(), Some(2), "a game has no best lines");
    std::fs::write(file, "f5d6c3d3c4\nf5f6e6f9\n").unwrap();
    let output = parlor(&[&analyze[..], &["1"]].concat());
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(words.matches("cannot be played").count(), 1, "{words}");
    assert_eq!(words.matches("is occupied").count(), 1, "{words}");
}

#[test]
fn all_scores_of_a_game_are_for_black_in_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "e6f4e3f6g5d6e7f5c5").unwrap();
    let file = file.to_str().unwrap();
    let text = stdout(&parlor(&[
        "analyze", "othello", file, "--nodes", "20000", "--json",
    ]));
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(rows.len(), 10);
    assert_eq!((&rows[0]["games"], &rows[0]["moves"]), (&1.into(), &9.into()));
    // The game is over and all discs are black: the score is exact, without a distance to the end.
    assert_eq!(
        (&rows[9]["black"]["score"], &rows[9]["black"]["exact"]),
        (&6400.into(), &true.into())
    );
    // White's last move loses everything: for black it is worth more than the better move.
    let blunder = &rows[8];
    assert_eq!(
        (&blunder["side"], &blunder["move"]),
        (&"white".into(), &"f5".into())
    );
    let score = |name: &str| blunder[name]["score"].as_i64().unwrap();
    assert!(score("played_score") > 0 && score("best_score") < 0, "{blunder}");
    assert!(score("black") > 0, "{blunder}");
}

#[test]
fn an_othello_ending_is_solved_and_compared_with_the_score_in_the_file() {
    // FFO 1 with its published best score, then the same with a wrong one.
    let ffo_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ffo.obf");
    std::fs::write(
        &file,
        format!("% a comment\n{ffo_1}; G8:+18; H1:+12;\n{ffo_1}; no scores here\n"),
    )
    .unwrap();
    let text = stdout(&parlor(&[
        "solve",
        "othello",
        "--file",
        file.to_str().unwrap(),
        "--hash",
        "16",
    ]));
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.lines()
            .take(2)
            .all(|row| row.contains(" +18 ") && row.contains(" g8 ")),
        "{text}"
    );
    assert!(text.contains("2 positions"));

    std::fs::write(&file, format!("{ffo_1}; G8:+20;\n")).unwrap();
    let output = parlor(&[
        "solve",
        "othello",
        "--file",
        file.to_str().unwrap(),
        "--hash",
        "16",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let row: serde_json::Value =
        serde_json::from_str(String::from_utf8_lossy(&output.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&row["score"], &row["known"]), (&18.into(), &20.into()));

    let wdl = stdout(&parlor(&[
        "solve",
        "othello",
        "--position",
        ffo_1,
        "--wdl",
        "--hash",
        "16",
    ]));
    assert!(wdl.contains("win"), "{wdl}");
}

#[test]
fn the_best_lines_of_a_position_are_printed() {
    let text = stdout(&parlor(&[
        "analyze",
        "othello",
        "--position",
        "start",
        "--depth",
        "4",
        "--lines",
        "2",
    ]));
    let (by_depth, best) = text.split_once("\n\n").unwrap();
    assert_eq!(
        best.lines().filter(|row| row.contains("depth")).count(),
        2,
        "{text}"
    );
    // One row per depth under a heading. None of these scores is proven.
    let depths: Vec<&str> = by_depth
        .lines()
        .skip(1)
        .filter_map(|row| row.split_whitespace().next())
        .collect();
    assert_eq!(depths.last(), Some(&"4"), "{text}");
    assert!(by_depth.lines().skip(1).all(|row| row.contains('~')), "{text}");
}

/// The first problem of the FFO collection: 14 empty squares, and 18 discs ahead with best play.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn positions_near_the_end_are_exact_in_text_and_json() {
    let text = stdout(&parlor(&["analyze", "othello", FFO_1, "--lines", "2"]));
    let (_, best) = text.split_once("\n\n").unwrap();
    assert!(best.contains("         +18  depth 14  g8 "), "{text}");
    assert!(best.contains("         +12  depth 14  h1 "), "{text}");
    assert!(best.contains("all are exact"), "{text}");
    let text = stdout(&parlor(&["analyze", "othello", FFO_1, "--lines", "2", "--json"]));
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(
        (&rows[0]["score"], &rows[0]["exact"]),
        (&1800.into(), &true.into())
    );
    assert_eq!((rows[1]["score"].as_i64(), rows.len()), (Some(1200), 3));
    let limited = stdout(&parlor(&[
        "analyze", "othello", FFO_1, "--lines", "2", "--depth", "3",
    ]));
    assert!(
        limited.contains("~ marks estimates"),
        "a limit is kept to: {limited}"
    );
}

#[test]
fn a_finished_game_is_exact_to_the_last_row() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let path = file.to_str().unwrap();
    // The end of a game between two engines: from 24 empty squares on, every score is exact.
    std::fs::write(&file, FINISHED).unwrap();
    let text = stdout(&parlor(&[
        "analyze", "othello", path, "--exact", "12", "--nodes", "200", "--json",
    ]));
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(rows.len(), 61);
    let last = &rows[60]["black"];
    assert_eq!(last["exact"], true);
    assert!(last["plies_to_end"].is_null() && last["score"].as_i64().unwrap().abs() <= 6400);
    for pair in rows[48..].windows(2) {
        let score = |row: &serde_json::Value| row["black"]["score"].as_i64().unwrap();
        assert_eq!(pair[1]["black"]["exact"], true, "{}", pair[1]);
        let gain = score(&pair[1]) - score(&pair[0]);
        let gain = if pair[1]["side"] == "black" { gain } else { -gain };
        assert!(
            gain <= 0,
            "a move improved its own side's score: {} {}",
            pair[0],
            pair[1]
        );
        assert_eq!(gain < 0, pair[1]["lost"].as_f64().unwrap() > 0.0, "{}", pair[1]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_prints_what_it_has() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["analyze", "loa", "start", "--nodes", "1000000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A row with a depth shows that the search is running and the signal handler is installed.
    let mut reader = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut rows = String::new();
    for _ in 0..3 {
        std::io::BufRead::read_line(&mut reader, &mut rows).unwrap();
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    std::io::Read::read_to_string(&mut reader, &mut rows).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(rows.contains("scores are for black, who is to move"), "{rows}");
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("interrupted"), "{words}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_proof_is_not_reported_as_solved() {
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["solve", "othello", "start", "--hash", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The signal handler has its own thread, and so does the progress, which starts after it.
    let tasks = format!("/proc/{}/task", child.id());
    while std::fs::read_dir(&tasks).map_or(0, Iterator::count) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("interrupted; 1 position not solved"), "{words}");
}

#[test]
fn a_game_is_reviewed_from_standard_input_with_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("game.svg");
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "analyze",
            "othello",
            "-",
            "--nodes",
            "500",
            "--svg",
            picture.to_str().unwrap(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"f5d6c3d3c4f4").unwrap();
    let text = stdout(&child.wait_with_output().unwrap());
    assert!(text.contains("   6 white f4"), "{text}");
    assert!(text.contains("black: "), "{text}");
    assert!(!text.contains('\u{1b}'), "piped output has no colour");
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
}

#[test]
fn a_report_shows_turning_points_from_one_point_of_view() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    // White is wiped out in nine moves. Move numbers are ignored.
    std::fs::write(&file, "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5").unwrap();
    let text = stdout(&parlor(&[
        "analyze",
        "othello",
        file.to_str().unwrap(),
        "--nodes",
        "20000",
    ]));
    let turned = text.lines().last().unwrap();
    assert!(turned.starts_with("The game turned at move "), "{text}");
    assert!(turned.contains(": White played "), "{text}");
    // White gave away its lead: from black's point of view, the blunder is worth more than the better move.
    let blunder = text.lines().rfind(|row| row.contains("blunder;")).unwrap();
    assert!(blunder.contains(" white f5"), "{text}");
    assert!(
        blunder.contains(" was worth ~-") && blunder.ends_with(" instead of ~+64.00")
            || blunder.ends_with(" instead of +64"),
        "{text}"
    );
    assert!(
        !text.contains("1 blunders") && !text.contains("1 mistakes"),
        "{text}"
    );
}
