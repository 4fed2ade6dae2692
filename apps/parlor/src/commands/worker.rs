//! `parlor worker`: plays games of a tournament that is kept on a server.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use parlor_arena::run::Options;
use parlor_arena::store;

use super::arena::{choose, play_stored};

/// What `parlor worker` is asked.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The server: postgres://user:password@host:port/database
    #[arg(long)]
    store: String,
    /// The number of the tournament; the last one when left out
    #[arg(long)]
    tournament: Option<i64>,
    /// How many games to play at once
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Keep each game to a processor of its own, with the programs that play it
    #[arg(long)]
    pin: bool,
    /// After how many seconds without a sign of life a worker's games go to others
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    lease: u32,
}

/// Plays until the tournament is over.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let store = store::reopen(&arguments.store)?;
    let id = choose(&*store, arguments.tournament)?;
    let mut resume = format!(
        "parlor worker --store '{}' --tournament {id} --concurrency {} --lease {}",
        arguments.store, arguments.concurrency, arguments.lease
    );
    if arguments.pin {
        resume.push_str(" --pin");
    }
    let mut options = Options::new(usize::from(arguments.concurrency));
    options.pin = arguments.pin;
    options.lease = Duration::from_secs(u64::from(arguments.lease));
    play_stored(&*store, id, &options, &resume)
}
