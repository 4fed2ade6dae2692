//! One run: a script and its program, or two of each that play each other.
//!
//! A single loop serves both programs: it carries out steps until each script waits for something, sleeps
//! until something comes or a time limit is over, and starts again. Whatever a script waits for has a
//! limit, so every run ends.

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
    /// For a result that is awaited by itself.
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

/// What a run needs to know besides its scripts.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The time limits until a script sets others.
    pub limits: Limits,
    /// All limits, those of the scripts included, are multiplied by this.
    pub time_factor: f64,
    /// How many bytes a program may print.
    pub output_limit: usize,
    /// Where programs run.
    pub environment: RunEnvironment,
}

/// Where programs run, and what they are kept from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunEnvironment {
    /// The folder; ours when there is none.
    pub folder: Option<PathBuf>,
    /// Whether programs may write there.
    pub is_writable: bool,
    /// The sandbox; without one programs run with our rights.
    pub sandbox: Option<Sandbox>,
    /// What they may use in the sandbox.
    pub allowance: Allowance,
    /// Folders that are empty for them in the sandbox.
    pub hidden: Vec<PathBuf>,
}

impl RunEnvironment {
    /// Starts a command of the shell here.
    fn start(&self, label: &str, command: &str, reader: Reader) -> io::Result<Program<Reader>> {
        let here = || std::env::current_dir();
        let Some(sandbox) = &self.sandbox else {
            return Program::start_in(label, command, self.folder.as_deref(), reader);
        };
        let room = SandboxSetup {
            folder: self.folder.clone().map_or_else(here, Ok)?,
            is_writable: self.is_writable,
            hidden: self.hidden.clone(),
        };
        Program::start_prepared(label, sandbox.command(command, &room, &self.allowance)?, reader)
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
    /// Where the script comes from.
    pub path: PathBuf,
    /// The script.
    pub script: Script,
    /// The command that runs the program.
    pub command: String,
    /// What the program's lines look like.
    pub dialect: Dialect,
    /// How the program has to end.
    pub exit: ExpectedExit,
    /// Whether board dumps are looked for in what it prints.
    pub reads_dumps: bool,
    /// Whether all of its standard error is of interest, and not only the end.
    pub keeps_errors: bool,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RunResult {
    /// All that went wrong, in the order in which it was noticed.
    pub failures: Vec<Failure>,
    /// What was let pass, a few of each side.
    pub notes: Vec<Note>,
    /// The collected output of each side: dumps, and results that a script asked to print.
    pub outputs: Vec<String>,
    /// All that each side printed.
    pub printed: Vec<String>,
    /// The end of what each side printed on its standard error, or all of it where that is of interest.
    pub errors: Vec<String>,
    /// All that was said, line by line: `1<` to the first program, `1>` from it, `1!` from its standard
    /// error.
    pub log: String,
}

/// Runs one script, or two against each other, to the end. The flag stops the run early.
///
/// When this returns no process of the programs is left.
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
        let ended = run.carry_out(stop);
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
    /// Carries out both scripts; stops at the first thing that makes going on pointless.
    fn carry_out(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
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

    /// Takes one step on each side where that is possible; returns whether any was.
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
        // Neither side has a clock running: each waits for the other, or for one that has ended.
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

    /// Waits until a program can be attended to or a limit may be over.
    fn sleep(&self) {
        // Whether a program has ended is not seen by waiting for its files, so the sleep is short, and
        // shorter still when its output has ended and it is about to.
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

    /// The games on whose results the two programs do not agree.
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
