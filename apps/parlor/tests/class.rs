//! Grades the worked example of the manual, docs/examples/class, and ranks it in a tournament. Without Python
//! or a C compiler, the tests are reported as ignored, not as passed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

type Run = fn() -> Result<(), Failed>;

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_possible = ["python3", "make", "cc"]
        .iter()
        .all(|program| runs(program, &["--version"]));
    let trials: [(&str, Run); 4] = [
        ("the_class_is_graded", graded),
        ("a_killed_grading_resumes_and_grades_no_submission_twice", resumed),
        ("the_class_is_ranked", ranked),
        ("the_autograder_grades_one_submission", autograder),
    ];
    let trials = trials
        .into_iter()
        .map(|(name, test)| Trial::test(name, test).with_ignored_flag(!is_possible))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    let run = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.is_ok_and(|status| status.success())
}

/// Whether there is a sandbox. Without one, the tests grade with `--no-sandbox`, as the manual describes.
fn has_sandbox() -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("one.in");
    fs::write(&script, "#* cat\n").expect("a script");
    runs(PARLOR, &["check", &script.display().to_string()])
}

/// A copy of the class.
struct Class {
    folder: TempDir,
}

impl Class {
    fn new() -> Class {
        let base = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = tempfile::tempdir_in(base).expect("a folder");
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/class");
        let copied = Command::new("cp")
            .arg("-R")
            .arg(format!("{}/.", example.display()))
            .arg(folder.path())
            .status();
        assert!(copied.is_ok_and(|status| status.success()), "the class is copied");
        Class { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn parlor(&self, arguments: &[&str]) -> Output {
        let output = Command::new(PARLOR)
            .args(arguments)
            .current_dir(self.folder.path())
            .output();
        output.expect("parlor runs")
    }

    fn check(&self, more: &[&str]) -> Output {
        let mut arguments = vec!["check", "suite.toml", "--jobs", "2", "--time-factor", "10"];
        if !has_sandbox() {
            arguments.push("--no-sandbox");
        }
        arguments.extend(more);
        self.parlor(&arguments)
    }

    fn grade(&self) -> Output {
        self.check(&["--submissions", "submissions", "--results", "results"])
    }
}

fn check(is_so: bool, what: impl Into<String>) -> Result<(), Failed> {
    if is_so { Ok(()) } else { Err(what.into().into()) }
}

fn shown(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn graded() -> Result<(), Failed> {
    let class = Class::new();
    let output = class.grade();
    check(output.status.code() == Some(1), shown(&output))?;
    let table = fs::read_to_string(class.path("results/class.csv"))?;
    let row = |name: &str| {
        table
            .lines()
            .find(|line| line.starts_with(&format!("{name},")))
            .unwrap_or_default()
    };
    for (name, expected) in [
        ("ann", "ann,40,40,7,0,0,"),
        ("bob", "bob,40,40,7,0,0,"),
        ("carl", "carl,15,40,3,4,0,"),
        ("dora", "dora,10,40,2,5,0,"),
        ("emil", "emil,20,40,4,3,0,"),
        ("fay", "fay,0,40,0,7,0,"),
        ("gus", "gus,0,40,0,7,0,"),
    ] {
        check(
            row(name).starts_with(expected),
            format!("{name}: {}\n{table}\n{}", row(name), shown(&output)),
        )?;
    }
    check(row("fay").contains("the build"), row("fay"))?;
    let bob = fs::read_to_string(class.path("results/bob/report.json"))?;
    check(bob.contains("counted as"), "bob's loose lines are noted")?;
    let carl = fs::read_to_string(class.path("results/carl/report.html"))?;
    check(carl.contains("<svg"), "the boards are drawn where carl's differs")?;
    let gus = fs::read_to_string(class.path("results/gus/results.json"))?;
    check(
        !gus.contains("- b b b b b b -"),
        "gus has seen no expected output",
    )?;
    let results: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(class.path("results/ann/results.json"))?)?;
    check(results["tests"][0]["score"] == 5.0, format!("{results}"))?;
    check(results["leaderboard"][0]["value"] == 40.0, format!("{results}"))?;
    for file in ["index.html", "ann/report.html", "ann/junit.xml"] {
        check(class.path("results").join(file).exists(), file)?;
    }
    check(!class.path("results/.work").exists(), "the copies are gone")
}

fn resumed() -> Result<(), Failed> {
    let class = Class::new();
    for name in ["carl", "dora", "emil", "fay", "gus"] {
        fs::remove_dir_all(class.path("submissions").join(name))?;
    }
    class.grade();
    let journal = class.path("results/ann/graded.jsonl");
    let whole = fs::read_to_string(&journal)?;
    // As after a kill: two tests, and half of a line.
    let lines: Vec<&str> = whole.lines().collect();
    check(lines.len() == 8, whole.as_str())?;
    let marked = lines[1].replace("\"seconds\":", "\"seconds\":1234.5,\"x\":");
    fs::write(
        &journal,
        format!("{}\n{marked}\n{}\n{}", lines[0], lines[2], &lines[3][..20]),
    )?;
    let output = class.grade();
    let again = fs::read_to_string(&journal)?;
    check(again.lines().count() == 8, format!("{again}{}", shown(&output)))?;
    check(again.contains("1234.5"), "what was graded is kept as it was")?;
    check(
        shown(&output).contains("bob") && shown(&output).contains("graded before"),
        shown(&output),
    )?;
    // Changed work is graded again.
    fs::write(class.path("submissions/ann/run"), "#!/bin/sh\nexit 3\n")?;
    let output = class.grade();
    check(
        fs::read_to_string(class.path("results/class.csv"))?.contains("ann,0,40,0,7"),
        shown(&output),
    )
}

fn ranked() -> Result<(), Failed> {
    let class = Class::new();
    check(
        runs(
            "make",
            &["-s", "-C", &class.path("submissions/bob").display().to_string()],
        ),
        "bob is built",
    )?;
    let mut players = String::from("# The class.\n");
    for name in ["ann", "bob", "carl", "dora"] {
        let folder = class.path("submissions").join(name);
        fs::create_dir_all(folder.join("support"))?;
        fs::copy(
            class.path("support/loaboard.py"),
            folder.join("support/loaboard.py"),
        )?;
        players.push_str(&format!("{name}=loa:cd '{}' && exec ./run\n", folder.display()));
    }
    fs::write(class.path("class.txt"), players)?;
    let output = class.parlor(&[
        "arena",
        "play",
        "loa",
        "--players-file",
        "class.txt",
        "--rounds",
        "1",
        "--time",
        "move=60",
        "--patience",
        "60",
        "--set",
        "limit=30",
        "-c",
        "2",
        "--seed",
        "5",
        "--store",
        "class.sqlite",
        "--output",
        "tournament",
    ]);
    check(output.status.success(), shown(&output))?;
    let table = fs::read_to_string(class.path("tournament/table.csv"))?;
    let names: Vec<&str> = table
        .lines()
        .skip(1)
        .filter_map(|line| {
            line.split(',')
                .find(|field| ["ann", "bob", "carl", "dora"].contains(field))
        })
        .collect();
    let mut first = names[..2.min(names.len())].to_vec();
    first.sort_unstable();
    check(names.len() == 4 && first == ["ann", "bob"], table.as_str())?;
    let games = fs::read_to_string(class.path("tournament/games.csv"))?;
    check(games.lines().count() == 13, games.as_str())?;
    check(class.path("tournament/report.html").exists(), "there is a page")
}

fn autograder() -> Result<(), Failed> {
    let class = Class::new();
    // Gradescope has its own machines, but ours may be busy: allow more time.
    let suite = fs::read_to_string(class.path("suite.toml"))?;
    fs::write(
        class.path("suite.toml"),
        suite.replace("[limits]\n", "[limits]\ntime-factor = 10\n"),
    )?;
    let output = class.parlor(&["check", "suite.toml", "--autograder", "autograder"]);
    check(output.status.success(), shown(&output))?;
    for file in [
        "setup.sh",
        "run_autograder",
        "parlor",
        "suite/suite.toml",
        "suite/commands/start.std",
    ] {
        check(
            class.path("autograder").join(file).exists(),
            format!("{file}\n{}", shown(&output)),
        )?;
    }
    let output = class.parlor(&["check", "suite.toml", "--autograder", "autograder"]);
    check(shown(&output).contains("is not empty"), shown(&output))?;
    // The folders as Gradescope lays them out.
    let root = class.path("gradescope");
    fs::create_dir(&root)?;
    fs::rename(class.path("autograder"), root.join("source"))?;
    fs::rename(class.path("submissions/ann"), root.join("submission"))?;
    let run = Command::new(root.join("source/run_autograder"))
        .env("AUTOGRADER_ROOT", &root)
        .output()?;
    check(run.status.success(), shown(&run))?;
    let text = fs::read_to_string(root.join("results/results.json"))?;
    let results: serde_json::Value = serde_json::from_str(&text)?;
    let scores: f64 = results["tests"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|test| test["score"].as_f64())
        .sum();
    check(scores == 40.0, text)
}
