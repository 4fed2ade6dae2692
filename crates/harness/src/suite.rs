//! Finds tests, runs several at a time, and compares their output with what is expected.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_games::Kind;
use serde::{Deserialize, Serialize};

use crate::compare::{Checks, Comparison, Mode};
use crate::dialect::{self, BadPattern, Dialect, Strictness};
use crate::failure::{Failure, FailureKind};
use crate::run::{Player, RunResult, Settings, run};
use crate::script::Script;
use crate::step::{self, Part};

/// A test: one script, two scripts whose programs play each other, or a step such as a course's unit tests.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The scripts. None if the test is a step.
    pub scripts: Vec<PathBuf>,
    /// The name of the test, if it is not named after its scripts.
    pub title: Option<String>,
    /// A command to run instead of scripts.
    pub step: Option<RunStep>,
    /// How the result is checked, unless the scripts set it.
    pub checks: Checks,
    /// The command to run instead of the one in the scripts.
    pub program: Option<String>,
    /// The command to run instead of the one in the second script of a pair.
    pub opponent: Option<String>,
    /// The maximum score.
    pub points: f64,
    /// The group it belongs to.
    pub group: Option<String>,
    /// Who may see its result.
    pub visibility: Visibility,
    /// Whether it is skipped if there is no sandbox.
    pub needs_sandbox: bool,
}

impl Default for Test {
    fn default() -> Test {
        Test {
            scripts: Vec::new(),
            title: None,
            step: None,
            checks: Checks::default(),
            program: None,
            opponent: None,
            points: 1.0,
            group: None,
            visibility: Visibility::Visible,
            needs_sandbox: false,
        }
    }
}

/// A command that passes by its exit code, or by its JUnit reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunStep {
    /// The shell command.
    pub command: String,
    /// Where its reports are, relative to the folder it runs in. `*` stands for any part of a name.
    pub reports: Option<String>,
    /// The time limit.
    pub limit: Duration,
}

/// Who may see the result of a test. The names are Gradescope's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Students and staff.
    #[default]
    Visible,
    /// Only the staff.
    Hidden,
    /// The student, after the due date.
    AfterDueDate,
    /// The student, once the grades are published.
    AfterPublished,
}

impl Test {
    /// Creates a test of these scripts.
    pub fn of(scripts: Vec<PathBuf>) -> Test {
        Test {
            scripts,
            ..Test::default()
        }
    }

    /// The name of the test: its title, or the path of its first script and the file name of its second, or
    /// its command.
    pub fn name(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let Some((first, others)) = self.scripts.split_first() else {
            return self
                .step
                .as_ref()
                .map_or_else(String::new, |step| step.command.clone());
        };
        let mut name = first.display().to_string();
        for script in others {
            let file = script.file_name().unwrap_or(script.as_os_str());
            name.push_str(" + ");
            name.push_str(&file.to_string_lossy());
        }
        name
    }
}

/// How to run tests.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Limits and environment.
    pub settings: Settings,
    /// The game whose output to expect. `None`: guessed from the command and the script.
    pub game: Option<Kind>,
    /// Replaces the pattern for moves.
    pub move_pattern: Option<String>,
    /// Replaces the pattern for results.
    pub result_pattern: Option<String>,
    /// How closely programs must follow the format of the assignment.
    pub strictness: Strictness,
    /// The command to run instead of those in the scripts.
    pub program: Option<String>,
    /// The command to run instead of the one in the second script of a pair.
    pub opponent: Option<String>,
    /// How results are checked, unless the test or the script sets it.
    pub checks: Checks,
    /// Whether to write the output to the `.std` files instead of comparing it with them.
    pub update: bool,
}

/// The result of a test.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test.
    pub test: Test,
    /// The result of the run. Its failures include differences from the expected output.
    pub run: RunResult,
    /// Whether every script has a `.std` file beside it.
    pub has_expectation: bool,
    /// The unit tests of a step.
    pub parts: Vec<Part>,
    /// Why the test was not run, if so.
    pub skipped: Option<String>,
    /// How long it took.
    pub elapsed: Duration,
}

impl TestResult {
    /// Whether the test was run and nothing failed.
    pub fn passed(&self) -> bool {
        self.run.failures.is_empty() && self.skipped.is_none()
    }

    /// The score. A step with unit tests gets the share of points for those that passed.
    pub fn score(&self) -> f64 {
        let counted: Vec<&Part> = self.parts.iter().filter(|part| !part.is_skipped).collect();
        let is_partial = self
            .run
            .failures
            .iter()
            .all(|failure| matches!(failure.kind, FailureKind::UnitTests { .. }));
        if self.skipped.is_some() || !is_partial {
            0.0
        } else if counted.is_empty() {
            self.test.points
        } else {
            let n_passed = counted.iter().filter(|part| part.problem.is_none()).count();
            self.test.points * n_passed as f64 / counted.len() as f64
        }
    }
}

/// Finds the tests at these paths. Two scripts alone are one test of two programs. Otherwise every script,
/// also below directories, is a test, but `NAME-1.in` and `NAME-2.in` are one test if either has an
/// instruction for two programs.
pub fn find_tests(paths: &[PathBuf]) -> io::Result<Vec<Test>> {
    if paths.len() == 2 && paths.iter().all(|path| path.is_file()) {
        return Ok(vec![Test::of(paths.to_vec())]);
    }
    find_unpaired_tests(paths)
}

/// Finds tests like [`find_tests`], but two scripts alone are two tests.
pub(crate) fn find_unpaired_tests(paths: &[PathBuf]) -> io::Result<Vec<Test>> {
    let mut scripts = Vec::new();
    for path in paths {
        let found_before = scripts.len();
        if path.is_dir() {
            find_scripts(path, &mut scripts)?;
            scripts[found_before..].sort();
        } else {
            fs::metadata(path)?;
            scripts.push(path.clone());
        }
    }
    let mut tests: Vec<Test> = Vec::new();
    for script in &scripts {
        let partner = partner(script).filter(|partner| scripts.contains(partner));
        match partner {
            Some(partner) if needs_two(script) || needs_two(&partner) => {
                let mut pair = vec![script.clone(), partner];
                pair.sort();
                let pair = Test::of(pair);
                if !tests.contains(&pair) {
                    tests.push(pair);
                }
            }
            _ => tests.push(Test::of(vec![script.clone()])),
        }
    }
    Ok(tests)
}

fn find_scripts(folder: &Path, scripts: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Do not follow links: a link to a parent folder would never end.
        if entry.file_type()?.is_dir() {
            find_scripts(&path, scripts)?;
        } else if path.extension().is_some_and(|extension| extension == "in") {
            scripts.push(path);
        }
    }
    Ok(())
}

/// The script that would be the other one of a pair.
fn partner(script: &Path) -> Option<PathBuf> {
    let stem = script.file_stem()?.to_str()?;
    let (name, number) = stem.rsplit_once('-')?;
    let other = match number {
        "1" => "2",
        "2" => "1",
        _ => return None,
    };
    Some(script.with_file_name(format!("{name}-{other}.in")))
}

fn needs_two(script: &Path) -> bool {
    read_text(script)
        .ok()
        .and_then(|text| Script::parse(&text).ok())
        .is_some_and(|script| script.needs_two())
}

/// Runs tests, `n_jobs` at a time. Calls `done` with each when it is finished, in any order. Setting `stop`
/// interrupts running tests and starts no more.
pub fn run_tests(
    tests: &[Test],
    options: &Options,
    n_jobs: usize,
    stop: &AtomicBool,
    done: &(dyn Fn(&TestResult) + Sync),
) -> Result<Vec<TestResult>, BadPattern> {
    // Report a bad pattern once and not for every test.
    Dialect::new(
        dialect::DEFAULT,
        options.move_pattern.as_deref(),
        options.result_pattern.as_deref(),
        options.strictness,
    )?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, TestResult)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..n_jobs.clamp(1, tests.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::SeqCst) {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(test) = tests.get(index) else { return };
                    let result = run_test(test, options, stop);
                    done(&result);
                    results
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Runs one test and compares its output with the expected output.
pub fn run_test(test: &Test, options: &Options, stop: &AtomicBool) -> TestResult {
    let began = Instant::now();
    let mut result = TestResult {
        test: test.clone(),
        run: RunResult::default(),
        has_expectation: false,
        parts: Vec::new(),
        skipped: None,
        elapsed: Duration::ZERO,
    };
    if test.needs_sandbox && options.settings.environment.sandbox.is_none() {
        result.skipped = Some("there is no sandbox".to_owned());
        return result;
    }
    if let Some(step) = &test.step {
        step::run_step(step, options, stop, &mut result);
        result.elapsed = began.elapsed();
        return result;
    }
    match prepare(test, options) {
        Ok((players, checks)) => {
            result.run = run(&players, &options.settings, stop);
            // The output of a failed run is not compared: the difference would only repeat the failure.
            if result.run.failures.is_empty() {
                result.run.failures = check_outputs(test, &result.run, &checks, options.update);
            }
        }
        Err(failure) => result.run.failures = vec![failure],
    }
    result.has_expectation = test
        .scripts
        .iter()
        .all(|script| script.with_extension("std").exists());
    result.elapsed = began.elapsed();
    result
}

/// The players of a test, and how each is checked.
fn prepare(test: &Test, options: &Options) -> Result<(Vec<Player>, Vec<Checks>), Failure> {
    let is_single = test.scripts.len() == 1;
    let prepare_one = |(i, path): (usize, &PathBuf)| {
        let failed = |line, kind| Failure {
            script: path.clone(),
            line,
            kind,
        };
        let text = read_text(path).map_err(|error| failed(None, FailureKind::File(error.to_string())))?;
        let script = Script::parse(&text)
            .map_err(|error| failed(Some(error.line), FailureKind::Script(error.reason)))?;
        if let Some(step) = script
            .steps
            .iter()
            .find(|step| is_single && step.action.needs_two())
        {
            return Err(failed(Some(step.line), FailureKind::NeedsTwo));
        }
        let opponent = options.opponent.as_ref().or(test.opponent.as_ref());
        let command = opponent
            .filter(|_| i == 1)
            .or(options.program.as_ref())
            .or(test.program.as_ref())
            .or(script.command.as_ref())
            .cloned();
        let command = command.ok_or_else(|| failed(Some(1), FailureKind::NoCommand))?;
        let path_text = path.to_string_lossy();
        let hints = [
            script.command.as_deref().unwrap_or_default(),
            &command,
            &path_text,
        ];
        let game = options.game.unwrap_or_else(|| dialect::guess(&hints));
        let dialect = Dialect::new(
            game,
            options.move_pattern.as_deref(),
            options.result_pattern.as_deref(),
            options.strictness,
        )
        .map_err(|error| failed(None, FailureKind::Pattern(error)))?;
        let checks = test.checks.or(&script.checks).or(&options.checks);
        let player = Player {
            path: path.clone(),
            script,
            command,
            dialect,
            exit: checks.exit.unwrap_or_default(),
            reads_dumps: checks.output.unwrap_or_default() == Mode::Dump,
            keeps_errors: checks.errors.is_some(),
        };
        Ok((player, checks))
    };
    test.scripts.iter().enumerate().map(prepare_one).collect()
}

/// Compares the outputs with the `.std` and `.err` files, or writes these.
fn check_outputs(test: &Test, run: &RunResult, checks: &[Checks], update: bool) -> Vec<Failure> {
    let mut failures = Vec::new();
    for (i, (script, checks)) in test.scripts.iter().zip(checks).enumerate() {
        let mode = checks.output.unwrap_or_default();
        let output = match mode {
            Mode::Dump => run.outputs.get(i),
            _ => run.printed.get(i),
        };
        let errors = checks
            .errors
            .and_then(|mode| Some((run.errors.get(i)?, "err", mode)));
        for (found, extension, mode) in output
            .map(|output| (output, "std", mode))
            .into_iter()
            .chain(errors)
        {
            let expectation = script.with_extension(extension);
            let checked = Comparison::new(mode, &checks.ignore)
                .map_err(FailureKind::Pattern)
                .and_then(|comparison| check_output(found, &expectation, &comparison, update));
            if let Err(kind) = checked {
                let kind = match kind {
                    FailureKind::Difference(difference) if extension == "err" => {
                        FailureKind::Errors(difference)
                    }
                    kind => kind,
                };
                failures.push(Failure {
                    script: script.clone(),
                    line: None,
                    kind,
                });
            }
        }
    }
    failures
}

/// Compares an output with its file, or writes the file. An empty output creates no new file.
fn check_output(
    output: &str,
    expectation: &Path,
    comparison: &Comparison,
    update: bool,
) -> Result<(), FailureKind> {
    let failed = |error: io::Error| FailureKind::File(format!("{}: {error}", expectation.display()));
    let expected = match read_text(expectation) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let difference = match &expected {
        Some(expected) => comparison
            .compare(expected, output)
            .map_err(FailureKind::Pattern)?,
        None if update && !output.is_empty() => {
            return fs::write(expectation, output).map_err(failed);
        }
        None => None,
    };
    match difference {
        None => Ok(()),
        Some(_) if update => fs::write(expectation, output).map_err(failed),
        Some(difference) => Err(FailureKind::Difference(Box::new(difference))),
    }
}

/// Reads a file. Invalid UTF-8 becomes replacement characters.
fn read_text(path: &Path) -> io::Result<String> {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
