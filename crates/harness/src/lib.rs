//! Runs scripts through game programs and checks what they do: the library behind `parlor check`.
//!
//! The programs may be written in any language and may do anything. No program can hang the harness, flood
//! it, or outlive it. A [`Script`] is what to send and what to wait for. [`run()`] executes it with one
//! program, or with two that play each other. [`run_tests`] runs many scripts and compares each output with
//! the expected one. A [`Suite`] adds points, builds and unit tests, and a [`Class`] grades folders of
//! submissions. [`CheckArgs`] are the command-line arguments. All reports are written from [`Record`]s.
//!
//! The harness does not know the rules. A [`Dialect`] recognises moves and results in the output, and two programs
//! that play each other check each other's moves.

mod autograder;
mod check;
mod compare;
mod dialect;
mod failure;
mod grade;
mod output;
mod record;
pub mod report;
mod run;
mod script;
mod side;
mod step;
mod suite;
mod suite_file;

pub use autograder::write_autograder;
pub use check::{Caller, CheckArgs, CheckError};
pub use compare::{Checks, Comparison, Difference, ExpectedExit, Mode, UnknownMode, significant_lines};
pub use dialect::{BadPattern, Dialect, LineMeaning, Strictness, guess, winner};
pub use failure::{Awaited, FailedBuild, Failure, FailureKind, Note};
pub use grade::{Class, CopyError, GradeError, Student, submissions};
pub use parlor_process::Ending;
pub use record::{Problem, Record, Status, Tally};
pub use run::{Limits, Player, RunEnvironment, RunResult, Settings, run};
pub use script::{Action, Script, ScriptError, ScriptErrorReason, Step};
pub use step::Part;
pub use suite::{Options, RunStep, Test, TestResult, Visibility, find_tests, run_test, run_tests};
pub use suite_file::{Suite, SuiteError};
