//! `parlor-train`: one command for each stage of training an engine.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "a program prints, reads and exits"
)]

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Trains Parlor's engines on games that they play against themselves.
///
/// You can interrupt every stage. Start it again with the same files to resume it.
#[derive(Parser)]
#[command(version, about, long_about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Let an engine play against itself and keep the positions.
    Selfplay(commands::selfplay::Arguments),
    /// Search positions again, deeper, for better scores.
    Label(commands::label::Arguments),
    /// Fit the weights of an evaluation to positions.
    Fit(commands::fit::Arguments),
    /// Turn fitted weights into the file that the engine reads.
    Quantise(commands::quantise::Arguments),
    /// Measure the error of an evaluation on positions that it has not learned from.
    #[command(alias = "gauge")]
    Evaluate(commands::evaluate::Arguments),
    /// Grow an opening book.
    Book(commands::book::Arguments),
    /// Fit the scale that turns scores into chances to win.
    Calibrate(commands::calibrate::Arguments),
    /// Tune search parameters through games (SPSA).
    Tune(commands::tune::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Selfplay(arguments) => commands::selfplay::run(&arguments),
        Command::Label(arguments) => commands::label::run(&arguments),
        Command::Fit(arguments) => commands::fit::run(&arguments),
        Command::Quantise(arguments) => commands::quantise::run(&arguments),
        Command::Evaluate(arguments) => commands::evaluate::run(&arguments),
        Command::Book(arguments) => commands::book::run(&arguments),
        Command::Calibrate(arguments) => commands::calibrate::run(&arguments),
        Command::Tune(arguments) => commands::tune::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlor-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scripts of version 0.1 call the command `gauge`.
    #[test]
    fn evaluate_has_its_old_name_too() {
        for name in ["evaluate", "gauge"] {
            let arguments =
                Arguments::try_parse_from(["parlor-train", name, "loa", "loa.network", "held-out.positions"]);
            assert!(
                matches!(arguments.map(|it| it.command), Ok(Command::Evaluate(_))),
                "{name}"
            );
        }
    }
}
