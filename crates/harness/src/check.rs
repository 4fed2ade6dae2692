//! What `parlor check` is asked, and its report. Printing, progress bars and Ctrl-C are its caller's.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use parlor_games::Kind;
use thiserror::Error;

use crate::dialect::BadPattern;
use crate::report;
use crate::run::{Limits, Settings};
use crate::script::seconds;
use crate::suite::{Options, TestResult, find_tests, run_tests};

/// Runs scripts through game programs and checks what they do.
///
/// One script is fed to its program. Two scripts are fed to two programs, which play each other. Directories
/// are searched for scripts. The exit code is 0 when every test passed and 1 otherwise.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// Scripts (FILE.in; FILE.std beside it is the expected output), or directories of them
    #[arg(required = true, value_name = "FILE.in|DIR")]
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
    /// Whose lines to expect [default: what the command or the script's path names, else loa]
    #[arg(long)]
    pub game: Option<Kind>,
    /// A regular expression for the lines that are AI moves; its first group is the move
    #[arg(long, value_name = "REGEX", value_parser = parse_pattern)]
    pub move_pattern: Option<String>,
    /// A regular expression for the lines that are results
    #[arg(long, value_name = "REGEX", value_parser = parse_pattern)]
    pub result_pattern: Option<String>,
    /// Time for a move, until a script says otherwise
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub move_time: Duration,
    /// Time for the moves of one side in a game, until a script says otherwise
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub game_time: Duration,
    /// Time for a result to come (#*win+)
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    pub win_time: Duration,
    /// Time for a program to exit at the end of its input
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    pub exit_time: Duration,
    /// Multiply all times, those in the scripts too: for slow machines
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = parse_factor)]
    pub time_factor: f64,
    /// How much a program may print, in KiB
    #[arg(long, value_name = "KIB", default_value_t = 4096)]
    pub output_limit: usize,
    /// How many tests to run at a time [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
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

/// A pattern that can be used, as it was given.
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

/// Why nothing could be checked or reported.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The scripts could not be found.
    #[error("cannot read {paths}: {error}")]
    Find {
        /// What was asked for.
        paths: String,
        /// Why not.
        error: io::Error,
    },
    /// There are no scripts.
    #[error("there is no script (.in) in {0}")]
    Nothing(String),
    /// A pattern is wrong.
    #[error(transparent)]
    Pattern(#[from] BadPattern),
    /// A report could not be written.
    #[error("cannot write {what}: {error}")]
    Write {
        /// Which report.
        what: String,
        /// Why not.
        error: io::Error,
    },
}

impl CheckArgs {
    /// Runs the tests and writes the report to `out`; returns whether every test passed. `on_result` is told each
    /// result when it is there, with the number of all tests. Once `stop` is set, the programs under test are killed
    /// and no other test begins.
    pub fn run(
        &self,
        out: &mut dyn Write,
        stop: &AtomicBool,
        on_result: &(dyn Fn(&TestResult, usize) + Sync),
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
            return Err(CheckError::Nothing(shown_paths()));
        }
        let began = Instant::now();
        let n_jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1);
        let results = run_tests(&tests, &self.options(), n_jobs, stop, &|result| {
            on_result(result, tests.len());
        })?;
        let elapsed = began.elapsed();
        if let Some(path) = &self.junit {
            std::fs::write(path, report::junit(&results, elapsed)).map_err(|error| CheckError::Write {
                what: path.display().to_string(),
                error,
            })?;
        }
        let text = if self.json {
            let failed = |error| CheckError::Write {
                what: "JSON".into(),
                error: io::Error::other(error),
            };
            report::json(&results, elapsed).map_err(failed)? + "\n"
        } else {
            self.text(&results, tests.len(), elapsed)
        };
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(|error| CheckError::Write {
                what: "the report".into(),
                error,
            })?;
        Ok(results.len() == tests.len() && results.iter().all(TestResult::passed))
    }

    fn text(&self, results: &[TestResult], n_tests: usize, elapsed: Duration) -> String {
        let mut text = String::new();
        for result in results {
            text.push_str(&report::text(result));
            if self.verbose {
                text.push_str(&result.run.log);
            }
            // Of a single test nothing is expected of yet, the output is what one wants to see.
            if n_tests == 1 && result.passed() && !result.has_expectation {
                for output in &result.run.outputs {
                    text.push_str(output);
                }
            }
        }
        text.push_str(&report::summary(results, n_tests, elapsed));
        text.push('\n');
        text
    }

    fn options(&self) -> Options {
        Options {
            settings: Settings {
                limits: Limits {
                    per_move: self.move_time,
                    per_game: self.game_time,
                    result: self.win_time,
                    exit: self.exit_time,
                },
                time_factor: self.time_factor,
                output_limit: self.output_limit.saturating_mul(1024),
            },
            game: self.game,
            move_pattern: self.move_pattern.clone(),
            result_pattern: self.result_pattern.clone(),
            program: self.program.clone(),
            opponent: self.opponent.clone(),
            update: self.update,
        }
    }
}
