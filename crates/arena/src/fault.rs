//! Faults: what a program can do to lose a game other than on the board.

use std::fmt;
use std::time::Duration;

use parlor_core::Outcome;
use parlor_process::Ending;

/// A program's offence that loses the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// The program could not be started.
    CannotStart(String),
    /// The program cannot play this game at all.
    Unsupported(String),
    /// An illegal move, or text that is not a move.
    Illegal {
        /// What the program sent.
        text: String,
        /// Why it is not a legal move.
        reason: String,
    },
    /// The program ended.
    Crash(Ending),
    /// The program closed its output but kept running.
    Silent,
    /// The program did not answer within this time.
    Hang(Duration),
    /// The move came too late or not at all.
    TimeOut {
        /// The time that was left for the move.
        allowed: Duration,
        /// The time that the move took, or after which the referee stopped waiting.
        taken: Duration,
    },
    /// The program printed more than this many bytes in one game.
    Flood(usize),
    /// The program and its child processes used more than this many mebibytes of memory.
    Memory(u64),
    /// The program and its child processes used more than this much processor time in one game.
    CpuTime(Duration),
    /// The program announced a wrong result.
    WrongClaim {
        /// What it announced.
        claimed: Outcome,
        /// The actual result, if the game is over.
        actual: Option<Outcome>,
    },
    /// The program showed a board that the rules do not allow. The text describes it.
    WrongBoard(String),
    /// The program refused a command. The text is its answer.
    Refusal(String),
}

impl Fault {
    /// A short name for tables.
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::CannotStart(_) => "cannot-start",
            Fault::Unsupported(_) => "unsupported",
            Fault::Illegal { .. } => "illegal-move",
            Fault::Crash(_) => "crash",
            Fault::Silent => "silent",
            Fault::Hang(_) => "hang",
            Fault::TimeOut { .. } => "time-out",
            Fault::Flood(_) => "flood",
            Fault::Memory(_) => "memory",
            Fault::CpuTime(_) => "cpu-time",
            Fault::WrongClaim { .. } => "wrong-claim",
            Fault::WrongBoard(_) => "wrong-board",
            Fault::Refusal(_) => "refusal",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::CannotStart(reason) => write!(f, "could not be started: {reason}"),
            Fault::Unsupported(reason) => write!(f, "cannot play this game: {reason}"),
            Fault::Illegal { text, reason } => write!(f, "played “{}”: {reason}", shown(text)),
            Fault::Crash(ending) => write!(f, "ended: {ending}"),
            Fault::Silent => write!(f, "closed its output"),
            Fault::Hang(limit) => write!(f, "did not answer within {} s", limit.as_secs_f64()),
            Fault::TimeOut { allowed, taken } => write!(
                f,
                "took {:.3} s of {:.3} s",
                taken.as_secs_f64(),
                allowed.as_secs_f64()
            ),
            Fault::Flood(limit) => write!(f, "printed more than {limit} bytes"),
            Fault::Memory(limit) => write!(f, "held more than {limit} MiB of memory"),
            Fault::CpuTime(limit) => {
                write!(f, "took more than {} s of processor time", limit.as_secs_f64())
            }
            Fault::WrongClaim { claimed, actual } => {
                write!(f, "announced “{}”, but ", said(*claimed))?;
                match actual {
                    Some(actual) => write!(f, "it is “{}”", said(*actual)),
                    None => write!(f, "the game is not over"),
                }
            }
            Fault::WrongBoard(what) => write!(f, "{}", shown(what)),
            Fault::Refusal(text) => write!(f, "refused: “{}”", shown(text)),
        }
    }
}

fn said(outcome: Outcome) -> String {
    match outcome.winner() {
        Some(color) => format!("{color} wins"),
        None => "draw".to_owned(),
    }
}

/// Shortens the output of a program and replaces control characters other than line breaks.
fn shown(text: &str) -> String {
    text.chars()
        .take(400)
        .map(|c| {
            if c.is_control() && c != '\n' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}
