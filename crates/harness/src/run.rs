//! A run: a script with its program, or two of each that play each other.
//!
//! One loop serves both programs. It executes steps until each script waits for something, sleeps until there
//! is output or a time limit is reached, and repeats. Every wait of a script has a time limit, so every run
//! ends.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_process::sandbox::{Allowance, Sandbox, SandboxSetup};
use parlor_process::{Log, Program, wait};

use crate::compare::ExpectedExit;
use crate::dialect::{Dialect, winner};
use crate::failure::{Failure, FailureKind, Note};
use crate::output::Reader;
use crate::script::Script;
use crate::side::{Side, Step};

/// The time limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For one move.
    pub per_move: Duration,
    /// For the moves of one side in one game.
    pub per_game: Duration,
    /// For a result that the script waits for explicitly.
    pub result: Duration,
    /// For the program to exit at the end of its input.
    pub exit: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            per_move: Duration::from_secs(10),
            per_game: Duration::from_secs(60),
            result: Duration::from_secs(5),
            exit: Duration::from_secs(5),
        }
    }
}

/// The settings of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The time limits, unless a script sets others.
    pub limits: Limits,
    /// The factor for all time limits, including those set by scripts.
    pub time_factor: f64,
    /// The maximum number of bytes that a program may print.
    pub output_limit: usize,
    /// Where programs run, and with which rights.
    pub environment: RunEnvironment,
}

/// Where programs run, and with which rights.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunEnvironment {
    /// The working directory. `None`: ours.
    pub folder: Option<PathBuf>,
    /// Whether programs may write there.
    pub is_writable: bool,
    /// The sandbox. Without one, programs run with our rights.
    pub sandbox: Option<Sandbox>,
    /// The limits in the sandbox.
    pub allowance: Allowance,
    /// Folders that appear empty in the sandbox.
    pub hidden: Vec<PathBuf>,
}

impl RunEnvironment {
    /// Starts a shell command in this environment.
    fn start(&self, label: &str, command: &str, reader: Reader) -> io::Result<Program<Reader>> {
        let here = || std::env::current_dir();
        let Some(sandbox) = &self.sandbox else {
            return Program::start_in(label, command, self.folder.as_deref(), reader);
        };
        let setup = SandboxSetup {
            folder: self.folder.clone().map_or_else(here, Ok)?,
            is_writable: self.is_writable,
            hidden: self.hidden.clone(),
        };
        Program::start_prepared(label, sandbox.command(command, &setup, &self.allowance)?, reader)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            time_factor: 1.0,
            output_limit: 4 << 20,
            environment: RunEnvironment::default(),
        }
    }
}

/// One side of a run.
#[derive(Clone, Debug)]
pub struct Player {
    /// The path of the script.
    pub path: PathBuf,
    /// The script.
    pub script: Script,
    /// The command that runs the program.
    pub command: String,
    /// The format of the program's moves and results.
    pub dialect: Dialect,
    /// How the program must end.
    pub exit: ExpectedExit,
    /// Whether to look for board dumps in its output.
    pub reads_dumps: bool,
    /// Whether to keep all of its standard error instead of only the end.
    pub keeps_errors: bool,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RunResult {
    /// The failures, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// Lines that were accepted although they do not have the exact form of the assignment, at most a few per
    /// side.
    pub notes: Vec<Note>,
    /// The collected output of each side: dumps, and results that a script asked to print.
    pub outputs: Vec<String>,
    /// The whole output of each side.
    pub printed: Vec<String>,
    /// The standard error of each side: all of it if it is kept, else its end.
    pub errors: Vec<String>,
    /// The log, line by line: `1<` to the first program, `1>` from it, `1!` from its standard error.
    pub log: String,
}

/// Runs one script, or two against each other, to the end. Setting `stop` ends the run early.
///
/// When this function returns, no process of the programs is left.
pub fn run(players: &[Player], settings: &Settings, stop: &AtomicBool) -> RunResult {
    let mut log = Log::default();
    let mut sides = Vec::new();
    let mut failures = Vec::new();
    for (player, label) in players.iter().zip(["1", "2"]) {
        let reader = Reader::new(player.dialect.clone(), player.reads_dumps);
        match settings.environment.start(label, &player.command, reader) {
            Ok(mut program) => {
                if player.keeps_errors {
                    program.keep_errors(settings.output_limit);
                }
                sides.push(Side::new(player, program, settings));
            }
            Err(error) => failures.push(Failure {
                script: player.path.clone(),
                line: Some(1),
                kind: FailureKind::CannotStart {
                    command: player.command.clone(),
                    reason: error.to_string(),
                },
            }),
        }
    }
    if failures.is_empty() {
        let mut run = Run {
            sides,
            log: &mut log,
            settings,
            stalled_since: None,
        };
        let ended = run.execute(stop);
        failures.extend(run.disagreements());
        sides = run.sides;
        match ended {
            Ok(()) => failures.extend(sides.iter().filter_map(|side| side.check_ending().err())),
            Err(failure) => failures.push(failure),
        }
    }
    for side in &mut sides {
        side.program.kill();
        failures.extend(side.collect_rest().err());
    }
    RunResult {
        failures,
        notes: sides.iter().flat_map(Side::notes).cloned().collect(),
        printed: sides.iter().map(|side| side.program.reader.printed()).collect(),
        errors: sides.iter().map(|side| side.program.last_errors()).collect(),
        outputs: sides.into_iter().map(Side::into_output).collect(),
        log: log.into_text(),
    }
}

struct Run<'a> {
    sides: Vec<Side<'a>>,
    log: &'a mut Log,
    settings: &'a Settings,
    stalled_since: Option<Instant>,
}

impl Run<'_> {
    /// Executes the scripts. Stops at the first failure that makes it pointless to continue.
    fn execute(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        loop {
            while self.advance()? {}
            if self.sides.iter().all(Side::is_gone) {
                return Ok(());
            }
            if stop.load(Ordering::SeqCst) {
                return Err(self.sides[0].failure(FailureKind::Interrupted));
            }
            self.check_limits()?;
            self.sleep();
            for side in &mut self.sides {
                side.program.attend(self.log);
                if side.program.n_printed() > self.settings.output_limit {
                    let limit = self.settings.output_limit;
                    return Err(side.failure(FailureKind::Flood { limit }));
                }
            }
        }
    }

    /// Executes one step on each side that is not blocked. Returns whether there was one.
    fn advance(&mut self) -> Result<bool, Failure> {
        let mut has_moved = false;
        for i in 0..self.sides.len() {
            let other_is_done = self.sides.get(1 - i).is_none_or(Side::is_done);
            match self.sides[i].step(other_is_done, self.log)? {
                Step::Blocked => continue,
                Step::Done => {}
                Step::Relay(mv) => {
                    if let Some(other) = self.sides.get_mut(1 - i) {
                        other.receive(mv);
                    }
                }
            }
            has_moved = true;
        }
        Ok(has_moved)
    }

    fn check_limits(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        for side in &self.sides {
            side.check_limit(now)?;
        }
        // No time limit is running: each side waits for the other, or for one that has ended.
        let is_stalled = self.sides.iter().all(|side| side.deadline().is_none());
        if !is_stalled {
            self.stalled_since = None;
            return Ok(());
        }
        let since = *self.stalled_since.get_or_insert(now);
        if now.duration_since(since) < self.sides[0].limits().result {
            return Ok(());
        }
        let waiting: Vec<usize> = (0..self.sides.len())
            .filter(|&i| !self.sides[i].is_done())
            .collect();
        let Some(&first) = waiting.first() else {
            return Ok(());
        };
        let n_games = self.sides[first].results().len();
        let theirs = self
            .sides
            .get(1 - first)
            .and_then(|side| side.results().get(n_games));
        let kind = match theirs {
            _ if waiting.len() > 1 => FailureKind::Deadlock,
            Some((_, theirs)) => FailureKind::NoResult {
                theirs: theirs.clone(),
            },
            None => FailureKind::OtherEnded,
        };
        Err(self.sides[first].failure(kind))
    }

    /// Waits for output of a program, or until a time limit may be reached.
    fn sleep(&self) {
        // Waiting for output does not notice the end of a process, so the sleep is short. It is even shorter
        // when a program has closed its output and will probably end.
        const SHORT: Duration = Duration::from_millis(20);
        const SHORTER: Duration = Duration::from_millis(1);
        let is_about_to_end = |side: &Side<'_>| side.program.is_silent() && side.program.ending().is_none();
        let mut longest = if self.sides.iter().any(is_about_to_end) {
            SHORTER
        } else {
            SHORT
        };
        let now = Instant::now();
        for deadline in self.sides.iter().filter_map(Side::deadline) {
            longest = longest.min(deadline.saturating_duration_since(now) + SHORTER);
        }
        let programs: Vec<_> = self.sides.iter().map(|side| &side.program).collect();
        wait(&programs, longest);
    }

    /// The games on whose results the two programs disagree.
    fn disagreements(&self) -> Vec<Failure> {
        let [first, second] = &self.sides[..] else {
            return Vec::new();
        };
        let games = first.results().iter().zip(second.results());
        games
            .filter(|((_, ours), (_, theirs))| winner(ours) != winner(theirs))
            .map(|((line, ours), (_, theirs))| Failure {
                line: Some(*line),
                ..first.failure(FailureKind::Disagreement {
                    ours: ours.clone(),
                    theirs: theirs.clone(),
                })
            })
            .collect()
    }
}
