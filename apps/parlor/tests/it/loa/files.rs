//! Files on the command line.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program;

const COMMANDS: &str = "manual white\nb1-b3\nquit\n";

/// Runs `loa` in a folder where `in.txt` contains commands and `also-in.txt` is the same file.
fn run(arguments: &[&str]) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.txt");
    fs::write(&input, COMMANDS).unwrap();
    fs::hard_link(&input, folder.path().join("also-in.txt")).unwrap();
    let output = Command::new(program("loa"))
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::from(fs::File::open(&input).unwrap()))
        .output()
        .unwrap();
    (folder, output)
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_file_of_commands_is_never_overwritten() {
    for line in [
        "in.txt in.txt",
        "in.txt also-in.txt",
        "--log=in.txt in.txt",
        "--log=in.txt in.txt out.txt",
        "--log=in.txt",
        "- ./in.txt",
        "--log=out.txt in.txt out.txt",
    ] {
        let (folder, output) = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(1), "{line}: {}", errors(&output));
        assert_eq!(text(folder.path(), "in.txt"), COMMANDS, "{line}");
        assert_eq!(errors(&output).lines().count(), 1, "{line}");
    }
}

#[test]
fn different_files_are_read_and_written() {
    let (folder, output) = run(&["--log=log.txt", "in.txt", "out.txt"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(text(folder.path(), "out.txt"), "black> black> white> ");
    assert!(text(folder.path(), "log.txt").contains("b1-b3"));
    let (_folder, output) = run(&["--log=/dev/null", "in.txt", "/dev/null"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

#[test]
fn the_board_in_the_browser_takes_no_commands_from_files() {
    for line in ["--display in.txt", "--display in.txt out.txt"] {
        let (_folder, output) = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            errors(&output).contains("cannot be used with"),
            "{}",
            errors(&output)
        );
    }
}

#[test]
fn a_game_of_two_ais_ends_soon_after_the_input_does() {
    // Each AI would think for an hour about a move, but the input ends before the first.
    let commands = "movetime 3600\nlimit 3\nauto black\ndump\n";
    let mut child = Command::new(program("loa"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The pipe is closed at the end of this statement.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(commands.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let n_moves = text
        .lines()
        .filter(|line| line.contains("* ") && line.contains('-'))
        .count();
    assert!(text.contains(" wins.") || text.contains("* Tie game."), "{text}");
    assert!(
        n_moves >= 1 && text.contains("Next move: "),
        "the lines that were waiting are executed: {text}"
    );
}

#[test]
fn input_is_logged_and_the_log_replays_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let run = |input: &str, log: &str| {
        let file = folder.path().join(input);
        let output = Command::new(program("loa"))
            .arg(format!("--log={}", folder.path().join(log).display()))
            .arg(file)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        output.stdout
    };
    // No seed is given, so the log contains the one in use.
    let commands = "level white 1\n  b1-b3  \n\nb1-b9\nrubbish\n# a note\ndump\n";
    fs::write(folder.path().join("in.txt"), commands).unwrap();
    let first = run("in.txt", "log.txt");
    let log = text(folder.path(), "log.txt");
    for line in commands.lines() {
        assert!(
            log.lines().any(|logged| logged == line),
            "{line:?} is not in\n{log}"
        );
    }
    let dump = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).into_owned();
        text.split("===").nth(1).map(str::to_owned)
    };
    assert_eq!(dump(&run("log.txt", "again.txt")), dump(&first));
}

#[test]
fn unreadable_files_are_named() {
    let (_folder, output) = run(&["."]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    assert_eq!(errors(&output), "loa: cannot read .: is a directory\n");
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let (folder, _) = run(&["in.txt"]);
    let file = folder.path().join("marked.txt");
    fs::write(&file, format!("\u{feff}{COMMANDS}")).unwrap();
    let output = Command::new(program("loa")).arg(&file).output().unwrap();
    assert_eq!(errors(&output), "");
    assert_eq!(output.stdout, b"black> black> white> ");
}
