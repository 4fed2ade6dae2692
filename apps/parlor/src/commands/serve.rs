//! `parlor` and `parlor serve`: the page in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_web::{Games, Options};

/// What `parlor serve` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The port of the page; a free one unless it is given
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The address to listen at: 0.0.0.0 lets others on your network play along
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Keep the games in this file instead of the usual one in your data directory
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Only print the address, open no browser
    #[arg(long)]
    no_browser: bool,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            port: 0,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            games: None,
            no_browser: false,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let options = Options {
        bind: arguments.bind,
        port: arguments.port,
        games: arguments.games.clone().map_or(Games::Usual, Games::File),
        ..Options::default()
    };
    parlor_web::serve(options, !arguments.no_browser, |server| {
        println!("{}", server.greeting())
    })?;
    Ok(ExitCode::SUCCESS)
}
