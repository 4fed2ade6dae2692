//! The page alone, for the browser tests and for work on the page:
//! `cargo run -p parlor-web --example serve -- --port 8020 --games FILE`.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use parlor_web::{Games, Limits, Options, serve};

/// Serves the page.
#[derive(Parser)]
struct Arguments {
    /// The port; a free one if none is given.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The file of games; nothing is kept without it.
    #[arg(long)]
    games: Option<PathBuf>,
    /// The folder of the documentation.
    #[arg(long)]
    book: Option<PathBuf>,
    /// The least time between two moves when the computer makes the second, in milliseconds.
    #[arg(long, default_value_t = 420)]
    pace: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let options = Options {
        port: arguments.port,
        games: arguments.games.map_or(Games::Nowhere, Games::File),
        book: arguments.book,
        limits: Limits {
            pace: Duration::from_millis(arguments.pace),
            ..Limits::default()
        },
        ..Options::default()
    };
    serve(options, false, |server| println!("{}", server.url()))?;
    Ok(())
}
