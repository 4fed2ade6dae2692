//! What all commands have in common: exit codes, file names of any bytes, and the JSON reference in the manual.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use parlor_test_support::Program;

use crate::program;

fn parlor_in<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn exit_codes_are_those_of_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("bad-players.txt", "# nobody\nnonsense\n");
    write("bad.openings", "a1-a2 nonsense\n");
    write("bad.toml", "[[nonsense\n");
    write("two.txt", "f5d6c3d3c4\nf5f6e6f4\n");
    let two = [
        "-p",
        "a=parlor:nodes=5",
        "-p",
        "b=parlor:nodes=5",
        "--time",
        "none",
    ];
    let arena = |more: &[&'static str]| [&["arena", "play", "ataxx"], &two[..], more].concat();
    for (code, arguments) in [
        // Usage errors are 2.
        (2, vec!["arena", "play", "ataxx", "-p", "one=parlor:nodes=5"]),
        (
            2,
            vec![
                "arena",
                "play",
                "ataxx",
                "-p",
                "a=parlor:bogus=1",
                "-p",
                "b=parlor:full",
            ],
        ),
        (
            2,
            vec!["arena", "play", "ataxx", "-p", "a=loa:loa", "-p", "b=parlor:full"],
        ),
        (
            2,
            vec!["arena", "play", "ataxx", "--players-file", "bad-players.txt"],
        ),
        (2, arena(&["--format", "knockout"])),
        (2, arena(&["--set", "bogus=1"])),
        (2, arena(&["--set", "blocks=zz"])),
        (2, arena(&["--openings", "bad.openings"])),
        (2, arena(&["--sprt", "5,0"])),
        (2, arena(&["--sprt", "1"])),
        (2, arena(&["--adjudicate-resign", "1"])),
        (2, arena(&["--patience", "-1"])),
        (2, arena(&["--patience=-1"])),
        (2, arena(&["--concurrency", "1000"])),
        (2, arena(&["--rounds", "0"])),
        (2, vec!["match", "loa", "full", "full", "--sprt", "5,0"]),
        (2, vec!["match", "loa", "full", "full", "--games", "3"]),
        (
            2,
            vec![
                "match",
                "loa",
                "full",
                "full",
                "--openings",
                "bad.openings",
                "--games",
                "2",
            ],
        ),
        (2, vec!["openings", "loa", "--least", "5", "--most", "2"]),
        (
            2,
            vec!["engine", "loa", "--protocol", "uci", "--position", "nonsense"],
        ),
        (2, vec!["engine", "loa", "--protocol", "uci", "--position", "-"]),
        (
            2,
            vec![
                "engine",
                "othello",
                "--protocol",
                "gtp",
                "--position",
                "-----OX--XO----- X",
            ],
        ),
        (2, vec!["soak", "chess"]),
        (2, vec!["check", "--no-sandbox", "missing.toml"]),
        (2, vec!["check", "--no-sandbox", "bad.toml"]),
        (2, vec!["check", "--no-sandbox", "."]),
        (2, vec!["convert", "othello", "two.txt#3", "--to", "moves"]),
        (2, vec!["analyze", "othello", "two.txt#1@9"]),
        (2, vec!["worker"]),
        // Failures are 1.
        (1, arena(&["--openings", "missing.openings"])),
        (1, vec!["arena", "play", "ataxx", "--players-file", "missing.txt"]),
        (1, vec!["arena", "report", "--store", "missing.sqlite"]),
        (
            1,
            vec![
                "match",
                "loa",
                "full",
                "full",
                "--openings",
                "missing",
                "--games",
                "2",
            ],
        ),
        (
            1,
            vec!["engine", "loa", "--protocol", "uci", "--position", "missing.sgf"],
        ),
        (1, vec!["analyze", "loa", "missing.sgf"]),
    ] {
        let output = parlor_in(folder.path(), &arguments);
        let words = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {words}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let begins = if code == 2 { "error: " } else { "parlor: " };
        assert!(words.starts_with(begins), "{arguments:?}: {words}");
    }
    assert!(!folder.path().join("arena.sqlite").exists(), "nothing was begun");
}

#[test]
fn files_with_any_name_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let name = |end: &str| {
        let mut name = OsStr::from_bytes(b"it's \xff").to_owned();
        name.push(end);
        name
    };
    std::fs::write(folder.path().join(name(".openings")), "a7-b6 g7-f6\n").unwrap();
    std::fs::write(
        folder.path().join(name(".players")),
        "a=parlor:nodes=5\nb=parlor:nodes=4\n",
    )
    .unwrap();
    let words = |texts: &[&str]| texts.iter().map(OsString::from).collect::<Vec<_>>();
    let mut play = words(&["arena", "play", "ataxx", "--time", "none", "--players-file"]);
    play.extend([name(".players"), "--openings".into(), name(".openings")]);
    play.extend([
        "--store".into(),
        name(".sqlite"),
        "--output".into(),
        name(".report"),
    ]);
    let output = parlor_in(folder.path(), &play);
    assert!(output.status.success(), "{}", said(&output));
    assert!(folder.path().join(name(".sqlite")).exists());
    assert!(folder.path().join(name(".report")).join("report.html").exists());
    let mut report = words(&["arena", "report", "--json", "--store"]);
    report.push(name(".sqlite"));
    let output = parlor_in(folder.path(), &report);
    let results: serde_json::Value = serde_json::from_slice(&output.stdout).expect("results");
    assert_eq!(results["games"], 2);
    let mut play = words(&[
        "match",
        "ataxx",
        "nodes=5",
        "nodes=4",
        "--games",
        "2",
        "--openings",
    ]);
    play.extend([name(".openings"), "--output".into(), name(".pgn")]);
    assert!(parlor_in(folder.path(), &play).status.success());
    let mut about = words(&["engine", "ataxx", "--protocol", "uai", "--position"]);
    about.push(name(".pgn"));
    assert!(parlor_in(folder.path(), &about).status.success());
    std::fs::write(folder.path().join(name(".in")), "b1-b3\nquit\n").unwrap();
    let mut typed = words(&["loa"]);
    typed.extend([name(".in"), name(".out")]);
    assert!(parlor_in(folder.path(), &typed).status.success());
    assert!(folder.path().join(name(".out")).exists());
    let mut typed = words(&["othello", "--black", "human", "--transcript"]);
    typed.push(name(".transcript"));
    assert!(parlor_in(folder.path(), &typed).status.success());
    assert!(folder.path().join(name(".transcript")).exists());
}

#[test]
fn weights_are_read_from_a_file_with_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = OsStr::from_bytes(b"it's \xff.weights");
    std::fs::write(folder.path().join(file), "no weights").unwrap();
    let with_weights = |before: &str| {
        let mut word = OsString::from(before);
        word.push("nodes=5,weights=");
        word.push(file);
        word
    };
    let words = |texts: &[&str]| texts.iter().map(OsString::from).collect::<Vec<_>>();
    let mut play = words(&["match", "ataxx", "nodes=4"]);
    play.push(with_weights(""));
    let mut engine = words(&["engine", "ataxx", "--protocol", "uai", "--config"]);
    engine.push(with_weights(""));
    let mut arena = words(&["arena", "play", "ataxx", "-p", "a=parlor:nodes=4", "-p"]);
    arena.push(with_weights("b=parlor:"));
    let mut refusals = Vec::new();
    for arguments in [&play, &engine, &arena] {
        let output = parlor_in(folder.path(), arguments);
        let words = said(&output);
        assert_eq!(output.status.code(), Some(2), "{words}");
        // The file was found and read: the error is in its contents.
        assert!(
            words.contains(r"it's \xff.weights: ") && !words.contains("No such file"),
            "{words}"
        );
        refusals.push(words);
    }
    std::fs::remove_file(folder.path().join(file)).unwrap();
    let missing = said(&parlor_in(folder.path(), &play));
    assert!(
        missing.contains("No such file") && missing != refusals[0],
        "{missing}"
    );
    let mut arena = words(&["arena", "play", "ataxx", "-p", "a=parlor:nodes=4", "-p"]);
    arena.push(with_weights("b=uai:./engine "));
    let refused = said(&parlor_in(folder.path(), &arena));
    assert!(refused.contains("b: the command is not valid UTF-8"), "{refused}");
}

/// The output of the engine for these lines.
fn engine(arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("engine")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_engine_starts_from_the_given_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
    let place = format!("{}#2@2", file.display());
    let uci = [
        "othello",
        "--protocol",
        "uci",
        "--config",
        "nodes=100",
        "--position",
    ];
    let with = |word| [&uci[..], &[word]].concat();
    let same = engine(&with("f5f6"), "d\n");
    assert!(same.ends_with(" X\n"), "{same}");
    assert_eq!(engine(&with(&place), "d\n"), same);
    let again = engine(&with(&place), "position startpos\nucinewgame\nd\ngo\nquit\n");
    assert!(again.starts_with(&same), "a new game begins there again: {again}");
    assert!(again.lines().last().unwrap().starts_with("bestmove "), "{again}");
    // The rules stay those of the tools: a game of LOA with more than sixty moves is not over.
    let board = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    let loa = engine(
        &[
            "loa",
            "--protocol",
            "uci",
            "--config",
            "nodes=100",
            "--position",
            board,
        ],
        "go\n",
    );
    assert!(loa.contains("bestmove ") && !loa.contains("(none)"), "{loa}");
    let gtp = engine(
        &["othello", "--protocol", "gtp", "--position", "f5d6"],
        "play black c3\nclear_board\nplay black c3\nquit\n",
    );
    assert!(!gtp.contains('?'), "it is black's turn, before and after: {gtp}");
}

/// Collects the keys of an object and of everything in it.
fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                found.insert(name.clone());
                keys(value, found);
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_json_is_in_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.txt"), "f5d6c3d3").unwrap();
    std::fs::write(folder.path().join("cat.in"), "#* cat\n").unwrap();
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/command-line.md");
    let manual = std::fs::read_to_string(manual).unwrap();
    let (_, reference) = manual.split_once("\n## JSON\n").expect("the reference");
    for (command, arguments) in [
        ("analyze", &["othello", "start", "--depth", "2"][..]),
        ("analyze", &["othello", "game.txt", "--nodes", "50"]),
        (
            "solve",
            &["othello", "--position", "-----OX--XO----- X", "--hash", "1"],
        ),
        (
            "solve",
            &["loa", "--position", "x7/8/1x6/8/8/8/8/o6o x", "--hash", "1"],
        ),
        ("perft", &["loa", "1"]),
        (
            "match",
            &["ataxx", "nodes=5", "nodes=4", "--games", "2", "--sprt", "0,5"],
        ),
        ("bench", &["ataxx", "--quick"]),
        ("soak", &["ataxx", "--games", "1"]),
        ("loadtest", &["--games", "1", "--seconds", "1"]),
        ("check", &["cat.in", "--no-sandbox"]),
        (
            "arena",
            &[
                "play",
                "ataxx",
                "-p",
                "a=parlor:nodes=5",
                "-p",
                "b=parlor:nodes=4",
                "--sprt",
                "0,5",
                "--time",
                "none",
            ],
        ),
    ] {
        let arguments = [&[command], arguments, &["--json"]].concat();
        let output = parlor_in(folder.path(), &arguments);
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        // The paragraphs about a command: from its name to the next name in bold.
        let of_command: String = reference
            .split("\n**")
            .flat_map(|part| part.split(" **"))
            .filter(|part| part.trim_start_matches('*').starts_with(&format!("`{command}`")))
            .collect();
        assert!(!of_command.is_empty(), "the manual has nothing about {command}");
        let mut found = BTreeSet::new();
        for object in serde_json::Deserializer::from_slice(&output.stdout).into_iter() {
            keys(&object.expect("JSON"), &mut found);
        }
        let missing: Vec<&String> = found
            .iter()
            .filter(|key| !of_command.contains(&format!("`{key}`")))
            .collect();
        assert!(missing.is_empty(), "{arguments:?}: the manual lacks {missing:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_weights_are_loaded_before_an_engine_is_needed() {
    let mut othello = Program::start(&program("othello"), &["--black", "human", "--white", "human"]);
    let memory = |othello: &Program| -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", othello.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.unwrap().split_whitespace().next().unwrap().parse().unwrap()
    };
    othello.expect("your move>");
    let before = memory(&othello);
    othello.type_lines("hint");
    othello.expect("your move>");
    let with_engine = memory(&othello);
    othello.kill();
    // Version 0.1 used 37 MB at its first prompt.
    assert!(before < 8_000, "{before} kB");
    assert!(
        with_engine > 2 * before,
        "{before} kB, and {with_engine} kB with an engine"
    );
}
