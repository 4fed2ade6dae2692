//! Serves only the page, for the browser tests and for work on the page: `cargo run -p parlor-web --example serve
//! -- --port 8020 --games FILE`.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use parlor_web::{Games, Limits, Options, serve};

/// Serves the page.
#[derive(Parser)]
struct Arguments {
    /// The port; by default a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The file of games; without it, games are not stored.
    #[arg(long)]
    games: Option<PathBuf>,
    /// The folder of the documentation.
    #[arg(long)]
    book: Option<PathBuf>,
    /// The minimum time between a move and the computer's reply, in milliseconds.
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
