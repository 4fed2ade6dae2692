//! Runs scripts through game programs and checks what they do: `parlor check`.
//!
//! The programs are anybody's, in any language, and may do anything: the harness never hangs on one, is
//! never flooded by one and leaves none behind. A [`Script`] says what to send and what to wait for,
//! [`run()`] carries it out with one program or two that play each other, [`run_tests`] does so for many
//! scripts and compares each output with the expected one, a [`Suite`] adds points, builds and unit tests, a [`Class`] grades
//! folders of submissions, and [`CheckArgs`] is the command line of it all. Every report is written from [`Record`]s.
//! Nothing here knows the rules of a game: a [`Dialect`] separates moves and results from other output, and programs
//! that play each other judge each other's moves.

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
