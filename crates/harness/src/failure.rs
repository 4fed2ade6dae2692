//! The failures of a run.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use parlor_process::Ending;

use crate::compare::Difference;
use crate::dialect::BadPattern;
use crate::script::ScriptErrorReason;

/// A failure, and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The script.
    pub script: PathBuf,
    /// The line of the script that was being executed, counted from 1.
    pub line: Option<usize>,
    /// The failure.
    pub kind: FailureKind,
}

/// A line that was accepted although it does not have the exact form of the assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The script.
    pub script: PathBuf,
    /// The line of the script that was being executed, counted from 1.
    pub line: usize,
    /// What the program printed.
    pub text: String,
    /// Its correct form.
    pub proper: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note {
            script,
            line,
            text,
            proper,
        } = self;
        write!(
            f,
            "{}:{line}: note: “{}” counted as “{}”; --strict refuses it",
            script.display(),
            shown(text),
            shown(proper)
        )
    }
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// A file could not be read or written.
    File(String),
    /// A line of the script is not valid.
    Script(ScriptErrorReason),
    /// The script names no program and none was given.
    NoCommand,
    /// An instruction for two programs in a run with one.
    NeedsTwo,
    /// The program could not be started.
    CannotStart {
        /// The command.
        command: String,
        /// The reason.
        reason: String,
    },
    /// A move or result did not come in time.
    TimeOut {
        /// What the script was waiting for.
        awaited: Awaited,
        /// The limit.
        limit: Duration,
        /// The incomplete line that the program had printed.
        unfinished: String,
        /// The other program's move that it received last, which it may have refused.
        given: Option<String>,
    },
    /// One side's moves in a game took too long in total.
    GameTimeOut {
        /// The limit.
        limit: Duration,
    },
    /// The program did not exit at the end of its input.
    Hang {
        /// The limit.
        limit: Duration,
    },
    /// The program ended while the script was waiting.
    EndedEarly {
        /// How it ended.
        ending: Ending,
        /// What the script was waiting for.
        awaited: Awaited,
    },
    /// The program ended with the wrong exit code, or was killed.
    Exit {
        /// How it ended.
        ending: Ending,
        /// The expected exit code.
        expected: i32,
    },
    /// A line that begins with `*` but is neither a move nor a result.
    Malformed {
        /// The line.
        text: String,
        /// An example of a correct line.
        example: &'static str,
    },
    /// A result instead of a move.
    UnexpectedResult {
        /// The result.
        text: String,
    },
    /// A move instead of a result.
    UnexpectedMove {
        /// The move.
        text: String,
    },
    /// A move although it was the other program's turn.
    OutOfTurn {
        /// The move.
        text: String,
    },
    /// A board dump without its second `===`.
    UnclosedDump,
    /// The program printed too much.
    Flood {
        /// The maximum number of bytes.
        limit: usize,
    },
    /// The two programs disagree on the result.
    Disagreement {
        /// The result that this program printed.
        ours: String,
        /// The result that the other program printed.
        theirs: String,
    },
    /// The other program announced a result, but this one did not.
    NoResult {
        /// The result that the other program printed.
        theirs: String,
    },
    /// The other script ended without the move that this one waits for.
    OtherEnded,
    /// Each script waits for a move from the other.
    Deadlock,
    /// The output differs from the expected output.
    Difference(Box<Difference>),
    /// Standard error differs from the expected text.
    Errors(Box<Difference>),
    /// An expected line is not a regular expression.
    Pattern(BadPattern),
    /// The submission could not be built.
    Build(Box<FailedBuild>),
    /// A step left no readable reports of its unit tests.
    Reports(String),
    /// Unit tests failed.
    UnitTests {
        /// The number of failed tests.
        n_failed: usize,
        /// The number of tests.
        n_tests: usize,
    },
    /// The user interrupted the run.
    Interrupted,
}

/// A build that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedBuild {
    /// The command.
    pub command: String,
    /// How it ended, or why it could not be run.
    pub reason: String,
    /// The end of its output.
    pub output: String,
}

/// What a script waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// An AI's move.
    Move,
    /// A result.
    Result,
    /// A move or a result.
    MoveOrResult,
    /// The other program's next move.
    Remote,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Awaited::Move => "a move",
            Awaited::Result => "a result",
            Awaited::MoveOrResult => "a move or a result",
            Awaited::Remote => "the other program's move",
        })
    }
}

impl FailureKind {
    /// A short name for tables and for programs that read reports.
    pub fn name(&self) -> &'static str {
        match self {
            FailureKind::File(_) => "file",
            FailureKind::Script(_) | FailureKind::NoCommand | FailureKind::NeedsTwo => "script",
            FailureKind::CannotStart { .. } => "cannot-start",
            FailureKind::TimeOut { .. } => "time-out",
            FailureKind::GameTimeOut { .. } => "game-time-out",
            FailureKind::Hang { .. } => "hang",
            FailureKind::EndedEarly { .. } => "ended-early",
            FailureKind::Exit { .. } => "exit",
            FailureKind::Malformed { .. } => "malformed",
            FailureKind::UnexpectedResult { .. } => "unexpected-result",
            FailureKind::UnexpectedMove { .. } => "unexpected-move",
            FailureKind::OutOfTurn { .. } => "out-of-turn",
            FailureKind::UnclosedDump => "unclosed-dump",
            FailureKind::Flood { .. } => "flood",
            FailureKind::Disagreement { .. } => "disagreement",
            FailureKind::NoResult { .. } => "no-result",
            FailureKind::OtherEnded => "other-ended",
            FailureKind::Deadlock => "deadlock",
            FailureKind::Difference(_) => "output",
            FailureKind::Errors(_) => "stderr",
            FailureKind::Pattern(_) => "pattern",
            FailureKind::Build(_) => "build",
            FailureKind::Reports(_) => "reports",
            FailureKind::UnitTests { .. } => "unit-tests",
            FailureKind::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::File(reason) => f.write_str(reason),
            FailureKind::Script(reason) => reason.fmt(f),
            FailureKind::NoCommand => {
                write!(
                    f,
                    "expected a line #* COMMAND that names the program before everything but comments, or --program"
                )
            }
            FailureKind::NeedsTwo => write!(f, "this instruction needs a second program"),
            FailureKind::CannotStart { command, reason } => {
                write!(f, "cannot start “{}”: {reason}", shown(command))
            }
            FailureKind::TimeOut {
                awaited,
                limit,
                unfinished,
                given,
            } => {
                write!(f, "time-out: {awaited} did not come within {}", Seconds(*limit))?;
                if let Some(given) = given {
                    write!(f, " after the other program's move {}", shown(given))?;
                }
                if !unfinished.is_empty() {
                    write!(f, "; the line “{}” was never ended", shown(unfinished))?;
                }
                Ok(())
            }
            FailureKind::GameTimeOut { limit } => {
                write!(
                    f,
                    "time-out: one side's moves took more than {} in this game",
                    Seconds(*limit)
                )
            }
            FailureKind::Hang { limit } => {
                write!(
                    f,
                    "hang: no exit within {} of the end of the input",
                    Seconds(*limit)
                )
            }
            FailureKind::EndedEarly { ending, awaited } => {
                write!(f, "the program ended ({ending}) while {awaited} was awaited")
            }
            FailureKind::Exit { ending, expected: 0 } => {
                write!(f, "the program ended abnormally: {ending}")
            }
            FailureKind::Exit { ending, expected } => {
                write!(
                    f,
                    "the program ended with {ending}, not with exit code {expected}"
                )
            }
            FailureKind::Malformed { text, example } => {
                write!(
                    f,
                    "malformed: “{}” is neither a move, such as “{example}”, nor a result",
                    shown(text)
                )
            }
            FailureKind::UnexpectedResult { text } => {
                write!(f, "unexpected win: “{}” where a move was awaited", shown(text))
            }
            FailureKind::UnexpectedMove { text } => {
                write!(f, "unexpected move: “{}” where a result was awaited", shown(text))
            }
            FailureKind::OutOfTurn { text } => {
                write!(
                    f,
                    "unexpected move: “{}” while the other program's was awaited",
                    shown(text)
                )
            }
            FailureKind::UnclosedDump => write!(f, "a board dump has no second ==="),
            FailureKind::Flood { limit } => write!(f, "flood: the program printed more than {limit} bytes"),
            FailureKind::Disagreement { ours, theirs } => {
                write!(
                    f,
                    "the results disagree: “{}” here, “{}” there",
                    shown(ours),
                    shown(theirs)
                )
            }
            FailureKind::NoResult { theirs } => {
                write!(
                    f,
                    "the other program said “{}”, this one announced no result",
                    shown(theirs)
                )
            }
            FailureKind::OtherEnded => {
                write!(f, "the other script ended without the move that is awaited here")
            }
            FailureKind::Deadlock => write!(f, "both scripts wait for a move of the other program"),
            FailureKind::Difference(difference) => difference.fmt(f),
            FailureKind::Errors(difference) => {
                let text = difference.to_string();
                write!(f, "{}", text.replacen("the output", "the standard error", 1))
            }
            FailureKind::Pattern(bad) => bad.fmt(f),
            FailureKind::Build(build) => {
                write!(
                    f,
                    "the build “{}” failed: {}",
                    shown(&build.command),
                    build.reason
                )?;
                let mut lines = build.output.lines();
                lines.try_for_each(|line| write!(f, "\n    | {line}"))
            }
            FailureKind::Reports(reason) => f.write_str(reason),
            FailureKind::UnitTests { n_failed, n_tests } => {
                write!(f, "{n_failed} of {n_tests} unit tests failed")
            }
            FailureKind::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.script.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.kind)
    }
}

/// Makes a program's output safe for a terminal: shortened, and without control characters.
fn shown(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_secs_f64())
    }
}
