//! The commands of the arena as a program of their own, for tests that kill it.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use parlor_arena::command::{arena, engine, openings, worker};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Arena(arena::Arguments),
    Worker(worker::Arguments),
    Engine(engine::Arguments),
    Openings(openings::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Arena(arguments) => arena::run(&arguments),
        Command::Worker(arguments) => worker::run(&arguments),
        Command::Engine(arguments) => engine::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}
