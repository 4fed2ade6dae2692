//! The commands of `parlor` as their users meet them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn parlor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
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

/// The second column of every row.
fn nodes(text: &str) -> Vec<u64> {
    text.lines()
        .skip(1)
        .map(|row| row.split_whitespace().nth(1).unwrap().parse().unwrap())
        .collect()
}

#[test]
fn perft_has_a_row_for_every_depth() {
    assert_eq!(
        nodes(&stdout(&parlor(&["perft", "othello", "6"]))),
        [4, 12, 56, 244, 1396, 8200]
    );
    assert_eq!(
        nodes(&stdout(&parlor(&["perft", "ataxx", "4", "--portable"]))),
        [16, 256, 6460, 155_888]
    );
    assert_eq!(nodes(&stdout(&parlor(&["perft", "loa", "3"]))), [36, 1244, 44952]);
    let blocked = [
        "perft",
        "ataxx",
        "3",
        "--position",
        "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    ];
    assert_eq!(nodes(&stdout(&parlor(&blocked))), [14, 196, 4184]);
    let same = ["perft", "ataxx", "3", "--blocks", "h"];
    assert_eq!(nodes(&stdout(&parlor(&same))), [14, 196, 4184]);
    assert_eq!(
        nodes(&stdout(&parlor(&["perft", "othello", "2", "--size", "4x6"]))).len(),
        2
    );
}

#[test]
fn perft_as_json_is_one_object_a_row() {
    let text = stdout(&parlor(&["perft", "loa", "2", "--json"]));
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["nodes"], 1244);
    assert_eq!(rows[1]["game"], "loa");
}

#[test]
fn bad_arguments_are_explained_and_fail() {
    for arguments in [
        &["perft", "chess", "3"][..],
        &["perft", "loa", "0"],
        &["perft", "loa", "3", "--position", "nonsense"],
        &["perft", "othello", "3", "--size", "5x5"],
        &["solve", "othello"],
        &["solve", "othello", "--position", "XO"],
        &["solve", "loa", "--file", "no-such-file"],
        &["analyze", "loa", "no-such-file"],
        &["match", "loa", "level=99", "full"],
    ] {
        let output = parlor(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn options_that_do_not_apply_are_refused_as_misuse() {
    let (ataxx, othello) = (
        "x5o/7/7/7/7/7/o5x x 0 1",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    );
    for arguments in [
        &["perft", "ataxx", "1", "--position", ataxx, "--blocks", "3gh"][..],
        &["perft", "othello", "1", "--blocks", "a"],
        &["perft", "loa", "1", "--size", "6x6"],
        &["solve", "othello", "--position", othello, "--nodes", "1"],
        &["solve", "loa", "--position", "start", "--wdl"],
        &["solve", "loa", "--position", "start", "--threads", "2"],
        &["analyze", "ataxx", "--position", "start", "--svg", "x.svg"],
        &["analyze", "ataxx", "--position", "start", "--number", "2"],
    ] {
        let output = parlor(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.starts_with("error: "), "{arguments:?}: {words}");
    }
}

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
    // The game is over, and everything belongs to black: that is exact, and no distance to an end.
    assert_eq!(
        (&rows[9]["black"]["score"], &rows[9]["black"]["exact"]),
        (&6400.into(), &true.into())
    );
    // White's last move loses everything: for black that is more than what the better one leaves.
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
fn an_othello_ending_is_solved_and_held_against_what_the_file_says() {
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
    // One row a depth, under a heading; nothing of this is proven.
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
fn what_is_near_the_end_is_exact_in_text_and_json() {
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
    // The end of a game between two engines: from 24 empty squares on every score is exact.
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

/// A whole game, without a pass.
const FINISHED: &str = "d3c3b3e3f3c5f6f5e6d7d6f7c8c4c6e2f1e1d1a3e7d8e8f8d2g3f2b5a6a5a4c2h3b4b6c7c1b8f4g4h4a7g5h5h6g1h1h2g6b1a1h7h8g7g8b2a8g2a2b7";

#[test]
fn one_grammar_names_positions_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, format!("f5d6c3d3c4\n{FINISHED}\n")).unwrap();
    let path = file.display();
    let last = format!("{path}#2@56");
    let solved = stdout(&parlor(&["solve", "othello", "--position", &last, "--hash", "1"]));
    assert!(solved.contains(" 4 empty "), "{solved}");
    let analyzed = stdout(&parlor(&["analyze", "othello", &last, "--lines", "1"]));
    assert!(analyzed.contains("all are exact"), "{analyzed}");
    let counted = stdout(&parlor(&["perft", "othello", "1", "--position", "f5d6c3d3c4"]));
    let same = format!("{path}@5");
    assert_eq!(
        nodes(&counted),
        nodes(&stdout(&parlor(&["perft", "othello", "1", "--position", &same])))
    );
    let small = stdout(&parlor(&[
        "solve",
        "othello",
        "--position",
        "-----OX--XO----- X",
        "--hash",
        "1",
    ]));
    assert!(small.contains("12 empty    -10 "), "{small}");
    let six = format!("{} X", "X".repeat(20) + &"O".repeat(10) + "------");
    let six = stdout(&parlor(&["solve", "othello", "--position", &six, "--hash", "1"]));
    assert!(six.contains(" 6 empty "), "{six}");
}

#[test]
fn games_are_written_in_every_format_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("two.txt"), "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
    let mut from = at("two.txt");
    for format in ["parlor", "ggf", "wthor", "moves", "transcript"] {
        let to = at(format);
        stdout(&parlor(&[
            "convert", "othello", &from, "--to", format, "--output", &to,
        ]));
        from = to;
    }
    assert_eq!(std::fs::read_to_string(from).unwrap(), "f5d6c3d3c4\nf5f6e6f4\n");
    let start = "---------------------------OX------XO--------------------------- X\n";
    assert_eq!(
        stdout(&parlor(&["convert", "othello", "start", "--to", "position"])),
        start
    );
    let sgf = stdout(&parlor(&["convert", "loa", "b1-b3 a2-c2", "--to", "sgf"]));
    std::fs::write(at("game.sgf"), sgf).unwrap();
    assert_eq!(
        stdout(&parlor(&["convert", "loa", &at("game.sgf"), "--to", "moves"])),
        "b1-b3 a2-c2\n"
    );
    let refused = parlor(&["convert", "loa", "start", "--to", "wthor"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn bad_numbers_and_sizes_are_refused_in_plain_words() {
    for (arguments, words) in [
        (
            &["match", "loa", "full", "full", "--seed", "1.5"][..],
            "not a whole number",
        ),
        (
            &["analyze", "loa", "start", "--hash", "99999999"],
            "a table has 1 to ",
        ),
        (&["check", "x.in", "--jobs", "0"], "0 is not in 1.."),
        (
            &["match", "loa", "full", "full", "--games", "3"],
            "--games 3 is odd",
        ),
        (&["loa", "--port", "x"], "not a whole number"),
        (
            &["engine", "loa", "--protocol", "uci", "--config", "level=99"],
            "99",
        ),
        (&["openings", "loa", "--set", "bogus=1"], "bogus"),
        (&["perft", "othello", "2", "--size", "5x5"], "5 by 5"),
    ] {
        let output = parlor(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words), "{arguments:?}: {said}");
        assert!(!said.contains("invalid digit"), "{said}");
    }
}

#[test]
fn every_command_shows_an_example_in_its_help() {
    for command in [
        "serve",
        "perft",
        "solve",
        "analyze",
        "collection",
        "convert",
        "check",
        "arena",
        "worker",
        "openings",
        "engine",
        "loadtest",
        "bench",
        "match",
        "soak",
        "completions",
        "man",
        "arena play",
        "arena resume",
        "arena report",
        "arena watch",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = stdout(&parlor(&words));
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains(&format!("  parlor {command}")), "{command}: {help}");
    }
    // These are programs of their own.
    for program in ["othello", "ataxx"] {
        let help = stdout(&parlor(&[program, "--help"]));
        assert!(help.contains(&format!("Example:\n  {program} ")), "{help}");
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
    // A row of a depth says that it thinks, and listens.
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
fn a_report_says_where_the_game_turned_from_one_point_of_view() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    // White is wiped out in nine moves; numbers between the moves are passed over.
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
    // White threw its lead away: seen from black's side, the blunder is worth more than the better move.
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

#[test]
fn a_match_at_tiny_limits_counts_every_game() {
    let text = stdout(&parlor(&[
        "match", "ataxx", "nodes=60", "nodes=20", "--games", "4", "--json",
    ]));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let total: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|key| result[key].as_u64().unwrap())
        .sum();
    assert_eq!(total, 4);
}

#[test]
fn two_games_prove_nothing() {
    let text = stdout(&parlor(&[
        "match", "loa", "nodes=20", "nodes=20", "--games", "2", "--json",
    ]));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let error = result["elo_error"].as_f64();
    assert!(error.is_none_or(|error| error > 300.0), "{result}");
    let los = result["los"].as_f64().unwrap();
    assert!((0.1..0.9).contains(&los), "{result}");
    assert_eq!(result["interrupted"], false);
}

#[test]
fn an_interrupted_match_reports_what_was_played() {
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "match", "ataxx", "nodes=20", "nodes=20", "--games", "4000000", "--json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    // It listens once the handler is there, which takes a thread of its own, as do the games.
    let n_threads = || -> u32 {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let row = text.lines().find_map(|row| row.strip_prefix("Threads:"));
        row.map_or(0, |row| row.trim().parse().unwrap())
    };
    while n_threads() < 3 {
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
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["interrupted"], true);
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("interrupted after "), "{words}");
}

#[test]
fn the_gain_of_threads_is_reported_for_every_position_and_game() {
    let output = parlor(&["bench", "--speedup", "2", "--deeper", "-6", "--json"]);
    assert!(output.status.success());
    let text = stdout(&output);
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for game in ["othello", "ataxx", "loa"] {
        let of_game = rows.iter().filter(|row| row["game"] == game);
        let (positions, sums): (Vec<_>, Vec<_>) = of_game.partition(|row| row["alone_seconds"].is_f64());
        assert_eq!(positions.len(), 24, "{game}");
        for row in &positions {
            assert_eq!(row["threads"], 2);
            assert!(row["together_seconds"].as_f64().unwrap() > 0.0);
            assert!(row["apart_seconds"].as_f64().unwrap() > 0.0);
        }
        let [sum] = sums[..] else {
            panic!("{} sums for {game}", sums.len())
        };
        let total = |name: &str| {
            positions
                .iter()
                .map(|row| row[name].as_f64().unwrap())
                .sum::<f64>()
        };
        let share = total("together_seconds") / total("alone_seconds");
        assert!((sum["share"].as_f64().unwrap() - share).abs() < 1e-6);
    }
    let last = rows.last().unwrap();
    assert!(last["game"].is_null() && last["share"].is_f64());

    let one = stdout(&parlor(&["bench", "loa", "--speedup", "2", "--deeper", "-6"]));
    assert!(one.trim_end().lines().last().unwrap().starts_with("loa "));
    assert_eq!(parlor(&["bench", "--deeper", "1"]).status.code(), Some(2));
}

#[test]
fn only_languages_that_the_engine_speaks_are_offered() {
    for (game, spoken) in [
        ("loa", "uci"),
        ("ataxx", "uai, uci"),
        ("othello", "nboard, gtp, uci"),
    ] {
        for other in ["bogus", "loa", "othello"] {
            let refused = parlor(&["engine", game, "--protocol", other]);
            assert_eq!(refused.status.code(), Some(2));
            let text = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(
                text.trim_end().ends_with(&format!("it speaks {spoken}")),
                "{text}"
            );
        }
    }
}

#[test]
fn a_script_is_checked_against_its_program() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("one.in");
    std::fs::write(&script, "#* cat\n").unwrap();
    let checked = parlor(&["check", script.to_str().unwrap(), "--jobs", "1", "--no-sandbox"]);
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stdout)
    );
    std::fs::write(&script, "#* false\n").unwrap();
    assert_eq!(
        parlor(&["check", script.to_str().unwrap(), "--no-sandbox"])
            .status
            .code(),
        Some(1)
    );
    for option in ["--move-pattern", "--result-pattern"] {
        let refused = parlor(&["check", script.to_str().unwrap(), option, "("]);
        assert_eq!(refused.status.code(), Some(2));
    }
}

#[test]
fn every_option_of_the_servers_manual_exists() {
    let help = stdout(&parlor(&["serve", "--help"]));
    let known: Vec<&str> = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"))
        .collect();
    let manual = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual");
    for file in ["server.md", "server/parlor.service"] {
        let text = std::fs::read_to_string(manual.join(file)).unwrap();
        let is_end = |letter: char| !letter.is_ascii_lowercase() && letter != '-';
        for word in text
            .split(is_end)
            .filter(|word| word.starts_with("--") && word.len() > 3)
        {
            // The systemd unit in the same chapter.
            if word != "--now" {
                assert!(known.contains(&word), "{word} of {file} in {help}");
            }
        }
    }
}

#[test]
fn a_wrong_level_proxy_or_address_is_refused_with_the_reason() {
    for (arguments, said) in [
        (vec!["--log", "loud", "perft", "othello", "1"], "loud"),
        (vec!["serve", "--log", "loud"], "neither a level"),
        (
            vec!["serve", "--trusted-proxy", "nowhere"],
            "neither an address nor a network",
        ),
        (
            vec!["serve", "--public-url", "play.example.org"],
            "does not begin with https://",
        ),
        (
            vec!["serve", "--public-url", "https://example.org/parlor"],
            "has a path",
        ),
    ] {
        let output = parlor(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(said),
            "{arguments:?}: {error}"
        );
    }
}

/// A server logs what happens, in JSON where that is wanted, and shows its key only to the reader of its output.
#[test]
fn a_server_logs_in_json_and_opens_the_browser_without_its_key() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // What would open the browser writes down how it was called.
    let opener = folder.path().join("xdg-open");
    let called = folder.path().join("called");
    std::fs::write(
        &opener,
        format!(
            "#!/bin/sh\necho \"$@\" > {0}.new && mv {0}.new {0}\n",
            called.display()
        ),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["serve", "--log", "info", "--log-format", "json", "--games"])
        .arg(folder.path().join("games.sqlite"))
        .env("PATH", path)
        .env("BROWSER", &opener)
        .env("DISPLAY", ":99")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    // Kept open: a program whose reader is gone ends at its next line.
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    printed.read_line(&mut first).unwrap();
    let key = first
        .trim()
        .split_once("key=")
        .expect("the address is printed")
        .1
        .to_owned();
    let start = std::time::Instant::now();
    while !called.exists() && start.elapsed() < std::time::Duration::from_secs(60) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let opened = std::fs::read_to_string(&called).expect("the browser is opened");
    let mut log = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut log)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(opened.contains("ticket=") && !opened.contains(&key), "{opened}");
    let log: serde_json::Value = serde_json::from_str(&log).expect("a JSON object a line");
    assert_eq!(log["message"], "listening", "{log}");
    assert!(!log.to_string().contains(&key));
}
