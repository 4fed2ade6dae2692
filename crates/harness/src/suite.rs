//! Many tests: finding them, running them side by side, and comparing each with what is expected.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_games::Kind;

use crate::compare::compare;
use crate::dialect::{self, BadPattern, Dialect};
use crate::failure::{Failure, FailureKind};
use crate::run::{Player, RunResult, Settings, run};
use crate::script::Script;

/// One test: a script, or two whose programs play each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Test {
    /// The scripts.
    pub scripts: Vec<PathBuf>,
}

impl Test {
    /// What the test is called: the path of its first script, and the name of its second.
    pub fn name(&self) -> String {
        let mut name = self.scripts[0].display().to_string();
        for script in &self.scripts[1..] {
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
    /// Limits.
    pub settings: Settings,
    /// Whose lines to expect; guessed from the command and the script when not given.
    pub game: Option<Kind>,
    /// Replaces the pattern of moves.
    pub move_pattern: Option<String>,
    /// Replaces the pattern of results.
    pub result_pattern: Option<String>,
    /// Replaces the command of every script.
    pub program: Option<String>,
    /// Replaces the command of the second script of a pair.
    pub opponent: Option<String>,
    /// Whether to write the output to the `.std` files instead of comparing it with them.
    pub update: bool,
}

/// What came of a test.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test.
    pub test: Test,
    /// What its run gave; the differences from what is expected are among the failures.
    pub run: RunResult,
    /// Whether every script has a `.std` file beside it.
    pub has_expectation: bool,
    /// How long it took.
    pub elapsed: Duration,
}

impl TestResult {
    /// Whether nothing went wrong.
    pub fn passed(&self) -> bool {
        self.run.failures.is_empty()
    }
}

/// The tests that paths stand for. Exactly two scripts are one test of two programs. Otherwise every script
/// and every script below a directory is a test, except that `NAME-1.in` and `NAME-2.in` are one test
/// when either has an instruction for two programs.
pub fn find_tests(paths: &[PathBuf]) -> io::Result<Vec<Test>> {
    if paths.len() == 2 && paths.iter().all(|path| path.is_file()) {
        return Ok(vec![Test {
            scripts: paths.to_vec(),
        }]);
    }
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
                let pair = Test { scripts: pair };
                if !tests.contains(&pair) {
                    tests.push(pair);
                }
            }
            _ => tests.push(Test {
                scripts: vec![script.clone()],
            }),
        }
    }
    Ok(tests)
}

fn find_scripts(folder: &Path, scripts: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // A link to a folder above would lead around in circles.
        if entry.file_type()?.is_dir() {
            find_scripts(&path, scripts)?;
        } else if path.extension().is_some_and(|extension| extension == "in") {
            scripts.push(path);
        }
    }
    Ok(())
}

/// The script that would be the other half of a pair.
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

/// Runs tests, so many at a time, and calls `done` with each as it ends, in any order. The flag stops
/// those that run and leaves out those that have not begun.
pub fn run_tests(
    tests: &[Test],
    options: &Options,
    n_jobs: usize,
    stop: &AtomicBool,
    done: &(dyn Fn(&TestResult) + Sync),
) -> Result<Vec<TestResult>, BadPattern> {
    // A bad pattern is the caller's mistake and not every test's.
    Dialect::new(
        dialect::DEFAULT,
        options.move_pattern.as_deref(),
        options.result_pattern.as_deref(),
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

/// Runs one test and compares its output with what is expected.
pub fn run_test(test: &Test, options: &Options, stop: &AtomicBool) -> TestResult {
    let began = Instant::now();
    let mut result = match prepare(test, options) {
        Ok(players) => run(&players, &options.settings, stop),
        Err(failure) => RunResult {
            failures: vec![failure],
            ..RunResult::default()
        },
    };
    let expectations: Vec<PathBuf> = test
        .scripts
        .iter()
        .map(|script| script.with_extension("std"))
        .collect();
    // What a broken run printed is compared with nothing: it would only repeat that the run is broken.
    if result.failures.is_empty() {
        let outputs = result.outputs.iter().zip(&expectations).zip(&test.scripts);
        let failures = outputs.filter_map(|((output, expectation), script)| {
            let kind = check_output(output, expectation, options.update).err()?;
            Some(Failure {
                script: script.clone(),
                line: None,
                kind,
            })
        });
        result.failures = failures.collect();
    }
    TestResult {
        test: test.clone(),
        run: result,
        has_expectation: expectations.iter().all(|path| path.exists()),
        elapsed: began.elapsed(),
    }
}

fn prepare(test: &Test, options: &Options) -> Result<Vec<Player>, Failure> {
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
        let opponent = options.opponent.as_ref().filter(|_| i == 1);
        let command = opponent
            .or(options.program.as_ref())
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
        )
        .map_err(|error| failed(None, FailureKind::File(error.to_string())))?;
        Ok(Player {
            path: path.clone(),
            script,
            command,
            dialect,
        })
    };
    test.scripts.iter().enumerate().map(prepare_one).collect()
}

/// Compares an output with its `.std` file, or writes it there. An empty output begins no new file.
fn check_output(output: &str, expectation: &Path, update: bool) -> Result<(), FailureKind> {
    let failed = |error: io::Error| FailureKind::File(format!("{}: {error}", expectation.display()));
    let expected = match read_text(expectation) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let difference = match &expected {
        Some(expected) => compare(expected, output),
        None if update && !output.is_empty() => compare("", output),
        None => None,
    };
    match difference {
        None => Ok(()),
        Some(_) if update => fs::write(expectation, output).map_err(failed),
        Some(difference) => Err(FailureKind::Difference(difference)),
    }
}

/// Reads a file; bytes that are no text become replacement characters.
fn read_text(path: &Path) -> io::Result<String> {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
