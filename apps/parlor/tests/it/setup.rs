//! What packages contain besides the program: manual pages and completions.

use std::fs;
use std::process::Command;

fn parlor(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    let output = parlor(&["man", pages.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    for page in [
        "parlor",
        "parlor-arena",
        "parlor-arena-play",
        "othello",
        "ataxx",
        "loa",
    ] {
        let text = fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn an_error_writing_manual_pages_names_the_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man1");
    let output = parlor(&["man", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot create the folder"), "{said}");
}

#[test]
fn every_shell_gets_a_completion_script_for_every_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        for program in ["parlor", "othello", "ataxx", "loa"] {
            let output = parlor(&["completions", shell, "--program", program]);
            assert!(output.status.success(), "{shell} {program}");
            let script = String::from_utf8(output.stdout).unwrap();
            assert!(script.contains(program), "{shell} {program}");
        }
    }
    let script = String::from_utf8(parlor(&["completions", "bash"]).stdout).unwrap();
    assert!(script.contains("analyze"), "the commands are completed");
    assert_eq!(parlor(&["completions", "tcsh"]).status.code(), Some(2));
}
