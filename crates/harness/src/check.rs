//! The arguments of `parlor check`, and how they are carried out. The caller does the printing, the progress
//! bar and Ctrl-C.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use parlor_games::Kind;
use parlor_process::sandbox::{NoSandbox, Sandbox};
use thiserror::Error;

use crate::autograder::write_autograder;
use crate::dialect::{BadPattern, Strictness};
use crate::grade::{self, Class, GradeError, Student};
use crate::record::{Record, Tally};
use crate::report;
use crate::run::{Limits, Settings};
use crate::script::seconds;
use crate::suite::{Options, TestResult, find_tests, run_tests};
use crate::suite_file::{Suite, SuiteError};

/// Runs scripts through game programs and checks what they do.
///
/// One script runs one program. Two scripts run two programs that play each other. In a directory, every script
/// below it runs. A suite file (.toml) lists tests with points and says how to build and run submissions.
/// Programs run in a sandbox. The exit code is 0 if every test passed, otherwise 1.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// Scripts (FILE.in; FILE.std beside it is the expected output), directories of them, or one suite file
    #[arg(required = true, value_name = "FILE.in|DIR|SUITE.toml")]
    pub paths: Vec<PathBuf>,
    /// Show everything that is sent to the programs and everything they print
    #[arg(short, long)]
    pub verbose: bool,
    /// Write the output to the .std files instead of comparing it with them
    #[arg(long)]
    pub update: bool,
    /// Run this command instead of the one that a script names
    #[arg(long, value_name = "COMMAND")]
    pub program: Option<String>,
    /// Run this command for the second script of a pair
    #[arg(long, value_name = "COMMAND")]
    pub opponent: Option<String>,
    /// Game whose lines to expect [default: the one that the command or the script's path names, else loa]
    #[arg(long)]
    pub game: Option<Kind>,
    /// A regular expression for the lines that are AI moves; its first group is the move
    #[arg(long, value_name = "REGEX", value_parser = parse_pattern)]
    pub move_pattern: Option<String>,
    /// A regular expression for the lines that are results
    #[arg(long, value_name = "REGEX", value_parser = parse_pattern)]
    pub result_pattern: Option<String>,
    /// Accept only the exact text of the assignment: "* a2-c2", not "*a2-c2"
    #[arg(long)]
    pub strict: bool,
    /// Time limit for a move, unless a script sets another [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub move_time: Option<Duration>,
    /// Time limit for all moves of one side in a game, unless a script sets another [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub game_time: Option<Duration>,
    /// Time limit for a result (#*win+) [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub win_time: Option<Duration>,
    /// Time limit for a program to exit at the end of its input [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub exit_time: Option<Duration>,
    /// Multiply all time limits, including those in scripts, for slow machines [default: 1]
    #[arg(long, value_name = "FACTOR", value_parser = parse_factor)]
    pub time_factor: Option<f64>,
    /// Maximum output of a program, in KiB [default: 4096]
    #[arg(long, value_name = "KIB")]
    pub output_limit: Option<usize>,
    /// Number of tests or submissions to run concurrently [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub jobs: Option<usize>,
    /// Test the submission in this folder: copy, build and run it as the suite file says
    #[arg(long, value_name = "DIR", conflicts_with = "submissions")]
    pub submission: Option<PathBuf>,
    /// Test every submission in this folder; each is a subfolder
    #[arg(long, value_name = "DIR", requires = "results")]
    pub submissions: Option<PathBuf>,
    /// Folder for the results; submissions with results there are not graded again
    #[arg(long, value_name = "DIR", requires = "submissions")]
    pub results: Option<PathBuf>,
    /// Write an autograder folder for Gradescope with this suite; run no tests
    #[arg(long, value_name = "DIR")]
    pub autograder: Option<PathBuf>,
    /// Run programs with your own rights: they can read your files, write them, and use the network
    #[arg(long)]
    pub no_sandbox: bool,
    /// Write the results to this file as Gradescope's results.json
    #[arg(long, value_name = "FILE")]
    pub gradescope: Option<PathBuf>,
    /// Write the results to this file as an HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the results to this file as TAP
    #[arg(long, value_name = "FILE")]
    pub tap: Option<PathBuf>,
    /// Also print failures as GitHub Actions annotations
    #[arg(long)]
    pub github: bool,
    /// Write the results to this file as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print the results as JSON instead of text
    #[arg(long)]
    pub json: bool,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    seconds(text).ok_or_else(|| "not a number of seconds above 0".to_owned())
}

/// Checks that a pattern is a regular expression and returns it unchanged.
fn parse_pattern(text: &str) -> Result<String, String> {
    let read = regex_lite::Regex::new(text);
    read.map(|_| text.to_owned()).map_err(|error| error.to_string())
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let is_sensible = factor > 0.0 && factor <= 1000.0;
    is_sensible
        .then_some(factor)
        .ok_or_else(|| "not above 0 and at most 1000".to_owned())
}

/// Why the tests could not be run or reported.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The scripts cannot be read.
    #[error("cannot read {paths}: {error}")]
    Find {
        /// The paths of the command line.
        paths: String,
        /// The reason.
        error: io::Error,
    },
    /// The paths contain no scripts.
    #[error("there is no script (.in) in {0}")]
    NoScripts(String),
    /// A pattern is not a regular expression.
    #[error(transparent)]
    Pattern(#[from] BadPattern),
    /// The suite file is not valid.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The option needs a suite file.
    #[error("{0} needs a suite file (.toml) and no other path")]
    NeedsSuite(&'static str),
    /// The submissions cannot be graded.
    #[error(transparent)]
    Grade(#[from] GradeError),
    /// There is no sandbox.
    #[error("{0}; --no-sandbox runs programs with your own rights")]
    Sandbox(#[from] NoSandbox),
    /// A report could not be written.
    #[error("cannot write {what}: {error}")]
    Write {
        /// The report.
        what: String,
        /// The reason.
        error: io::Error,
    },
}

impl CheckError {
    /// Whether the error is in the command line: it names no test, or a suite that is not valid.
    pub fn is_misuse(&self) -> bool {
        match self {
            CheckError::NoScripts(_)
            | CheckError::Pattern(_)
            | CheckError::Suite(_)
            | CheckError::NeedsSuite(_) => true,
            CheckError::Find { .. }
            | CheckError::Grade(_)
            | CheckError::Sandbox(_)
            | CheckError::Write { .. } => false,
        }
    }
}

/// What the caller provides.
pub struct Caller<'a> {
    /// Set to kill the programs under test and start no more tests.
    pub stop: &'a AtomicBool,
    /// Called when a test or submission is finished, with its name and the total number of them.
    pub on_progress: &'a (dyn Fn(&str, usize) + Sync),
    /// Finds a sandbox.
    pub sandbox: &'a dyn Fn() -> Result<Sandbox, NoSandbox>,
    /// Returns the path of this program, for an autograder.
    pub program: &'a dyn Fn() -> io::Result<PathBuf>,
}

impl CheckArgs {
    /// Runs the tests and writes the report to `out`. Returns whether every test passed.
    pub fn run(&self, out: &mut dyn Write, caller: &Caller<'_>) -> Result<bool, CheckError> {
        let suite = match &self.paths[..] {
            [file] if file.extension().is_some_and(|extension| extension == "toml") => {
                Some((Suite::read(file)?, file))
            }
            _ => None,
        };
        let asks_for_suite = [
            (self.submission.is_some(), "--submission"),
            (self.submissions.is_some(), "--submissions"),
            (self.autograder.is_some(), "--autograder"),
        ];
        if let (None, Some((_, name))) = (&suite, asks_for_suite.into_iter().find(|(is_given, _)| *is_given))
        {
            return Err(CheckError::NeedsSuite(name));
        }
        if let (Some((suite, file)), Some(folder)) = (&suite, &self.autograder) {
            return self.write_autograder(suite, file, folder, out, caller);
        }
        let sandbox = match self.no_sandbox {
            true => None,
            false => Some((caller.sandbox)()?),
        };
        match (suite, &self.submissions, &self.results) {
            (Some((suite, _)), Some(submissions), Some(results)) => {
                self.grade_class(&suite, submissions, results, sandbox, out, caller)
            }
            (Some((suite, _)), _, _) => self.check_suite(&suite, sandbox, out, caller),
            (None, _, _) => self.check_scripts(sandbox, out, caller),
        }
    }

    fn check_scripts(
        &self,
        sandbox: Option<Sandbox>,
        out: &mut dyn Write,
        caller: &Caller<'_>,
    ) -> Result<bool, CheckError> {
        let shown_paths = || {
            let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
            paths.join(", ")
        };
        let tests = find_tests(&self.paths).map_err(|error| CheckError::Find {
            paths: shown_paths(),
            error,
        })?;
        if tests.is_empty() {
            return Err(CheckError::NoScripts(shown_paths()));
        }
        let began = Instant::now();
        let options = self.options(None, sandbox);
        let results = run_tests(&tests, &options, self.n_jobs(), caller.stop, &|result| {
            (caller.on_progress)(&result.test.name(), tests.len());
        })?;
        self.report(&results, tests.len(), began.elapsed(), None, out)
    }

    /// Runs a suite on a submission, or on the programs named in its scripts.
    fn check_suite(
        &self,
        suite: &Suite,
        sandbox: Option<Sandbox>,
        out: &mut dyn Write,
        caller: &Caller<'_>,
    ) -> Result<bool, CheckError> {
        let began = Instant::now();
        let mut options = self.options(Some(suite), sandbox);
        let n_tests = suite.tests.len();
        let done = |result: &TestResult| (caller.on_progress)(&result.test.name(), n_tests);
        let Some(submission) = &self.submission else {
            let results = run_tests(&suite.tests, &options, self.n_jobs(), caller.stop, &done)?;
            return self.report(&results, n_tests, began.elapsed(), Some(suite), out);
        };
        let work = work_folder().map_err(|error| CheckError::Write {
            what: "a copy of the submission".to_owned(),
            error,
        })?;
        options.settings.environment.hidden = vec![suite.folder.clone(), submission.clone()];
        let folder = work.0.join("submission");
        let prepared = grade::prepare(suite, submission, &folder, &options, caller.stop);
        let mut results = Vec::new();
        for test in &suite.tests {
            if caller.stop.load(Ordering::SeqCst) {
                break;
            }
            let result = match &prepared {
                Ok(()) => grade::run_one(suite, test, &folder, &options, caller.stop),
                Err(problem) => problem.result(test),
            };
            done(&result);
            results.push(result);
        }
        self.report(&results, n_tests, began.elapsed(), Some(suite), out)
    }

    fn grade_class(
        &self,
        suite: &Suite,
        submissions: &Path,
        results: &Path,
        sandbox: Option<Sandbox>,
        out: &mut dyn Write,
        caller: &Caller<'_>,
    ) -> Result<bool, CheckError> {
        let began = Instant::now();
        let found = grade::submissions(submissions)?;
        let mut options = self.options(Some(suite), sandbox);
        options.settings.environment.hidden =
            vec![suite.folder.clone(), submissions.to_owned(), results.to_owned()];
        let class = Class {
            suite,
            options: &options,
            results,
            n_jobs: self.n_jobs(),
            stop: caller.stop,
        };
        let students = class.grade(&found, &|student| {
            (caller.on_progress)(&student.name, found.len())
        })?;
        let text = class_text(&students, found.len(), results, began.elapsed());
        write(out, text.as_bytes())?;
        Ok(students.len() == found.len()
            && students
                .iter()
                .all(|student| student.records.iter().all(|record| record.passed)))
    }

    fn write_autograder(
        &self,
        suite: &Suite,
        file: &Path,
        folder: &Path,
        out: &mut dyn Write,
        caller: &Caller<'_>,
    ) -> Result<bool, CheckError> {
        let written = (caller.program)().and_then(|program| write_autograder(suite, file, &program, folder));
        let files = written.map_err(|error| CheckError::Write {
            what: folder.display().to_string(),
            error,
        })?;
        let mut text = String::new();
        for file in files {
            text.push_str(&format!("{}\n", file.display()));
        }
        text.push_str(&format!(
            "Zip what is in {0} (not {0} itself) and upload it to Gradescope.\n",
            folder.display()
        ));
        write(out, text.as_bytes())?;
        Ok(true)
    }

    fn n_jobs(&self) -> usize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1)
    }

    /// Writes all requested reports. Returns whether every test passed.
    fn report(
        &self,
        results: &[TestResult],
        n_tests: usize,
        elapsed: Duration,
        suite: Option<&Suite>,
        out: &mut dyn Write,
    ) -> Result<bool, CheckError> {
        let records: Vec<Record> = results.iter().map(Record::from).collect();
        let json = |text: serde_json::Result<String>| text.map_err(io::Error::other);
        let has_leaderboard = suite.is_some_and(|suite| suite.has_leaderboard);
        let title = suite.map_or("parlor check", |suite| &suite.name);
        let words = match self.no_sandbox {
            true => "Run without a sandbox.",
            false => "",
        };
        let page = || {
            let student = Student {
                name: self.paths[0].display().to_string(),
                records: records.clone(),
                problem: None,
                is_old: false,
            };
            report::student_page(title, &student)
        };
        type Report<'a> = (&'a Option<PathBuf>, &'a dyn Fn() -> io::Result<String>);
        let reports: [Report<'_>; 4] = [
            (&self.junit, &|| Ok(report::junit(&records, elapsed))),
            (&self.tap, &|| Ok(report::tap(&records))),
            (&self.html, &|| Ok(page())),
            (&self.gradescope, &|| {
                json(report::gradescope(&records, words, has_leaderboard))
            }),
        ];
        for (path, make) in reports {
            if let Some(path) = path {
                make()
                    .and_then(|text| std::fs::write(path, text))
                    .map_err(|error| CheckError::Write {
                        what: path.display().to_string(),
                        error,
                    })?;
            }
        }
        let mut text = if self.json {
            let text = json(report::json(&records, elapsed)).map_err(|error| CheckError::Write {
                what: "JSON".into(),
                error,
            })?;
            text + "\n"
        } else {
            self.text(results, &records, n_tests, elapsed, suite.is_some())
        };
        if self.github {
            text.push_str(&report::annotations(&records));
        }
        write(out, text.as_bytes())?;
        Ok(records.len() == n_tests && records.iter().all(|record| record.passed))
    }

    fn text(
        &self,
        results: &[TestResult],
        records: &[Record],
        n_tests: usize,
        elapsed: Duration,
        has_points: bool,
    ) -> String {
        let mut text = String::new();
        for (result, record) in results.iter().zip(records) {
            text.push_str(&report::text(record));
            if self.verbose {
                text.push_str(&result.run.log);
            }
            // A single test without an expected output shows its output, so that the author can check it.
            if n_tests == 1 && result.passed() && !result.has_expectation {
                for output in &record.outputs {
                    text.push_str(output);
                }
            }
        }
        if has_points {
            let tally = Tally::of(records);
            let (score, points) = (report::rounded(tally.score), report::rounded(tally.points));
            text.push_str(&format!("{score} of {points} points\n"));
        }
        if self.no_sandbox {
            text.push_str("run without a sandbox\n");
        }
        text.push_str(&report::summary(records, n_tests, elapsed));
        text.push('\n');
        text
    }

    fn options(&self, suite: Option<&Suite>, sandbox: Option<Sandbox>) -> Options {
        let mut settings = Settings::default();
        let mut options = Options::default();
        if let Some(suite) = suite {
            settings.limits = suite.limits;
            settings.time_factor = suite.time_factor;
            settings.output_limit = suite.output_limit;
            settings.environment.allowance = suite.allowance;
            options.game = suite.game;
            options.program.clone_from(&suite.run);
            options.checks = suite.checks.clone();
        }
        let limits = &mut settings.limits;
        *limits = Limits {
            per_move: self.move_time.unwrap_or(limits.per_move),
            per_game: self.game_time.unwrap_or(limits.per_game),
            result: self.win_time.unwrap_or(limits.result),
            exit: self.exit_time.unwrap_or(limits.exit),
        };
        settings.time_factor = self.time_factor.unwrap_or(settings.time_factor);
        if let Some(kib) = self.output_limit {
            settings.output_limit = kib.saturating_mul(1024);
        }
        settings.environment.sandbox = sandbox;
        let is_strict = self.strict || suite.is_some_and(|suite| suite.is_strict);
        Options {
            settings,
            game: self.game.or(options.game),
            move_pattern: self.move_pattern.clone(),
            result_pattern: self.result_pattern.clone(),
            strictness: if is_strict {
                Strictness::Strict
            } else {
                Strictness::Lenient
            },
            program: self.program.clone().or(options.program),
            opponent: self.opponent.clone(),
            checks: options.checks,
            update: self.update,
        }
    }
}

fn write(out: &mut dyn Write, bytes: &[u8]) -> Result<(), CheckError> {
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|error| CheckError::Write {
            what: "the report".into(),
            error,
        })
}

/// The text report on a class.
fn class_text(students: &[Student], n_submissions: usize, results: &Path, elapsed: Duration) -> String {
    let width = students
        .iter()
        .map(|student| student.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for student in students {
        let tally = Tally::of(&student.records);
        let mut kinds: Vec<&str> = student
            .records
            .iter()
            .flat_map(|record| record.failures.iter().map(|problem| problem.kind.as_str()))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let words = match (&student.problem, student.is_old) {
            (Some(problem), _) => problem.lines().next().unwrap_or_default().to_owned(),
            (None, true) => format!("{} (graded before)", kinds.join(" ")),
            (None, false) => kinds.join(" "),
        };
        let line = format!(
            "{:width$}  {:>6} of {} points  {} passed, {} failed  {}",
            student.name,
            report::rounded(tally.score),
            report::rounded(tally.points),
            tally.passed,
            tally.failed,
            words.trim()
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let n_left = n_submissions - students.len();
    let left = match n_left {
        0 => String::new(),
        n => format!(", {n} not graded"),
    };
    text.push_str(&format!(
        "{} submissions{left} in {:.1} s: {}\n",
        students.len(),
        elapsed.as_secs_f64(),
        results.join("index.html").display()
    ));
    text
}

/// A folder that is deleted when this value is dropped.
struct WorkFolder(PathBuf);

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // If this fails, only a copy is left behind.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn work_folder() -> io::Result<WorkFolder> {
    let base = std::env::temp_dir();
    for number in 0..1000 {
        let path = base.join(format!("parlor-check-{}-{number}", std::process::id()));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(WorkFolder(path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there is no free name for a folder"))
}
