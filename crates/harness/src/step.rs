//! Steps: commands such as a build or a course's unit tests, whose JUnit reports become part of ours.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::compare::{Checks, ExpectedExit};
use crate::dialect::{DEFAULT, Dialect};
use crate::failure::{Failure, FailureKind};
use crate::run::{Limits, Player, RunResult, Settings, run};
use crate::script::Script;
use crate::suite::{Options, RunStep, TestResult};

/// A unit test of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The name.
    pub name: String,
    /// Why it failed, if it did.
    pub problem: Option<String>,
    /// Whether it was skipped.
    pub is_skipped: bool,
}

/// The maximum size of a report of unit tests, in bytes.
const MAX_REPORT_BYTES: u64 = 16 << 20;
/// The maximum length of a failure message, in characters.
const MAX_MESSAGE_LENGTH: usize = 2000;

/// Runs a command to its end, without input. Failures include a wrong exit code.
pub(crate) fn run_command(
    command: &str,
    limit: Duration,
    exit: ExpectedExit,
    settings: &Settings,
    stop: &AtomicBool,
) -> RunResult {
    let dialect = match Dialect::new(
        DEFAULT,
        Some("^$a"),
        Some("^$a"),
        crate::dialect::Strictness::Strict,
    ) {
        Ok(dialect) => dialect,
        Err(error) => {
            return RunResult {
                failures: vec![Failure {
                    script: PathBuf::from(command),
                    line: None,
                    kind: FailureKind::Pattern(error),
                }],
                ..RunResult::default()
            };
        }
    };
    let player = Player {
        path: PathBuf::from(command),
        script: Script {
            command: None,
            steps: Vec::new(),
            checks: Checks::default(),
        },
        command: command.to_owned(),
        dialect,
        exit,
        reads_dumps: false,
        keeps_errors: false,
    };
    let settings = Settings {
        limits: Limits {
            exit: limit,
            ..settings.limits
        },
        ..settings.clone()
    };
    run(&[player], &settings, stop)
}

/// Runs a step and reads its reports.
pub(crate) fn run_step(step: &RunStep, options: &Options, stop: &AtomicBool, result: &mut TestResult) {
    let mut settings = options.settings.clone();
    // Test runners write their reports next to the program.
    settings.environment.is_writable = step.reports.is_some();
    let folder = settings
        .environment
        .folder
        .clone()
        .unwrap_or_else(|| PathBuf::from("."));
    let exit = match (step.reports.is_some(), result.test.checks.exit) {
        (_, Some(exit)) => exit,
        // The reports have more detail than the exit code of a test runner.
        (true, None) => ExpectedExit::Any,
        (false, None) => ExpectedExit::Good,
    };
    if let Some(pattern) = &step.reports {
        // Reports of an earlier run, or in the submission itself, say nothing about this run.
        for report in find(&folder, pattern) {
            let _ = fs::remove_file(report);
        }
    }
    result.run = run_command(&step.command, step.limit, exit, &settings, stop);
    let Some(pattern) = &step.reports else { return };
    if !result.run.failures.is_empty() {
        return;
    }
    let fail = |kind| Failure {
        script: PathBuf::from(&step.command),
        line: None,
        kind,
    };
    let files = find(&folder, pattern);
    for file in &files {
        match read_report(file) {
            Ok(parts) => result.parts.extend(parts),
            Err(reason) => {
                let name = file.strip_prefix(&folder).unwrap_or(file).display();
                let reason = format!("{name} is no JUnit report: {reason}");
                result.run.failures.push(fail(FailureKind::Reports(reason)));
            }
        }
    }
    if files.is_empty() || (result.parts.is_empty() && result.run.failures.is_empty()) {
        let reason = format!("no unit test is reported in {pattern}");
        result.run.failures.push(fail(FailureKind::Reports(reason)));
    }
    let n_failed = result.parts.iter().filter(|part| part.problem.is_some()).count();
    if n_failed > 0 {
        result.run.failures.push(fail(FailureKind::UnitTests {
            n_failed,
            n_tests: result.parts.len(),
        }));
    }
}

/// Finds the files below a folder that match a pattern, sorted. Does not follow links, which may lead anywhere.
pub(crate) fn find(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
        let mut next = Vec::new();
        for path in found {
            let Ok(entries) = fs::read_dir(&path) else {
                continue;
            };
            for entry in entries.filter_map(Result::ok) {
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if !is_link && matches(part, &entry.file_name().to_string_lossy()) {
                    next.push(entry.path());
                }
            }
        }
        found = next;
    }
    found.sort();
    found
}

/// Whether a name matches a pattern in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| matches(after, &rest[at..]))
        }),
    }
}

/// Reads the tests of a JUnit report.
fn read_report(file: &Path) -> Result<Vec<Part>, String> {
    let metadata = fs::symlink_metadata(file).map_err(|error| error.to_string())?;
    if !metadata.is_file() || metadata.len() > MAX_REPORT_BYTES {
        return Err("it is no file, or too large".to_owned());
    }
    let text = fs::read(file).map_err(|error: io::Error| error.to_string())?;
    read_junit(&String::from_utf8_lossy(&text))
}

fn read_junit(text: &str) -> Result<Vec<Part>, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
    let is_report = ["testsuites", "testsuite"].contains(&document.root_element().tag_name().name());
    if !is_report {
        return Err("expected an element testsuites or testsuite".to_owned());
    }
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    let part = |case: roxmltree::Node<'_, '_>| {
        let child = |name: &str| case.children().find(|node| node.has_tag_name(name));
        let problem = child("failure").or_else(|| child("error")).map(|node| {
            let message = node.attribute("message").unwrap_or_default();
            let text = node.text().unwrap_or_default().trim();
            let whole = match (message, text) {
                ("", text) => text.to_owned(),
                (message, "") => message.to_owned(),
                (message, text) if text.starts_with(message) => text.to_owned(),
                (message, text) => format!("{message}\n{text}"),
            };
            whole.chars().take(MAX_MESSAGE_LENGTH).collect()
        });
        let name = case.attribute("name").unwrap_or("a test without a name");
        Part {
            name: match case.attribute("classname").filter(|class| !class.is_empty()) {
                Some(class) => format!("{class}.{name}"),
                None => name.to_owned(),
            },
            problem,
            is_skipped: child("skipped").is_some(),
        }
    };
    Ok(cases.map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_tests_of_a_junit_report_are_read() {
        let text = r#"<?xml version="1.0"?>
            <testsuite name="BoardTest" tests="4">
              <testcase name="start" classname="othello.BoardTest" time="0.01"/>
              <testcase name="flip" classname="othello.BoardTest">
                <failure message="expected 4" type="AssertionError">expected 4 but was 3
                  at BoardTest.java:12</failure></testcase>
              <testcase name="crash"><error type="NullPointerException"/></testcase>
              <testcase name="later"><skipped/></testcase>
            </testsuite>"#;
        let parts = read_junit(text).expect("a report");
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "othello.BoardTest.start",
                "othello.BoardTest.flip",
                "crash",
                "later"
            ]
        );
        assert_eq!(parts[0].problem, None);
        assert!(
            parts[1]
                .problem
                .as_ref()
                .is_some_and(|text| text.contains("BoardTest.java:12"))
        );
        assert_eq!(parts[2].problem.as_deref(), Some(""));
        assert!(parts[3].is_skipped);
        for bad in ["", "<html/>", "<testsuite>"] {
            assert!(read_junit(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_star_stands_for_any_part_of_a_name() {
        for (pattern, name, is_match) in [
            ("*.xml", "TEST-a.xml", true),
            ("TEST-*.xml", "TEST-.xml", true),
            ("*", "ä", true),
            ("*a*b", "xaxbxb", true),
            ("*.xml", "a.xml.txt", false),
            ("a", "ab", false),
        ] {
            assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
        }
    }
}
