//! `parlor completions`: completion scripts, generated from the definition of the command line.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::programs::Program;

/// The arguments of `parlor completions`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  parlor completions bash > ~/.local/share/bash-completion/completions/parlor"
)]
pub(crate) struct Arguments {
    /// Shell
    shell: Shell,
    /// Program to complete
    #[arg(long, value_name = "NAME", default_value = "parlor", value_parser = ["parlor", "othello", "ataxx", "loa"])]
    program: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut command = match Program::named(&arguments.program) {
        Some(program) => program.command(),
        None => crate::Arguments::command(),
    };
    // Generate the script in memory, because the generator panics if its reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, &arguments.program, &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
