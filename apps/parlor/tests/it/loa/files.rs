//! The files of the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program;

const COMMANDS: &str = "manual white\nb1-b3\nquit\n";

/// Runs `loa` in a folder where `in.txt` holds commands and `also-in.txt` is the same file.
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
fn the_file_of_the_commands_is_never_written_over() {
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
fn what_cannot_be_read_is_named() {
    let (_folder, output) = run(&["."]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    assert_eq!(errors(&output), "loa: cannot read .: is a directory\n");
}

#[test]
fn a_byte_order_mark_is_no_command() {
    let (folder, _) = run(&["in.txt"]);
    let file = folder.path().join("marked.txt");
    fs::write(&file, format!("\u{feff}{COMMANDS}")).unwrap();
    let output = Command::new(program("loa")).arg(&file).output().unwrap();
    assert_eq!(errors(&output), "");
    assert_eq!(output.stdout, b"black> black> white> ");
}
