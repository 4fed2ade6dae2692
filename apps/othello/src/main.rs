//! `othello`: Othello at a terminal.

use std::process::ExitCode;

use clap::Parser;
use othello_app::{Arguments, run};

fn main() -> ExitCode {
    run(Arguments::parse())
}
