//! Tests of the commands of `parlor`, as users run them.

mod analysis;
mod matches;
mod server;
mod terminal;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A whole game without a pass.
const FINISHED: &str = "d3c3b3e3f3c5f6f5e6d7d6f7c8c4c6e2f1e1d1a3e7d8e8f8d2g3f2b5a6a5a4c2h3b4b6c7c1b8f4g4h4a7g5h5h6g1h1h2g6b1a1h7h8g7g8b2a8g2a2b7";

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
fn perft_prints_one_json_object_per_row() {
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
fn positions_are_named_the_same_way_in_all_commands() {
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
    // The position may be given without `--position`, and all positions of a file are solved.
    let file = folder.path().join("two.obf");
    std::fs::write(&file, "-----OX--XO----- X; a1:-10\n-----OX--XO----- O; a1:-10\n").unwrap();
    let both = stdout(&parlor(&[
        "solve",
        "othello",
        &file.display().to_string(),
        "--hash",
        "1",
    ]));
    assert_eq!(both.matches("12 empty    -10 ").count(), 2, "{both}");
    let alone = stdout(&parlor(&["perft", "othello", "1", &same]));
    assert_eq!(nodes(&alone), nodes(&counted));
}

#[cfg(unix)]
#[test]
fn pipes_are_read_like_files_and_errors_give_the_reason() {
    let convert = |path: &str, input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["convert", "othello", path, "--to", "moves"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Fails if the program has ended without reading its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    };
    // Like the shell's `<(…)`.
    assert_eq!(stdout(&convert("/dev/stdin", "f5d6c3\n")), "f5d6c3\n");
    for (path, reason) in [
        ("-", "standard input is empty"),
        ("/dev/null", "/dev/null is empty"),
        ("/", "cannot read /: it is a folder"),
    ] {
        let output = convert(path, "");
        assert_eq!(output.status.code(), Some(1), "{path}");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains(reason), "{words}");
    }
    assert_eq!(
        parlor(&["openings", "othello", "--count", "0"]).status.code(),
        Some(2)
    );
    assert_eq!(
        parlor(&["soak", "othello", "--games", "0"]).status.code(),
        Some(2)
    );
}

#[test]
fn a_misspelt_option_is_not_taken_for_a_position() {
    let cases: [&[&str]; 4] = [
        &["analyze", "othello", "--jsn"],
        &["solve", "othello", "--thread"],
        &["perft", "othello", "2", "--portabel"],
        &["analyze", "othello", "--nods=5"],
    ];
    for arguments in cases {
        let output = parlor(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let words = String::from_utf8_lossy(&output.stderr);
        let last = arguments.last().unwrap();
        assert!(
            words.contains(last) && words.contains("there is no such option"),
            "{words}"
        );
    }
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
    // These are separate programs.
    for program in ["othello", "ataxx"] {
        let help = stdout(&parlor(&[program, "--help"]));
        assert!(help.contains(&format!("Example:\n  {program} ")), "{help}");
    }
}

#[test]
fn only_protocols_that_the_engine_speaks_are_offered() {
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
