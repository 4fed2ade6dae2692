//! Runs the examples of the manual as they are written, and compares their output.
//!
//! A comment on the line before a code block decides what to do with it:
//!
//! - `<!-- run -->`: lines that begin with `$ ` are shell commands (a `\` at the end continues one), each
//!   followed by its whole output, on standard output and standard error. A line `…` matches any number of
//!   lines, and a `…` inside a line any text. In a block without `$ `, every line is a command that must
//!   succeed, whatever it prints.
//! - `<!-- run slow -->`: the same, in `make check-slow`.
//! - `<!-- run slow postgres -->`: with the address of a PostgreSQL server in `$STORE`.
//! - `<!-- run exit=1 -->`: the last command ends with this exit code.
//! - `<!-- terminal -->`: a session at a terminal. It begins with `$ ` and a command, or continues the last
//!   session of the chapter. Text after a prompt (`> `) is typed. `<!-- terminal slow -->` runs in `make
//!   check-slow`. `<!-- terminal as NAME -->` is one of several sessions in parallel.
//! - `<!-- file NAME -->`: the block is the content of this file, for the commands after it. It becomes
//!   executable if it begins with `#!`.
//! - `<!-- not run: WHY -->`: a block that cannot be run, or that another test covers.
//!
//! `192.168.1.20` stands for the address of the machine, and 7117 for a free port. The commands of a chapter
//! share a folder. Every block that could be run must have a mark.

mod terminal;

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use parlor_test_support::Server;
use terminal::Session;

/// A block of code with a mark.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// The line number of the mark, from 1.
    line: usize,
    action: Action,
    text: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Action {
    Run {
        is_slow: bool,
        needs_server: bool,
        code: i32,
    },
    Terminal {
        is_slow: bool,
        /// The name of the session.
        who: String,
    },
    File(String),
    /// Not run, for the reason in the mark.
    Leave,
}

/// A command and its output.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    command: String,
    /// `None` if it only has to succeed.
    output: Option<Vec<String>>,
}

fn action(line: &str) -> Option<Action> {
    let words = line.trim().strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    if let Some(name) = words.strip_prefix("file ") {
        return Some(Action::File(name.to_owned()));
    }
    if words
        .strip_prefix("not run: ")
        .is_some_and(|why| !why.trim().is_empty())
    {
        return Some(Action::Leave);
    }
    let mut words = words.split(' ');
    match words.next() {
        Some("run") => {}
        Some("terminal") => {
            let mut words = words.peekable();
            let is_slow = words.next_if_eq(&"slow").is_some();
            let who = match (words.next(), words.next()) {
                (None, _) => String::new(),
                (Some("as"), Some(name)) => name.to_owned(),
                _ => panic!("whose terminal is meant in {line}?"),
            };
            return Some(Action::Terminal { is_slow, who });
        }
        _ => return None,
    }
    let (mut is_slow, mut needs_server, mut code) = (false, false, 0);
    for word in words {
        match word.split_once('=') {
            None if word == "slow" => is_slow = true,
            None if word == "postgres" => needs_server = true,
            Some(("exit", number)) => code = number.parse().expect("an exit code"),
            _ => panic!("what does “{word}” mean in {line}?"),
        }
    }
    Some(Action::Run {
        is_slow,
        needs_server,
        code,
    })
}

fn blocks(text: &str) -> Vec<Block> {
    let mut lines = text.lines().zip(1..).peekable();
    let mut found = Vec::new();
    while let Some((line, number)) = lines.next() {
        let Some(action) = action(line) else { continue };
        while lines.next_if(|(line, _)| line.trim().is_empty()).is_some() {}
        let mut block = Vec::new();
        if lines.next_if(|(line, _)| line.starts_with("```")).is_some() {
            for (line, _) in lines.by_ref().take_while(|(line, _)| *line != "```") {
                block.push(line.to_owned());
            }
        } else {
            while let Some((line, _)) =
                lines.next_if(|(line, _)| line.starts_with("    ") || line.trim().is_empty())
            {
                block.push(line.strip_prefix("    ").unwrap_or_default().to_owned());
            }
            while block.last().is_some_and(String::is_empty) {
                block.pop();
            }
        }
        assert!(!block.is_empty(), "line {number}: the mark has no block of code");
        found.push(Block {
            line: number,
            action,
            text: block,
        });
    }
    found
}

fn steps(block: &[String]) -> Vec<Step> {
    let has_output = block.iter().any(|line| line.starts_with("$ "));
    let mut steps: Vec<Step> = Vec::new();
    let mut goes_on = false;
    for line in block {
        let command = if has_output {
            line.strip_prefix("$ ")
        } else {
            Some(line.as_str())
        };
        match (command, steps.last_mut()) {
            (_, Some(step)) if goes_on => {
                step.command.push('\n');
                step.command.push_str(line);
            }
            (Some(command), _) => steps.push(Step {
                command: command.to_owned(),
                output: has_output.then(Vec::new),
            }),
            (None, Some(step)) => {
                if let Some(output) = &mut step.output {
                    output.push(line.clone());
                }
                continue;
            }
            (None, None) => panic!("output before the first command: {line}"),
        }
        goes_on = line.ends_with('\\');
    }
    steps
}

/// Whether a line matches the expected one, in which `…` stands for any text.
fn is_like(expected: &str, line: &str) -> bool {
    // These depend on the machine.
    let expected = expected.replace("192.168.1.20", "…").replace("7117", "…");
    let mut pieces = expected.trim_end().split('…');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.trim_end().strip_prefix(first) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in between {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines match the expected ones, among which a line `…` stands for any number of lines.
fn are_like(expected: &[String], lines: &[&str]) -> bool {
    match expected {
        [] => lines.is_empty(),
        [any, rest @ ..] if any.trim() == "…" => (0..=lines.len()).any(|n| are_like(rest, &lines[n..])),
        [one, rest @ ..] => match lines {
            [line, others @ ..] => is_like(one, line) && are_like(rest, others),
            [] => false,
        },
    }
}

/// Whether a line only reports progress, such as `3 of 60 positions, 20 s`. A busy machine prints some.
fn is_progress(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.parse::<u64>().is_ok();
    matches!(words[..], [done, "of", all, _, seconds, "s", ..] if [done, all, seconds].into_iter().all(is_number))
}

/// Runs one command in the chapter's folder. Returns what is wrong with its output.
fn run(step: &Step, code: i32, folder: &Path, programs: &Path, store: &str) -> Result<(), String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {}\n}} 2>&1", step.command))
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("HOME", folder)
        .env("NO_COLOR", "1")
        .env("STORE", store)
        .env_remove("XDG_DATA_HOME")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = printed
        .trim_end()
        .lines()
        .filter(|line| !is_progress(line) && *line != "run without a sandbox")
        .collect();
    if output.status.code() != Some(code) {
        let ended = output.status.code();
        return Err(format!("ended with {ended:?} instead of {code}:\n{printed}"));
    }
    match &step.output {
        Some(expected) if !are_like(expected, &lines) => {
            Err(format!("printed\n{printed}instead of\n{}", expected.join("\n")))
        }
        _ => Ok(()),
    }
}

/// The line numbers of code blocks that have no mark but could have one: text blocks, and indented ones.
fn unmarked(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let is_marked = |at: usize| {
        let before = lines[..at].iter().rev().find(|line| !line.trim().is_empty());
        before.is_some_and(|line| action(line).is_some())
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let begins = at;
        if let Some(language) = lines[at].strip_prefix("```") {
            at += 1 + lines[at + 1..].iter().take_while(|line| **line != "```").count();
            if matches!(language, "" | "text" | "sh" | "console") && !is_marked(begins) {
                found.push(begins + 1);
            }
        } else if lines[at].starts_with("    ") && at > 0 && lines[at - 1].is_empty() {
            while at + 1 < lines.len() && (lines[at + 1].starts_with("    ") || lines[at + 1].is_empty()) {
                at += 1;
            }
            if !is_marked(begins) {
                found.push(begins + 1);
            }
        }
        at += 1;
    }
    found
}

/// The chapters, with their names.
fn chapters() -> Vec<(String, String)> {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual");
    let mut chapters: Vec<PathBuf> = fs::read_dir(&manual)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    chapters.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    chapters.into_iter().map(read).collect()
}

/// Writes a file for the commands after it.
fn write_file(folder: &Path, name: &str, text: &[String]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text.join("\n") + "\n").unwrap();
    if text.first().is_some_and(|line| line.starts_with("#!")) {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Runs the marked blocks of every chapter that are slow or not. Files are written for both.
fn check(slow: bool) {
    let programs = tempfile::tempdir().unwrap();
    let binary = env!("CARGO_BIN_EXE_parlor");
    for name in ["othello", "ataxx", "loa"] {
        std::os::unix::fs::symlink(binary, programs.path().join(name)).unwrap();
    }
    // A sandbox would hide the folders of this test from the programs in it.
    let without_sandbox = format!(
        "#!/bin/sh\nif [ \"$1\" = check ]; then shift; set -- check --no-sandbox \"$@\"; fi\nexec '{binary}' \"$@\"\n"
    );
    let parlor = programs.path().join("parlor");
    fs::write(&parlor, without_sandbox).unwrap();
    fs::set_permissions(&parlor, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!(
        "{}:{}",
        programs.path().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let (mut n_run, mut wrong) = (0, Vec::new());
    for (name, text) in chapters() {
        let folder = tempfile::tempdir().unwrap();
        let mut sessions: HashMap<&str, Session> = HashMap::new();
        let blocks = blocks(&text);
        for block in &blocks {
            match &block.action {
                Action::File(file) => write_file(folder.path(), file, &block.text),
                Action::Terminal { is_slow, who } if *is_slow == slow => {
                    n_run += 1;
                    let (command, shown) = match block.text.split_first() {
                        Some((first, rest)) if first.starts_with("$ ") => (first.strip_prefix("$ "), rest),
                        _ => (None, &block.text[..]),
                    };
                    if let Some(command) = command {
                        sessions.insert(who, Session::start(command, folder.path(), &path));
                    }
                    let followed = match sessions.get_mut(who.as_str()) {
                        Some(session) => session.follow(shown),
                        None => Err("no session goes on here".to_owned()),
                    };
                    if let Err(reason) = followed {
                        wrong.push(format!("{name}:{}: {reason}", block.line));
                    }
                }
                Action::Run {
                    is_slow,
                    needs_server,
                    code,
                } if *is_slow == slow => {
                    let server = needs_server.then(Server::start);
                    if server.as_ref().is_some_and(Option::is_none) {
                        continue;
                    }
                    let server = server.flatten();
                    let store = server.as_ref().map_or_else(String::new, Server::address);
                    let steps = steps(&block.text);
                    let last = steps.len();
                    for (place, step) in (1..).zip(&steps) {
                        n_run += 1;
                        let code = if place == last { *code } else { 0 };
                        if let Err(reason) = run(step, code, folder.path(), programs.path(), &store) {
                            wrong.push(format!("{name}:{}: $ {}\n{reason}", block.line, step.command));
                        }
                    }
                }
                Action::Run { .. } | Action::Terminal { .. } | Action::Leave => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(n_run > 0, "the manual has no example of this kind");
}

#[test]
fn the_examples_of_the_manual_print_the_output_shown() {
    check(false);
}

#[test]
#[ignore = "the long examples: run by make check-slow"]
fn the_slow_examples_of_the_manual_print_the_output_shown() {
    check(true);
}

#[test]
fn every_block_of_the_manual_is_run_or_has_a_reason_not_to_be() {
    let mut found = Vec::new();
    for (name, text) in chapters() {
        found.extend(unmarked(&text).into_iter().map(|line| format!("{name}:{line}")));
    }
    assert!(
        found.is_empty(),
        "blocks without <!-- run -->, <!-- terminal -->, <!-- file NAME --> or <!-- not run: WHY --> before them:\n{}",
        found.join("\n")
    );
    assert_eq!(
        unmarked("a\n\n    $ b\n\n<!-- run -->\n\n    $ c\n\n```toml\nx\n```\n\n```text\nd\n```\n"),
        [3, 13]
    );
}

#[test]
fn marks_and_blocks_are_parsed() {
    let text = "Words.\n\n<!-- file a.txt -->\n\n    one\n\n    two\n\nMore.\n\n<!-- run slow exit=2 -->\n```text\n$ parlor x \\\n  y\nout\n…\n$ z\n```\n    not marked\n";
    let found = blocks(text);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].text, ["one", "", "two"]);
    assert_eq!(found[0].action, Action::File("a.txt".to_owned()));
    let run = Action::Run {
        is_slow: true,
        needs_server: false,
        code: 2,
    };
    assert_eq!(found[1].action, run);
    let terminal = |is_slow, who: &str| Action::Terminal {
        is_slow,
        who: who.to_owned(),
    };
    assert_eq!(action("<!-- terminal as host -->"), Some(terminal(false, "host")));
    assert_eq!(action("<!-- terminal slow -->"), Some(terminal(true, "")));
    let steps = steps(&found[1].text);
    assert_eq!(steps[0].command, "parlor x \\\n  y");
    assert_eq!(
        steps[0].output.as_deref(),
        Some(&["out".to_owned(), "…".to_owned()][..])
    );
    assert_eq!(steps[1].output.as_deref(), Some(&[][..]));
    let bare = self::steps(&["parlor a".to_owned(), "parlor b".to_owned()]);
    assert!(bare.len() == 2 && bare.iter().all(|step| step.output.is_none()));
}

#[test]
fn only_an_ellipsis_stands_for_any_text() {
    assert!(is_like("depth 4, … nodes", "depth 4, 123 nodes  "));
    assert!(!is_like("depth 4, … nodes", "depth 5, 123 nodes"));
    assert!(is_like("…", ""));
    assert!(is_like("http://192.168.1.20:7117/", "http://10.0.0.1:7120/"));
    assert!(!is_like("a", "ab") && !is_like("a…c", "ab"));
    assert!(is_progress("3 of 60 positions, 20 s  depth 12"));
    assert!(!is_progress("2 positions, 10 nodes, 0.1 s"));
    let expected = ["a".to_owned(), "…".to_owned(), "z".to_owned()];
    assert!(are_like(&expected, &["a", "z"]) && are_like(&expected, &["a", "b", "c", "z"]));
    assert!(!are_like(&expected, &["a", "b"]));
}
