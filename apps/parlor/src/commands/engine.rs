//! `parlor engine`: our engine with standard protocols, for other tools.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc;

use anyhow::Context;
use clap::Args;
use parlor_arena::file_names::path_of;
use parlor_core::think::{Report, StopToken, Thought};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::{AnyEngine, Configuration, Options};
use parlor_protocol::{Order, Protocol, Request};

use super::source::misuse_of;
use super::{configuration_text, misuse, source};

/// The arguments of `parlor engine`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Protocol: uai (Ataxx), nboard or gtp (Othello), or uci (all games, with Fairy-Stockfish's names)
    #[arg(long)]
    protocol: String,
    /// Configuration: `full`, or settings such as `level=5` or `nodes=2000`, joined by commas
    #[arg(long, default_value = "full", value_parser = configuration_text())]
    config: String,
    /// Starting position until the tool sets another one: its text, moves from the start, or FILE#N@PLY
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,
    /// Seed of a level's choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules, blocks or move limit, such as `rules=tools`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
}

/// An event for the protocol's server.
enum Event {
    Line(String),
    EndOfInput,
    Report(Report<String>),
    Thought(Option<Thought<String>>),
    Ready(String),
}

/// A job for the engine's thread.
enum Job {
    Think(Box<Request>),
    NewGame,
    Options(Options),
    Ready { line: String, game: Box<AnyGame> },
}

/// The protocols that our engine speaks for a game, for messages.
fn spoken(spec: &Spec) -> String {
    let spoken = Protocol::ALL.into_iter().filter(|it| it.server(spec).is_some());
    let names: Vec<&str> = spoken.map(Protocol::name).collect();
    match names[..] {
        [] => "no language that has it".to_owned(),
        _ => names.join(", "),
    }
}

/// The settings of the game that a protocol implies.
fn spec_for(game: Kind, protocol: Option<Protocol>) -> anyhow::Result<Spec> {
    let mut spec = Spec::default_for(game);
    let spoken = protocol.and_then(|protocol| game.descriptor().protocol(protocol.name()));
    for (name, value) in spoken.map_or(&[][..], |spoken| spoken.agreements) {
        spec = spec.with(name, value)?;
    }
    Ok(spec)
}

/// The game that starts with the given position.
fn begin_with(spec: &Spec, word: &OsStr) -> anyhow::Result<AnyGame> {
    if word == "-"
        || word
            .to_str()
            .is_some_and(|text| text.starts_with("-#") || text.starts_with("-@"))
    {
        return Err(misuse(
            "--position cannot be read from standard input: the tool speaks there",
        ));
    }
    // A file has its own rules, but those of the protocol apply.
    let text = source::read(spec, word)?.game.position_text();
    AnyGame::from_position(&spec.fitting(&text), &text).map_err(misuse_of)
}

/// Runs until the tool sends `quit` or closes our input.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let named: Option<Protocol> = arguments.protocol.parse().ok();
    let mut spec = spec_for(arguments.game, named)?;
    let agreements = super::arena::agreements_of(arguments.game, &arguments.agreements).map_err(misuse_of)?;
    for (name, value) in agreements {
        spec = spec.with(&name, &value).map_err(misuse_of)?;
    }
    let position = arguments.position.as_deref();
    let position = position.map(|word| begin_with(&spec, word)).transpose()?;
    // The board size is that of the position.
    let spec = position.as_ref().map_or(spec, |game| *game.spec());
    let Some(mut server) = named.and_then(|protocol| protocol.server(&spec)) else {
        return Err(misuse(&format!(
            "our engine does not speak “{}” about this game of {}; it speaks {}",
            arguments.protocol.escape_debug(),
            arguments.game.title(),
            spoken(&spec)
        )));
    };
    if let Some(game) = position {
        server.begin_with(game);
    }
    let read = |name: &str| std::fs::read(path_of(name));
    let configuration = Configuration::parse_with_files(arguments.game, &arguments.config, &read)
        .map_err(misuse_of)?
        .against_people(arguments.game);
    let mut engine = AnyEngine::new(arguments.game, &configuration, arguments.seed);
    let mut options = engine.options();
    if configuration.hash_mib.is_none() {
        // The default that tools expect. It is larger than that of matches with many concurrent games.
        options.hash_mib = Options::default().hash_mib;
        engine.set_options(&options);
    }
    let stop = StopToken::new();
    let (to_engine, jobs) = mpsc::channel();
    let (to_us, events) = mpsc::channel();
    {
        let (stop, to_us) = (stop.clone(), to_us.clone());
        std::thread::spawn(move || {
            while let Ok(job) = jobs.recv() {
                match job {
                    Job::NewGame => engine.new_game(),
                    Job::Options(options) => engine.set_options(&options),
                    Job::Ready { line, game } => {
                        engine.prepare(&game);
                        if to_us.send(Event::Ready(line)).is_err() {
                            return;
                        }
                    }
                    Job::Think(request) => {
                        let Request { game, limits } = *request;
                        let thought = engine.think(&game, &limits.stopped_by(&stop), &mut |report| {
                            drop(to_us.send(Event::Report(report.clone())));
                        });
                        if to_us.send(Event::Thought(thought)).is_err() {
                            return;
                        }
                    }
                }
            }
        });
    }
    std::thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            if to_us.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // If this fails, the receiver has already ended.
        drop(to_us.send(Event::EndOfInput));
    });
    // The number of jobs that the engine has not answered yet.
    let mut n_asked = 0;
    let mut is_ending = false;
    let mut out = io::stdout().lock();
    while let Ok(event) = events.recv() {
        let orders = match event {
            Event::Line(line) => server.line(&line),
            Event::Report(report) => server.info(&report),
            Event::Thought(thought) => {
                n_asked -= 1;
                server.answer(thought.as_ref())
            }
            Event::Ready(line) => {
                n_asked -= 1;
                vec![Order::Say(line)]
            }
            Event::EndOfInput => {
                is_ending = true;
                server.end()
            }
        };
        for order in orders {
            match order {
                Order::Say(line) => writeln!(out, "{line}")?,
                Order::Think(request) => {
                    stop.clear();
                    n_asked += 1;
                    to_engine
                        .send(Job::Think(request))
                        .context("the engine has stopped")?;
                }
                Order::Ready { line, game } => {
                    n_asked += 1;
                    to_engine
                        .send(Job::Ready { line, game })
                        .context("the engine has stopped")?;
                }
                Order::Stop => stop.set(),
                Order::NewGame => to_engine.send(Job::NewGame).context("the engine has stopped")?,
                Order::Hash(mebibytes) => {
                    options.hash_mib = mebibytes;
                    to_engine
                        .send(Job::Options(options))
                        .context("the engine has stopped")?;
                }
                Order::Threads(threads) => {
                    options.threads = threads;
                    to_engine
                        .send(Job::Options(options))
                        .context("the engine has stopped")?;
                }
                Order::Quit => {
                    out.flush()?;
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
        out.flush()?;
        // Requests from before the end of input are still answered, because scripts pipe their lines in.
        if is_ending && n_asked == 0 {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
