//! Parlor: play, study and measure Othello, Ataxx and Lines of Action.
//!
//! All of the program is in this library, so that it compiles beside the crates that it uses. A binary would have to wait
//! for all of them.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "a program prints, reads and exits"
)]

mod commands;
mod help;
mod logging;
mod plot;
mod programs;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};
use tracing::level_filters::LevelFilter;

use parlor_process::containment;
use programs::{Program, ataxx, loa, othello};

/// Othello, Ataxx and Lines of Action: play, study, measure.
///
/// Without a command, Parlor opens in the browser. If you call it as `othello`, `ataxx` or `loa`, it runs that program.
#[derive(Parser)]
#[command(version, about, long_about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    logging: logging::Arguments,
}

#[derive(Subcommand)]
enum Command {
    /// Open Parlor in the browser; the same as no command.
    #[command(after_help = "Example:\n  parlor serve --port 8080")]
    Serve(commands::serve::Arguments),
    /// Play Othello at a terminal: the program `othello`.
    Othello(othello::Arguments),
    /// Play Ataxx at a terminal: the program `ataxx`.
    Ataxx(ataxx::Arguments),
    /// Play Lines of Action at a terminal: the program `loa`.
    Loa(loa::Arguments),
    /// Count move sequences by length, to test a move generator and its speed.
    #[command(after_help = "Examples:\n  parlor perft othello 9\n  parlor perft ataxx 6 --blocks 3gh")]
    Perft(commands::perft::Arguments),
    /// Solve a position: prove its result with best play.
    #[command(
        after_help = "Examples:\n  parlor solve othello --file ffo.obf --threads 2\n  parlor solve othello --position 'games.wtb#3@40'"
    )]
    Solve(commands::solve::Arguments),
    /// Write games and positions in another format.
    #[command(
        after_help = "Examples:\n  parlor convert othello WTH_1977.wtb --to ggf --output 1977.ggf\n  parlor convert othello 'game.txt@20' --to position"
    )]
    Convert(commands::convert::Arguments),
    /// Show the best lines of a position, or where a game turned.
    #[command(
        after_help = "Examples:\n  parlor analyze othello game.txt --svg game.svg\n  parlor analyze loa --position start --movetime 5000"
    )]
    Analyze(commands::analyze::Arguments),
    /// Manage a database of games: import, search, statistics, explorer, export.
    #[command(
        after_help = "Examples:\n  parlor collection import *.wtb WTH.JOU WTH.TRN\n  parlor collection search --player tamenori"
    )]
    Collection(Box<commands::collection::Arguments>),
    /// Find puzzles in games, or list and show those that come with the program.
    #[command(
        after_help = "Examples:\n  parlor puzzles othello --count 20\n  parlor puzzles loa --games tournament.sgf --output loa.txt\n  parlor puzzles ataxx --show today"
    )]
    Puzzles(commands::puzzles::Arguments),
    #[command(after_help = "Example:\n  parlor check tests/*.in --jobs 4")]
    Check(Box<parlor_harness::CheckArgs>),
    /// Run a tournament of engines and other programs.
    #[command(
        after_help = "Example:\n  parlor arena play ataxx -p strong=parlor:full -p weak=parlor:level=5 --rounds 20 --time move=0.1 --openings 20"
    )]
    Arena(commands::arena::Arguments),
    /// Play games of a tournament in a PostgreSQL store.
    #[command(after_help = "Example:\n  parlor worker --store postgres://me@host/arena --concurrency 2")]
    Worker(commands::worker::Arguments),
    /// Generate balanced openings for tournaments.
    #[command(after_help = "Example:\n  parlor openings loa --count 50 --output openings.txt")]
    Openings(commands::openings::Arguments),
    /// Run our engine for another interface, through a standard protocol.
    #[command(after_help = "Example:\n  parlor engine ataxx --protocol uai --config hash=256,threads=2")]
    Engine(commands::engine::Arguments),
    /// Play many games at once through a server on this machine and measure delays.
    #[command(after_help = "Example:\n  parlor loadtest --games 100 --seconds 10")]
    Loadtest(commands::loadtest::Arguments),
    /// Search fixed positions: node count as a signature, and speed.
    #[command(after_help = "Example:\n  parlor bench --quick")]
    Bench(commands::bench::Arguments),
    /// Play a match between two configurations of our engines and measure which is stronger.
    #[command(after_help = "Example:\n  parlor match loa level=6 level=5 --games 200")]
    Match(commands::match_::Arguments),
    /// Play many games at tiny limits and check every move of our engines.
    #[command(after_help = "Example:\n  parlor soak othello --games 100000")]
    Soak(commands::soak::Arguments),
    /// Print a completion script for a shell.
    Completions(commands::completions::Arguments),
    /// Write the manual pages of every command to a folder.
    Man(commands::man::Arguments),
}

/// Runs the program that the process is called as.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    match &words[..] {
        [first, command] if first == containment::BECOME => {
            let error = containment::become_program(command);
            eprintln!("parlor: cannot run a program: {error}");
            // The exit code of a shell that cannot run a command.
            return ExitCode::from(126);
        }
        // The helper inside a sandbox, under any name of this program.
        [first, words @ ..] if first == commands::check::SANDBOXED => return commands::check::guard(words),
        _ => {}
    }
    if let Some((program, words)) = Program::called(std::env::args_os()) {
        return match logging::begin(&logging::Arguments::default(), LevelFilter::OFF) {
            Ok(()) => program.run(words),
            Err(error) => parlor_shell::failure("parlor", error.as_ref()),
        };
    }
    let matches = help::command()
        .try_get_matches()
        .unwrap_or_else(|error| end_with(&error));
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| end_with(&error));
    let logging = match &arguments.command {
        Some(Command::Serve(serve)) => serve.logging.or(&arguments.logging),
        _ => arguments.logging,
    };
    let default = match &arguments.command {
        None | Some(Command::Serve(_)) => LevelFilter::WARN,
        Some(_) => LevelFilter::OFF,
    };
    if let Err(error) = logging::begin(&logging, default) {
        return parlor_shell::failure("parlor", error.as_ref());
    }
    let result = match arguments.command {
        None => commands::serve::run(&commands::serve::Arguments::default()),
        Some(Command::Serve(arguments)) => commands::serve::run(&arguments),
        Some(Command::Othello(arguments)) => Ok(othello::run(arguments)),
        Some(Command::Ataxx(arguments)) => Ok(ataxx::run(&arguments)),
        Some(Command::Loa(arguments)) => Ok(loa::run(&arguments)),
        Some(Command::Convert(arguments)) => commands::convert::run(&arguments),
        Some(Command::Perft(arguments)) => commands::perft::run(&arguments),
        Some(Command::Solve(arguments)) => commands::solve::run(&arguments),
        Some(Command::Analyze(arguments)) => commands::analyze::run(&arguments),
        Some(Command::Collection(arguments)) => commands::collection::run(&arguments),
        Some(Command::Puzzles(arguments)) => commands::puzzles::run(&arguments),
        Some(Command::Arena(arguments)) => contained(|| commands::arena::run(&arguments)),
        Some(Command::Worker(arguments)) => contained(|| commands::worker::run(&arguments)),
        Some(Command::Openings(arguments)) => commands::openings::run(&arguments),
        Some(Command::Engine(arguments)) => commands::engine::run(&arguments),
        Some(Command::Check(arguments)) => contained(|| commands::check::run(&arguments)),
        Some(Command::Loadtest(arguments)) => commands::loadtest::run(&arguments),
        Some(Command::Bench(arguments)) => commands::bench::run(&arguments),
        Some(Command::Soak(arguments)) => commands::soak::run(&arguments),
        Some(Command::Match(arguments)) => commands::match_::run(&arguments),
        Some(Command::Completions(arguments)) => commands::completions::run(&arguments),
        Some(Command::Man(arguments)) => commands::man::run(&arguments),
    };
    result.unwrap_or_else(|error| match error.downcast::<clap::Error>() {
        Ok(misuse) => end_with(&misuse),
        Err(error) => parlor_shell::failure("parlor", error.as_ref()),
    })
}

/// Ends the program after a command line that is not valid, or that asks for help.
fn end_with(error: &clap::Error) -> ! {
    let asks = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if asks {
        error.exit();
    }
    let text = error.render();
    let text = if io::stderr().is_terminal() {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    eprint!("{}", commands::numbers::plain_words(&text));
    std::process::exit(error.exit_code());
}

/// Runs a command that starts other programs. This process becomes the subreaper of everything they leave behind.
fn contained<T>(command: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    // If this fails, programs are still found by their process groups and marks.
    if let Ok(executable) = std::env::current_exe() {
        let _ = containment::keep_orphans(executable);
    }
    command()
}
