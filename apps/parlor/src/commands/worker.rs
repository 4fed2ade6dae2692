//! `parlor worker`: plays games of a tournament in a PostgreSQL store.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use parlor_arena::store;

use super::arena::{Playing, choose, play_stored};
use super::shell::{password_prefix, quoted, without_password};

/// The arguments of `parlor worker`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Database: postgres://user:password@host:port/database
    #[arg(long, value_name = "URL")]
    store: OsString,
    /// Number of the tournament [default: the last one]
    #[arg(long)]
    tournament: Option<i64>,
    #[command(flatten)]
    playing: Playing,
    /// Time without a heartbeat after which a worker's games go to others, in seconds
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    lease: u32,
}

/// Plays until the tournament is over.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let store = store::reopen(&arguments.store)?;
    let id = choose(&*store, arguments.tournament)?;
    let resume = format!(
        "{}parlor worker --store {} --tournament {id} --lease {} {}",
        password_prefix(&arguments.store),
        quoted(&without_password(&arguments.store)),
        arguments.lease,
        arguments.playing.arguments()
    );
    let mut options = arguments.playing.options()?;
    options.lease = Duration::from_secs(u64::from(arguments.lease));
    play_stored(&*store, id, options, &resume)
}
