//! What loses a game besides the board.

use std::fmt;
use std::time::Duration;

use parlor_core::Outcome;
use parlor_process::Ending;

/// Something that a program did and that loses the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// It could not be started, for this reason.
    CannotStart(String),
    /// It cannot play this game at all, for this reason.
    Unsupported(String),
    /// A move that the rules forbid, or a text that is no move.
    Illegal {
        /// The text.
        text: String,
        /// Why not.
        reason: String,
    },
    /// It ended.
    Crash(Ending),
    /// It closed its output and went on.
    Silent,
    /// It said nothing where it had to, within this time.
    Hang(Duration),
    /// Its move came too late, or not at all: allowed and taken.
    TimeOut {
        /// What was allowed.
        allowed: Duration,
        /// What it took, or what was waited.
        taken: Duration,
    },
    /// It printed more than this many bytes in a game.
    Flood(usize),
    /// It held more memory than this many mebibytes, with all that it started.
    Memory(u64),
    /// It took more processor time than this in a game, with all that it started.
    CpuTime(Duration),
    /// It announced a result that is not so.
    WrongClaim {
        /// What it announced.
        claimed: Outcome,
        /// What is so, when the game is over.
        actual: Option<Outcome>,
    },
    /// It showed a board that cannot be, in these words.
    WrongBoard(String),
    /// It refused to obey, in these words.
    Refusal(String),
}

impl Fault {
    /// A short name, for tables.
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

/// What a program printed, short and without control characters but line breaks.
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
