//! Tests with whole suites: finding tests, comparing and updating expected outputs, and reports.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use parlor_harness::{Caller, CheckArgs, CheckError, find_tests};
use parlor_process::sandbox::Sandbox;
use tempfile::TempDir;

const MOCK: &str = env!("CARGO_BIN_EXE_mock-program");

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    check: CheckArgs,
}

/// Runs `parlor check` without a sandbox.
fn run<'a>(args: impl IntoIterator<Item = &'a str>, out: &mut Vec<u8>) -> Result<bool, CheckError> {
    let nowhere = [std::ffi::OsString::from("no-such-helper")];
    Cli::parse_from(args).check.run(
        out,
        &Caller {
            stop: &AtomicBool::new(false),
            on_progress: &|_, _| (),
            sandbox: &|| Sandbox::find(&nowhere),
            program: &|| Ok(PathBuf::from(MOCK)),
        },
    )
}

struct Suite(TempDir);

impl Suite {
    fn new(files: &[(&str, &str)]) -> Suite {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Suite(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self, paths: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = paths.iter().map(|name| self.path(name)).collect();
        let root = format!("{}/", self.0.path().display());
        let tests = find_tests(&paths).expect("tests");
        tests.iter().map(|test| test.name().replace(&root, "")).collect()
    }

    /// Runs `parlor check` on the folder, and removes the path of the folder from the report.
    fn check(&self, args: &[&str]) -> (bool, String) {
        let folder = self.0.path().display().to_string();
        let args = ["check", &folder, "--no-sandbox"]
            .into_iter()
            .chain(args.iter().copied());
        let mut out = Vec::new();
        let passed = run(args, &mut out).expect("a report");
        let report = String::from_utf8(out).expect("text");
        (
            passed,
            report
                .replace(&format!("{folder}/"), "")
                .replace(&folder, "FOLDER"),
        )
    }
}

/// Grades the folder `submissions` with `suite.toml` and returns the report.
fn grade(suite: &Suite, args: &[&str]) -> String {
    let path = |name: &str| suite.path(name).display().to_string();
    let (file, submissions, results) = (path("suite.toml"), path("submissions"), path("results"));
    let options = [
        "--no-sandbox",
        "--submissions",
        &submissions,
        "--results",
        &results,
    ];
    let all = ["check", &file]
        .into_iter()
        .chain(options)
        .chain(args.iter().copied());
    let mut out = Vec::new();
    run(all, &mut out).expect("a report");
    String::from_utf8(out).expect("text")
}

const SCRIPT: &str = "#* loa\ngo\n#*win+\n";

fn program(answer: &str) -> String {
    format!(r"'{MOCK}' says '{answer}\n'")
}

#[test]
fn directories_are_searched_and_pairs_are_found_by_their_names() {
    let pair = "#* loa\n#*remote move/win\n";
    let suite = Suite::new(&[
        ("a/game-1.in", pair),
        ("a/game-2.in", SCRIPT),
        ("a/apart-1.in", SCRIPT),
        ("a/apart-2.in", SCRIPT),
        ("a/lonely-2.in", pair),
        ("b.in", SCRIPT),
        ("b.std", ""),
        ("notes.txt", ""),
    ]);
    let in_a = [
        "a/apart-1.in",
        "a/apart-2.in",
        "a/game-1.in + game-2.in",
        "a/lonely-2.in",
    ];
    assert_eq!(suite.names(&["a"]), in_a);
    assert_eq!(suite.names(&["b.in", "a"])[0], "b.in");
    assert_eq!(suite.names(&[""]).len(), 5);
    let two = suite.names(&["a/apart-1.in", "b.in"]);
    assert_eq!(two, ["a/apart-1.in + b.in"], "two scripts alone are a pair");
    assert!(find_tests(&[suite.path("missing.in")]).is_err());
}

#[test]
fn an_output_is_compared_with_its_expectation() {
    let suite = Suite::new(&[("a.in", SCRIPT), ("a.std", "# who wins\n* White wins.  \n\n")]);
    let (passed, report) = suite.check(&["--program", &program("* White wins.")]);
    assert!(passed, "{report}");
    assert!(
        report.starts_with("ok      a.in\nrun without a sandbox\n1 passed, 0 failed in "),
        "{report}"
    );
    let (passed, report) = suite.check(&["--program", &program("* Black wins.")]);
    assert!(!passed);
    let expected = "FAILED  a.in\n    a.in: the output differs from line 1 on\n      expected:\n        \
        | * White wins.\n      found:\n        | * Black wins.\nrun without a sandbox\n0 passed, 1 failed";
    assert!(report.starts_with(expected), "{report}");
}

#[test]
fn an_inexact_line_passes_with_a_note_and_fails_when_strict() {
    let script = "# A position with one answer.\n\n#* loa\ngo\n#*move # the AI's\ngo\n#*win+ then\n";
    let suite = Suite::new(&[("a.in", script), ("a.std", "* White wins.\n")]);
    let loose = format!(r"'{MOCK}' says '*A2-C2.\n' ' *White  wins\n'");
    let (passed, report) = suite.check(&["--program", &loose]);
    assert!(passed, "{report}");
    let notes = "ok      a.in\n    a.in:5: note: “*A2-C2.” counted as “* a2-c2”; --strict refuses it\n    \
        a.in:7: note: “ *White  wins” counted as “* White wins.”; --strict refuses it\nrun without a sandbox\n1 passed";
    assert!(report.starts_with(notes), "{report}");
    let (passed, report) = suite.check(&["--strict", "--program", &loose]);
    assert!(!passed);
    assert!(
        report.contains("a.in:5: malformed: “*A2-C2.” is neither"),
        "{report}"
    );
}

#[test]
fn update_writes_only_the_output_of_successful_runs() {
    let suite = Suite::new(&[("a.in", SCRIPT), ("b.in", "#* loa\ngo\n#*move\n")]);
    let (passed, _) = suite.check(&["--update", "--program", &program("* White wins.")]);
    assert!(!passed, "b.in awaits a move and gets a win");
    assert_eq!(
        fs::read_to_string(suite.path("a.std")).expect("a.std"),
        "* White wins.\n"
    );
    assert!(!suite.path("b.std").exists());
}

#[test]
fn a_single_test_without_an_expectation_shows_its_output() {
    let suite = Suite::new(&[("a.in", SCRIPT)]);
    let (_, report) = suite.check(&["--program", &program("* White wins.")]);
    assert!(
        report.starts_with("ok      a.in\n* White wins.\nrun without a sandbox\n1 passed"),
        "{report}"
    );
    let (_, report) = suite.check(&["--verbose", "--program", &program("* White wins.")]);
    assert!(report.contains("1< go\n1> * White wins.\n"), "{report}");
}

#[test]
fn graders_get_junit_and_programs_get_json() {
    let suite = Suite::new(&[
        ("a.in", SCRIPT),
        ("b & c.in", SCRIPT),
        ("b & c.std", "* Black wins.\n"),
    ]);
    let xml = suite.path("report.xml").display().to_string();
    let (passed, json) = suite.check(&["--json", "--junit", &xml, "--program", &program("* White wins.")]);
    assert!(!passed);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    assert_eq!(json["tests"][1]["failures"][0]["kind"], "output");
    assert_eq!(json["tests"][0]["outputs"][0], "* White wins.\n");
    let xml = fs::read_to_string(xml).expect("the report");
    assert!(xml.contains("tests=\"2\" failures=\"1\""), "{xml}");
    assert!(xml.contains("b &amp; c.in\""), "{xml}");
    assert!(xml.contains("<failure type=\"output\" message=\""), "{xml}");
}

#[test]
fn a_second_program_can_be_given_to_the_second_script_of_a_pair() {
    let suite = Suite::new(&[
        ("g-1.in", "#* loa\nauto black\n#*move\n#*remote move/win+\n"),
        ("g-2.in", "#* loa\n#*remote move/win\n"),
    ]);
    let first = program(r"* b1-b3\n* Black wins.");
    let (passed, report) = suite.check(&["--program", &first, "--opponent", &program("* Black wins.")]);
    assert!(passed, "{report}");
    assert!(
        report.starts_with("ok      g-1.in + g-2.in\n* Black wins.\n"),
        "{report}"
    );
}

#[test]
fn tests_run_in_parallel_and_are_reported_in_order() {
    let names: Vec<String> = (10..30).map(|i| format!("t{i}.in")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), SCRIPT)).collect();
    let suite = Suite::new(&files);
    let (passed, report) = suite.check(&["--jobs", "8", "--program", &program("* Tie game.")]);
    assert!(passed, "{report}");
    let reported: Vec<&str> = report
        .lines()
        .filter_map(|line| line.strip_prefix("ok      "))
        .collect();
    assert_eq!(reported, names);
    assert!(report.contains("20 passed, 0 failed"));
}

#[test]
fn no_scripts_and_bad_patterns_are_errors_and_not_failures() {
    let suite = Suite::new(&[("notes.txt", "")]);
    let folder = suite.0.path().display().to_string();
    let mut out = Vec::new();
    let empty = run(["check", &folder, "--no-sandbox"], &mut out);
    assert!(matches!(empty, Err(CheckError::NoScripts(_))));
    let refused = run(["check", &folder], &mut out).expect_err("no sandbox");
    assert!(matches!(refused, CheckError::Sandbox(_)), "{refused}");
    assert!(
        refused
            .to_string()
            .ends_with("--no-sandbox runs programs with your own rights"),
        "{refused}"
    );
    fs::write(suite.path("a.in"), SCRIPT).expect("a file");
    // A pattern that is not a regular expression is an error of the command line.
    assert!(Cli::try_parse_from(["check", &folder, "--move-pattern", "("]).is_err());
    for args in [["--move-time", "0"], ["--time-factor", "-1"], ["--game", "chess"]] {
        assert!(
            Cli::try_parse_from(["check", "x"].into_iter().chain(args)).is_err(),
            "{args:?}"
        );
    }
}

#[test]
fn a_change_of_an_option_that_changes_a_grade_grades_again() {
    let suite = Suite::new(&[
        (
            "suite.toml",
            "run = \"cat answer\"\n[[test]]\nscript = \"game.txt\"\n",
        ),
        ("game.txt", "#*move\n#*win+\n"),
        ("submissions/ann/answer", "I play a2-c2\nI am done\n"),
    ]);
    let (moves, results) = ("--move-pattern=^I play (.*)$", "--result-pattern=^I am done$");
    let good = [moves, results];
    let is_old = |report: &str| report.contains("(graded before)");
    let first = grade(&suite, &good);
    assert!(first.contains("1 passed") && !is_old(&first), "{first}");
    assert!(is_old(&grade(&suite, &good)));
    for args in [
        &[results][..],
        &[moves],
        &["--move-pattern=^I go to (.*)$", results],
        &[moves, "--result-pattern=^You win$"],
    ] {
        let report = grade(&suite, args);
        assert!(
            report.contains("0 passed") && !is_old(&report),
            "{args:?}: {report}"
        );
        assert!(is_old(&grade(&suite, args)), "{args:?}");
    }
    assert!(!is_old(&grade(&suite, &good)));
    // Results of `--update` were not compared with anything.
    assert!(!is_old(&grade(&suite, &[moves, results, "--update"])));
    assert!(!is_old(&grade(&suite, &good)));
}

#[test]
fn a_change_of_a_script_or_a_permission_grades_again() {
    use std::os::unix::fs::PermissionsExt;
    let suite = Suite::new(&[
        ("suite.toml", "run = \"./run\"\n[[test]]\nscript = \"game.txt\"\n"),
        ("game.txt", "#*win+\n"),
        ("submissions/ann/run", "#!/bin/sh\necho '* White wins.'\n"),
    ]);
    let first = grade(&suite, &[]);
    assert!(first.contains("0 passed"), "{first}");
    let program = suite.path("submissions/ann/run");
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("permissions");
    let second = grade(&suite, &[]);
    assert!(second.contains("1 passed"), "{second}");
    fs::write(suite.path("game.txt"), "#*move\n").expect("a script");
    let third = grade(&suite, &[]);
    assert!(third.contains("0 passed"), "{third}");
}
