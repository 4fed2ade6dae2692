//! `loa`: Lines of Action at a terminal, or with another program through a pipe.

mod journal;

use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::Parser;
use parlor_core::Level;
use parlor_netplay::{DEFAULT_PORT, Remote, RemoteOptions};
use parlor_players::Opponents;
use parlor_shell::{Input, Shell, failure, random_seed, use_color};
use parlor_textui::ThinkRequest;
use parlor_textui::loa::{Loa, Style};
use parlor_web::wire::{GameSetup, Player};
use parlor_web::{Options, Watcher};
use same_file::Handle;

use super::thinker;
use journal::Journal;

const USAGE: &str =
    "loa [--display] [--log=LOGFILE] [--port=PORT] [--bind=ADDRESS] [INPUT-FILE [OUTPUT-FILE]]";

/// Written by hand: clap's help contains `>`, which this program reserves for its prompts.
const HELP: &str = "\
Lines of Action at a terminal, against a person or the computer.

Usage: loa [--display] [--log=LOGFILE] [--port=PORT] [--bind=ADDRESS]
           [INPUT-FILE [OUTPUT-FILE]]

  INPUT-FILE       read commands from this file instead of standard input (-)
  OUTPUT-FILE      write to this file instead of standard output (-)
  --display        play on a board in the browser; accepts no files
  --log=LOGFILE    write every command and move to this file
  --port=PORT      first port for remote games: host uses the first free one
                   of eight, join tries all eight (7117)
  --bind=ADDRESS   address that host listens on (all interfaces)
  -h, --help       print this help
  -V, --version    print the version

In a game, type help for the commands.
";

#[derive(Parser)]
#[command(name = "loa", version, override_usage = USAGE, override_help = HELP)]
pub(crate) struct Arguments {
    #[arg(long, conflicts_with_all = ["input_file", "output_file"])]
    display: bool,
    #[arg(long)]
    log: Option<PathBuf>,
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    #[arg(long)]
    bind: Option<IpAddr>,
    input_file: Option<PathBuf>,
    output_file: Option<PathBuf>,
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let ended = play(arguments);
    ended.map_or_else(|error| failure("loa", error.as_ref()), ExitCode::from)
}

fn play(arguments: &Arguments) -> Result<u8> {
    if arguments.display {
        let computer = Player::Computer {
            level: Level::FULL.name().to_owned(),
        };
        let log = arguments.log.as_deref().map(create).transpose()?;
        let options = Options {
            initial: Some(GameSetup::with_defaults("loa", [Player::Me, computer])),
            watcher: log.map(watcher),
            ..Options::default()
        };
        parlor_web::serve(options, true, |server| println!("{}", server.greeting()))?;
        return Ok(0);
    }
    let input_file = named(&arguments.input_file);
    let output_file = named(&arguments.output_file);
    let input = match input_file {
        None => Input::standard("loa"),
        Some(path) => Input::Stream(Box::new(BufReader::new(open(path)?))),
    };
    check_distinct(input_file, output_file, arguments.log.as_deref())?;
    let is_person_watching = input.is_terminal() && output_file.is_none() && io::stdout().is_terminal();
    let mut shell = Shell::new(input);
    if is_person_watching {
        shell = shell.catch_interrupts();
    }
    if let Some(path) = output_file {
        shell = shell.with_output(Box::new(create(path)?));
    }
    if let Some(path) = &arguments.log {
        shell = shell.with_log(Box::new(create(path)?));
    }
    let style = Style {
        chatty: is_person_watching,
        color: is_person_watching && use_color(),
    };
    let mut session = Loa::new(style, random_seed());
    let mut opponents = Opponents::default();
    let mut think = |request: &ThinkRequest, stop: &_| thinker::think(&mut opponents, request, stop);
    let mut remote = Remote::new(RemoteOptions {
        bind: arguments.bind,
        port: arguments.port,
        ..RemoteOptions::new("loa").with_page(parlor_web::page_for_guests)
    })
    .context("the network cannot be used")?;
    Ok(shell.run(&mut session, &mut think, &mut remote)?)
}

/// Logs the games on the page. If the log cannot be written, reports that once, and the game continues.
fn watcher(log: File) -> Watcher {
    let journal = Mutex::new(Some(Journal::new(log)));
    Watcher::new(move |id, game| {
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = journal.as_mut().map(|journal| journal.note(id, game));
        if let Some(Err(error)) = noted {
            eprintln!("loa: cannot write the log any further: {error}");
            *journal = None;
        }
    })
}

/// A file name. `None` for `-`, which means the standard streams.
fn named(file: &Option<PathBuf>) -> Option<&Path> {
    file.as_deref().filter(|&name| name != Path::new("-"))
}

fn open(path: &Path) -> Result<File> {
    let opened = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    opened.with_context(|| format!("cannot read {}", path.display()))
}

/// Checks that neither the output nor the log would overwrite the file of commands, and that both are not the
/// same file. Must be called before anything is written.
fn check_distinct(input: Option<&Path>, output: Option<&Path>, log: Option<&Path>) -> Result<()> {
    let source = match input {
        Some(path) => regular(Handle::from_path(path)),
        None => regular(Handle::stdin()),
    };
    for path in [output, log].into_iter().flatten() {
        let target = regular(Handle::from_path(path));
        if target.is_some() && target == source {
            bail!(
                "{} is the file that the commands come from: it would be written over",
                path.display()
            );
        }
    }
    let (Some(output), Some(log)) = (output, log) else {
        return Ok(());
    };
    let targets = [output, log].map(|path| regular(Handle::from_path(path)));
    let is_one_new_file = output == log && !log.exists();
    if is_one_new_file || (targets[0].is_some() && targets[0] == targets[1]) {
        bail!("{} cannot take both the output and the log", log.display());
    }
    Ok(())
}

/// The identity of a regular file. Devices may be used more than once.
fn regular(handle: io::Result<Handle>) -> Option<Handle> {
    handle.ok().filter(|handle| {
        let metadata = handle.as_file().metadata();
        metadata.is_ok_and(|metadata| metadata.is_file())
    })
}

fn create(path: &Path) -> Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}
