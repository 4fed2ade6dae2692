//! Whole sessions of the program, compared exactly.
//!
//! Each file in `tests/othello/` at the root of the project is a session as it looks on a terminal. The first
//! line is the command, and what is typed is after a prompt between « and ». The program runs with these
//! lines on a pipe and both its outputs on another, and must print exactly the rest. `«»` is an empty line. A
//! session whose last prompt has nothing typed ends by the end of input.
//!
//! With `PARLOR_BLESS=1`, the files are rewritten with the current output, to be reviewed in a diff.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program;

/// Every prompt of the program ends with this, and no other output does.
const PROMPT_END: &str = "> ";

fn sessions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/othello");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    files.sort();
    files
}

/// The lines that are typed in a session.
fn typed(session: &str) -> Vec<&str> {
    let pieces = session.split('«').skip(1);
    pieces.map(|piece| piece.split_once('»').unwrap().0).collect()
}

/// Runs the program. Returns its exit code and its whole output, with errors in their place.
fn run(command: &str, lines: &[&str], folder: &Path) -> (Option<i32>, String) {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("othello"), "{command}");
    let mut output: File = tempfile::tempfile_in(folder).unwrap();
    let mut child = Command::new(program("othello"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(output.try_clone().unwrap())
        .stderr(output.try_clone().unwrap())
        .spawn()
        .unwrap();
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    // Fails if the program has ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let code = child.wait().unwrap().code();
    let mut said = String::new();
    output.rewind().unwrap();
    output.read_to_string(&mut said).unwrap();
    (code, said)
}

/// Inserts the typed lines after the prompts, as a terminal would show them.
fn shown(command: &str, said: &str, lines: &[&str]) -> String {
    let mut lines = lines.iter();
    let mut session = format!("$ {command}\n");
    for piece in said.split_inclusive(PROMPT_END) {
        session += piece;
        if piece.ends_with(PROMPT_END)
            && let Some(line) = lines.next()
        {
            session += &format!("«{line}»\n");
        }
    }
    assert_eq!(lines.count(), 0, "lines that were not asked for in {command}");
    session
}

#[test]
fn every_session_matches_its_file() {
    let bless = std::env::var_os("PARLOR_BLESS").is_some();
    let sessions = sessions();
    assert!(sessions.len() >= 15, "only {} sessions", sessions.len());
    let mut different = Vec::new();
    for path in sessions {
        let expected = fs::read_to_string(&path).unwrap();
        let command = expected.lines().next().unwrap().strip_prefix("$ ").unwrap();
        let lines = typed(&expected);
        let folder = tempfile::tempdir().unwrap();
        let (code, said) = run(command, &lines, folder.path());
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(code, Some(0), "{name}");
        assert!(!said.contains('\u{1b}'), "{name}: no escape codes on a pipe");
        let actual = shown(command, &said, &lines);
        if actual != expected {
            if bless {
                fs::write(&path, &actual).unwrap();
            }
            different.push(format!("{name} is now:\n{actual}"));
        }
    }
    assert!(bless || different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn the_browser_board_refuses_players_it_does_not_support() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run("othello --display --black weights", &[], folder.path());
    assert_eq!(code, Some(1));
    assert!(said.starts_with("othello: weights cannot play"), "{said}");
}

#[test]
fn a_bad_option_is_named_and_help_and_version_exist() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run("othello --size 9x9", &[], folder.path());
    assert_eq!(code, Some(2));
    assert!(
        said.contains("9x9") && said.contains("even number of rows"),
        "{said}"
    );
    let (code, said) = run("othello --help", &[], folder.path());
    assert_eq!(code, Some(0));
    for option in [
        "--black",
        "--rules",
        "--size",
        "--notation",
        "--seed",
        "--movetime",
        "--transcript",
        "--port",
        "--bind",
    ] {
        assert!(said.contains(option), "{option}");
    }
    let (code, said) = run("othello --version", &[], folder.path());
    assert_eq!((code, said.starts_with("othello ")), (Some(0), true));
}

#[test]
fn a_transcript_is_complete_even_if_the_program_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(program("othello"))
        .args("--black human --white human --notation standard --transcript game.txt".split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"f5\nd6\n").unwrap();
    // The third prompt shows that two moves were played.
    let mut said = Vec::new();
    let mut byte = [0];
    let stdout = child.stdout.as_mut().unwrap();
    while said.windows(2).filter(|pair| pair == b"> ").count() < 3 {
        stdout.read_exact(&mut byte).unwrap();
        said.push(byte[0]);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = fs::read_to_string(folder.path().join("game.txt")).unwrap();
    assert_eq!(kept, "f5d6\n");
}

#[test]
fn the_same_seed_gives_the_same_session_with_the_engine_too() {
    let folder = tempfile::tempdir().unwrap();
    let session = |seed: u32| {
        let command = format!("othello --black engine:1 --white engine:2 --size 6x6 --seed {seed}");
        run(&command, &["quit"], folder.path())
    };
    let (code, first) = session(5);
    assert_eq!(code, Some(0));
    assert!(first.contains("The game is over"), "{first}");
    assert_eq!(session(5).1, first);
    assert_ne!(session(6).1, first);
}
