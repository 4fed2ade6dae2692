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
    /// Port of the page; 0 means any free port
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets others on your network play
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// File of games [default: games.sqlite in your data directory]
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Do not open a browser; only print the address
    #[arg(long)]
    no_browser: bool,
    /// Public address of this server behind a proxy, such as https://play.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Host name under which this server may be reached, besides its addresses; repeatable
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// Proxy whose X-Forwarded-For header to trust, as an address or a network; repeatable
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    /// Folder of the documentation, which the page's Help links to [default: the installed one]
    #[arg(long, value_name = "DIR", value_parser = book)]
    book: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Log")]
    pub(crate) logging: logging::Arguments,
    #[command(flatten, next_help_heading = "Limits")]
    limits: Limits,
}

/// Parses a network or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| address())
        .map_err(|_| format!("“{text}” is neither an address nor a network such as 10.0.0.0/8"))
}

/// Checks that a folder contains the documentation as a web site.
fn book(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    if folder.join("index.html").is_file() {
        return Ok(folder);
    }
    Err(format!(
        "“{text}” has no index.html; `make docs` writes the documentation to target/docs/html"
    ))
}

/// The documentation that a package installed, or that `make docs` wrote next to this program.
fn installed_book() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?.parent()?;
    ["share/doc/parlor/html", "docs/html"]
        .iter()
        .map(|path| folder.join(path))
        .find(|book| book.join("index.html").is_file())
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
            book: None,
            logging: logging::Arguments::default(),
            limits: Limits::default(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let options = Options {
        bind: arguments.bind,
        port: arguments.port,
        games: arguments.games.clone().map_or(Games::Default, Games::File),
        limits: arguments.limits,
        public_url: arguments.public_url.clone(),
        host_names: arguments.host_name.clone(),
        trusted_proxies: arguments.trusted_proxy.clone(),
        book: arguments.book.clone().or_else(installed_book),
        ..Options::default()
    };
    logging::log_panics();
    parlor_web::serve(options, !arguments.no_browser, |server| {
        println!("{}", server.greeting())
    })?;
    Ok(ExitCode::SUCCESS)
}
