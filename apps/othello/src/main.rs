//! `othello`: Othello at a terminal.

use std::process::ExitCode;

use clap::Parser;
use parlor_app_othello::{Arguments, run};

fn main() -> ExitCode {
    run(Arguments::parse())
}
