//! One binary is every program: by the name of a link or a copy, or by the first argument of `parlor`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program;

/// Runs a command line with this standard input.
fn run(binary: &str, words: &[&str], input: &str) -> Output {
    let mut child = Command::new(binary)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Fails if the program refuses its command line and reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn a_link_a_copy_and_a_command_are_exactly_the_same_program() {
    let parlor = env!("CARGO_BIN_EXE_parlor");
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (name, session, said) in [
        ("othello", "--black human --white human", "your move> "),
        ("ataxx", "--bind 127.0.0.1", "set-up>"),
        ("loa", "--log=/dev/null", "black> "),
    ] {
        // A hard link looks like a copy to the program, and costs nothing.
        let copy = folder.path().join(name);
        fs::hard_link(parlor, &copy).unwrap();
        let copy = copy.display().to_string();
        for (line, code) in [
            (session, 0),
            ("--help", 0),
            ("-h", 0),
            ("--version", 0),
            ("--frobnicate", 2),
            ("--display x y", 2),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let by_link = run(&program(name), &words, "help\nnonsense\nquit\n");
            assert_eq!(by_link.status.code(), Some(code), "{name} {line}");
            assert_eq!(
                run(&copy, &words, "help\nnonsense\nquit\n"),
                by_link,
                "{name} {line}"
            );
            let by_word = run(parlor, &[&[name], &words[..]].concat(), "help\nnonsense\nquit\n");
            assert_eq!(by_word, by_link, "{name} {line}");
            let text = String::from_utf8(by_link.stdout).unwrap();
            match line {
                "--version" => assert_eq!(text, format!("{name} {}\n", env!("CARGO_PKG_VERSION"))),
                "--help" => assert!(text.contains(&format!("Usage: {name} [")), "{text}"),
                _ if line == session => assert!(text.contains(said), "{text}"),
                _ => {}
            }
        }
    }
}

#[test]
fn parlor_lists_the_programs_among_its_commands() {
    let help = run(env!("CARGO_BIN_EXE_parlor"), &["--help"], "");
    let text = String::from_utf8(help.stdout).unwrap();
    for name in ["othello", "ataxx", "loa"] {
        assert!(text.contains(&format!("\n  {name} ")), "{text}");
    }
    assert!(Path::new(&program("loa")).is_symlink());
}
