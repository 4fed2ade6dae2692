//! `parlor analyze`: the best lines of a position, or where a game turned.

mod report;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use parlor_core::think::{Bound, Limits, StopToken, TimeLimit};
use parlor_games::{AnyGame, Kind};
use parlor_players::judge::Review;
use parlor_players::{AnyEngine, Configuration, plies_to_solve, with_node};

use super::numbers::hash;
use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::source::{self, Source};
use super::{agreed, misuse, weights};

/// The arguments of `parlor analyze`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Game to review: a file (`-` for standard input) or FILE#N for its Nth game; or a position: FILE#N@PLY, `start`, its text, or moves
    #[arg(
        value_name = "GAME OR POSITION",
        allow_hyphen_values = true,
        value_parser = source::word(),
        conflicts_with = "position",
        required_unless_present = "position"
    )]
    file: Option<OsString>,
    /// Show the best lines of this position; for a file, the position at the end of the game
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,
    /// Number of the game in the file, from 1; the same as FILE#N
    #[arg(long, conflicts_with = "position", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Number of best lines of a position [default: 3]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: Option<u16>,
    /// Time limit per position, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "depth"])]
    movetime: Option<u64>,
    /// Node limit per position
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth limit per position, in plies
    #[arg(long)]
    depth: Option<u32>,
    #[arg(long, value_name = "EMPTY", help = format!(
        "Solve positions with at most this many empty squares exactly, however long it takes (othello) [default: {DEFAULT_EXACT}; \
         with a limit, none]"
    ))]
    exact: Option<u32>,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = hash)]
    hash: usize,
    /// File of weights to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Rules or board size of a position, such as `size=6x6`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    /// Write the plot of a game to this SVG file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    svg: Option<PathBuf>,
    /// Write a report of a game to this file: one HTML page to print or keep, with graph, accuracy and turning points
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    html: Option<PathBuf>,
    /// Print one JSON object per line: the best lines of a position and their cost, or the start of a game and every move
    #[arg(long)]
    json: bool,
}

/// The default node limit for a position: about a second.
const DEFAULT_NODES: u64 = 2_000_000;
/// The default number of best lines of a position.
const DEFAULT_LINES: u16 = 3;
/// The default node limit for each position of a game.
const DEFAULT_NODES_IN_GAME: u64 = 200_000;
/// Positions with at most this many empty squares are solved, which takes up to two seconds each.
const DEFAULT_EXACT: u32 = 24;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let spec = agreed(arguments.game, &arguments.agreements)?;
    let mut source = match (&arguments.position, &arguments.file) {
        (Some(word), _) => source::read(&spec, word)?,
        (None, Some(word)) => {
            let mut word = word.clone();
            if let Some(number) = arguments.number {
                word.push(format!("#{number}"));
            }
            source::read(&spec, &word)?
        }
        (None, None) => anyhow::bail!("there is nothing to analyse"),
    };
    source.is_position |= arguments.position.is_some() || source.game.is_empty();
    if source.is_position && arguments.number.is_some_and(|number| number > 1) && source.total == 1 {
        return Err(misuse(
            "--number chooses a game of a file, and this is a position",
        ));
    }
    let configuration = Configuration {
        hash_mib: Some(arguments.hash),
        threads: Some(usize::from(arguments.threads)),
        weights: with_node!(arguments.game, N => weights::<N>(arguments.weights.as_deref())?),
        ..Configuration::default()
    };
    let mut engine = AnyEngine::new(arguments.game, &configuration, 0);
    let stop = stop_on_signals()?;
    let code = if source.is_position {
        analyze_position(arguments, &source.game, &mut engine, &stop)?
    } else {
        analyze_game(arguments, source, &mut engine, &stop)?
    };
    if stop.is_set() {
        writeln!(io::stderr(), "interrupted; this is the result so far")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(code)
}

fn analyze_position(
    arguments: &Arguments,
    game: &AnyGame,
    engine: &mut AnyEngine,
    stop: &StopToken,
) -> anyhow::Result<ExitCode> {
    if arguments.svg.is_some() {
        return Err(misuse("--svg draws a game, and this is a position"));
    }
    if arguments.html.is_some() {
        return Err(misuse("--html reports on a game, and this is a position"));
    }
    let limits = Limits {
        multi_pv: usize::from(arguments.lines.unwrap_or(DEFAULT_LINES)),
        ..limits(arguments, game, DEFAULT_NODES).stopped_by(stop)
    };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    if !arguments.json {
        writeln!(out, "{}", report::DEPTH_HEADING)?;
    }
    let thought = engine.think(game, &limits, &mut |found| {
        // One row per depth: the best line, once its score is exact.
        if !arguments.json && found.rank == 0 && found.bound == Bound::Exact && written.is_ok() {
            let row = report::depth_row(found);
            written = writeln!(out, "{row}").and_then(|()| out.flush());
        }
    });
    written?;
    let thought = thought.context("the game is over")?;
    report::position(arguments.json, arguments.game, game, &thought, &mut out)
}

fn analyze_game(
    arguments: &Arguments,
    source: Source,
    engine: &mut AnyEngine,
    stop: &StopToken,
) -> anyhow::Result<ExitCode> {
    if arguments.lines.is_some() {
        return Err(misuse("--lines is for a position, and the file holds a game"));
    }
    let progress = Progress::new(source.game.len() as u64 + 1, "positions")?;
    let mut review = Review::new(source.game.clone());
    while let Some(position) = review.next() {
        let limits = limits(arguments, position, DEFAULT_NODES_IN_GAME).stopped_by(stop);
        let thought = engine.think(position, &limits, &mut |found| {
            progress.say(format!("depth {}, {} nodes", found.depth, found.nodes));
        });
        if stop.is_set() {
            // An interrupted search says nothing about its position. The finished ones are kept.
            break;
        }
        review.thought(&thought.context("the engine has no move in this game")?);
        progress.set(review.progress().0 as u64);
    }
    drop(progress);
    if let Some(path) = &arguments.svg {
        let svg = parlor_report::graph(&report::scores(&review), arguments.game);
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.html {
        let names = report::names(&source);
        let page = parlor_report::game_page(&parlor_report::GameReport {
            game: &source.game,
            title: &report::title(&source),
            names: &names,
            review: &review,
        });
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    report::game(arguments.json, &source, &review)
}

/// The limits for a position. Endings that are close are searched to the end.
fn limits(arguments: &Arguments, game: &AnyGame, default_nodes: u64) -> Limits<String> {
    let is_limited = arguments.movetime.is_some() || arguments.nodes.is_some() || arguments.depth.is_some();
    let exact = arguments
        .exact
        .unwrap_or(if is_limited { 0 } else { DEFAULT_EXACT });
    if let Some(plies) = plies_to_solve(game).filter(|&plies| plies <= exact) {
        return Limits::depth(plies);
    }
    Limits {
        nodes: arguments.nodes.or((!is_limited).then_some(default_nodes)),
        depth: arguments.depth,
        time: arguments.movetime.map_or(TimeLimit::Infinite, |ms| {
            TimeLimit::PerMove(Duration::from_millis(ms))
        }),
        ..Limits::default()
    }
}
