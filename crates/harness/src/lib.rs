//! Runs scripts through game programs and checks what they do: `parlor check`.
//!
//! The programs are anybody's, in any language, and may do anything: the harness never hangs on one, is
//! never flooded by one and leaves none behind. A [`Script`] says what to send and what to wait for,
//! [`run()`] carries it out with one program or two that play each other, [`run_tests`] does so for many
//! scripts and compares each output with the expected one, and [`CheckArgs`] is the command line of it all.
//! Nothing here knows the rules of a game: a [`Dialect`] tells moves and results from chatter, and programs
//! that play each other judge each other's moves.

mod check;
mod compare;
mod dialect;
mod failure;
mod output;
pub mod report;
mod run;
mod script;
mod side;
mod suite;

pub use check::{CheckArgs, CheckError};
pub use compare::{Difference, compare, significant_lines};
pub use dialect::{BadPattern, Dialect, Said, guess, winner};
pub use failure::{Awaited, Failure, FailureKind};
pub use parlor_process::Ending;
pub use run::{Limits, Player, RunResult, Settings, run};
pub use script::{Action, Script, ScriptError, ScriptErrorReason, Step};
pub use suite::{Options, Test, TestResult, find_tests, run_test, run_tests};
