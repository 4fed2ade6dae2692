//! `ataxx`: Ataxx at a terminal, against the computer or over the network.

use std::net::IpAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use parlor_ataxx::{DESCRIPTOR, Rules};
use parlor_core::Level;
use parlor_netplay::{DEFAULT_PORT, Remote, RemoteOptions, Timing};
use parlor_players::Opponents;
use parlor_shell::{Input, Shell, failure, random_seed};
use parlor_textui::ThinkRequest;
use parlor_textui::ataxx::{Ataxx, Config};
use parlor_web::Options;
use parlor_web::wire::{GameSetup, Player};

use super::thinker;

/// Play Ataxx. The program reads commands from standard input; `help` lists them.
#[derive(Parser)]
#[command(
    name = "ataxx",
    version,
    about,
    max_term_width = 100,
    after_help = "Example:\n  ataxx --port 7200"
)]
pub(crate) struct Arguments {
    /// Play on the board in the browser
    #[arg(long)]
    display: bool,
    /// Rule set: cs61b ends a game after 45 jumps in a row, jumps25 after 25
    #[arg(long, value_name = "RULES", default_value = "cs61b", value_parser = rules)]
    rules: Rules,
    /// First port for remote games: `host` uses the first free one of eight, `join` tries all eight;
    /// with 0, `host` uses any free port
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Address that `host` listens on [default: all interfaces]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// After how many seconds without a sign of life a connection counts as broken
    #[arg(long, value_name = "SECONDS", hide = true, value_parser = seconds)]
    silence: Option<Duration>,
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let ended = play(arguments);
    ended.map_or_else(|error| failure("ataxx", error.as_ref()), ExitCode::from)
}

fn play(arguments: &Arguments) -> Result<u8> {
    if arguments.display {
        let computer = Player::Computer {
            level: Level::FULL.name().to_owned(),
        };
        let options = Options {
            initial: Some(GameSetup {
                agreements: vec![("rules".to_owned(), arguments.rules.code().to_owned())],
                ..GameSetup::with_defaults("ataxx", [Player::Me, computer])
            }),
            ..Options::default()
        };
        parlor_web::serve(options, true, |server| println!("{}", server.greeting()))?;
        return Ok(0);
    }
    let mut options = RemoteOptions::new("ataxx").with_page(parlor_web::page_for_guests);
    options.bind = arguments.bind;
    options.port = arguments.port;
    if let Some(silence) = arguments.silence {
        options.timing = Timing { silence };
    }
    let mut remote = Remote::new(options).context("the network cannot be used")?;
    let input = Input::standard("ataxx");
    let is_terminal = input.is_terminal();
    let mut shell = Shell::new(input);
    if is_terminal {
        shell = shell.catch_interrupts();
    }
    let mut session = Ataxx::new(Config {
        levels: Level::all().map(Level::name).collect(),
        rules: arguments.rules,
        seed: random_seed() as i64,
        prompt_lines: !is_terminal,
    });
    let mut opponents = Opponents::default();
    let mut think = |request: &ThinkRequest, stop: &_| thinker::think(&mut opponents, request, stop);
    Ok(shell.run(&mut session, &mut think, &mut remote)?)
}

fn rules(text: &str) -> Result<Rules, String> {
    let found = DESCRIPTOR.rule_set(text).map(|index| Rules::ALL[index]);
    let found = found.filter(|rules| [Rules::Cs61b, Rules::Jumps25].contains(rules));
    found.ok_or_else(|| "cs61b or jumps25 is expected".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|it: &f64| (0.1..=3600.0).contains(it));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "seconds from 0.1 to 3600 are expected".to_owned())
}
