//! `parlor` and `parlor serve`: the page in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_web::{Games, IpNet, Limits, Options, PublicUrl};

use crate::logging;

/// The arguments of `parlor serve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The port of the page [default: any free port]
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
    /// Where people find this server when it is behind a proxy, such as https://play.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// A name of this machine by which pages may call it, beside its addresses; can be given several times
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// A proxy whose X-Forwarded-For is believed, as an address or a network; can be given several times
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    #[command(flatten, next_help_heading = "Log")]
    pub(crate) logging: logging::Arguments,
    #[command(flatten, next_help_heading = "Limits")]
    limits: Limits,
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| address())
        .map_err(|_| format!("“{text}” is neither an address nor a network such as 10.0.0.0/8"))
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            port: 0,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            games: None,
            no_browser: false,
            public_url: None,
            host_name: Vec::new(),
            trusted_proxy: Vec::new(),
            logging: logging::Arguments::default(),
            limits: Limits::default(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let options = Options {
        bind: arguments.bind,
        port: arguments.port,
        games: arguments.games.clone().map_or(Games::Usual, Games::File),
        limits: arguments.limits,
        public_url: arguments.public_url.clone(),
        host_names: arguments.host_name.clone(),
        trusted_proxies: arguments.trusted_proxy.clone(),
        ..Options::default()
    };
    logging::log_panics();
    parlor_web::serve(options, !arguments.no_browser, |server| {
        println!("{}", server.greeting())
    })?;
    Ok(ExitCode::SUCCESS)
}
