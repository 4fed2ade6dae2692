//! `parlor collection`: a database of your games, opened through the server if one is running.

mod print;
mod report;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use parlor_collection::{PositionRequest, Query, ResultFilter, SourceFile};
use parlor_games::Kind;
use parlor_games::export::MOVES;
use parlor_web::CollectionAccess;

use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::{agreed, misuse, source};

/// What `parlor collection` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Import files of games: WTHOR with its .JOU and .TRN names, GGF, SGF, PGN-style, or one game per line.
    #[command(after_help = "Example:\n  parlor collection import WTH_2021.wtb WTH.JOU WTH.TRN")]
    Import(Import),
    /// List games, the latest first.
    #[command(
        after_help = "Examples:\n  parlor collection search --player tamenori --since 1995 --result win\n  parlor collection search --game othello --position f5d6c3d3c4"
    )]
    Search(Search),
    /// Count results by player, opening and year.
    #[command(after_help = "Example:\n  parlor collection stats --player tamenori")]
    Stats(Stats),
    /// Show the moves played in a position, their results, and their values in our opening book.
    #[command(after_help = "Example:\n  parlor collection explore othello f5d6")]
    Explore(Explore),
    /// Review the last games of a player: accuracy, openings, and the moves that lost most.
    #[command(after_help = "Example:\n  parlor collection report tamenori --last 20 --html tamenori.html")]
    Report(report::Report),
    /// Write games to a file.
    #[command(
        after_help = "Example:\n  parlor collection export --opening tiger --to ggf --output tigers.ggf"
    )]
    Export(Export),
}

/// The option that selects the file of the collection.
#[derive(Args)]
struct CollectionFile {
    /// File of the collection [default: games.collection in your data directory]
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
}

#[derive(Args)]
struct Import {
    /// Files of games, and the .JOU and .TRN files with their names
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    file: CollectionFile,
    /// Print one JSON object with the result of each file
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Search {
    #[command(flatten)]
    filter: Filter,
    /// Maximum number of games to list
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
    /// Number of games to skip first
    #[arg(long, default_value_t = 0)]
    skip: u32,
    #[command(flatten)]
    file: CollectionFile,
    /// Print one JSON object with the games and their number
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Stats {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    file: CollectionFile,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Explore {
    /// othello, ataxx or loa
    game: Kind,
    /// Position: `start`, its text, moves, or FILE#N@PLY
    #[arg(value_name = "POS", default_value = "start", allow_hyphen_values = true)]
    position: OsString,
    /// Rules or board size of the position, such as `size=6x6`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    #[command(flatten)]
    file: CollectionFile,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Export {
    #[command(flatten)]
    filter: Filter,
    /// Format: parlor or moves; transcript, ggf or wthor (othello); sgf (loa)
    #[arg(long, value_name = "FORMAT", default_value = "parlor")]
    to: String,
    /// File to write [default: standard output]
    #[arg(long, short)]
    output: Option<PathBuf>,
    #[command(flatten)]
    file: CollectionFile,
}

/// Which games.
#[derive(Args)]
struct Filter {
    /// othello, ataxx or loa
    #[arg(long)]
    game: Option<Kind>,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Part of the other player's name
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Part of black's name
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Part of white's name
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Part of the event's name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// First day, month or year: 2026.11.16, 2026.11 or 2026
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Last day, month or year
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Result of the game; `win` and `loss` are for --player
    #[arg(long)]
    result: Option<Ended>,
    /// Part of an opening's name; also finds openings that continue it
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Position that the game reached, in any symmetry: its text, moves, or FILE#N@PLY; needs --game
    #[arg(long, value_name = "POS", allow_hyphen_values = true, requires = "game")]
    position: Option<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Ended {
    Black,
    White,
    Draw,
    Win,
    Loss,
    Unknown,
}

impl Filter {
    fn query(&self) -> anyhow::Result<Query> {
        let position = match (&self.position, self.game) {
            (Some(word), Some(kind)) => {
                let spec = agreed(kind, &[])?;
                Some(PositionRequest::of(&source::read(&spec, word)?.game))
            }
            _ => None,
        };
        Ok(Query {
            game: self.game.map(|kind| kind.name().to_owned()),
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            from: self.since.clone(),
            to: self.until.clone(),
            result: self.result.map(|ended| match ended {
                Ended::Black => ResultFilter::Black,
                Ended::White => ResultFilter::White,
                Ended::Draw => ResultFilter::Draw,
                Ended::Win => ResultFilter::Win,
                Ended::Loss => ResultFilter::Loss,
                Ended::Unknown => ResultFilter::Unknown,
            }),
            opening: self.opening.clone(),
            position,
            ..Query::default()
        })
    }
}

impl CollectionFile {
    fn open(&self) -> anyhow::Result<CollectionAccess> {
        Ok(CollectionAccess::open(self.collection.as_deref(), false)?)
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    match &arguments.command {
        Command::Import(arguments) => {
            drop(out);
            return import(arguments);
        }
        Command::Search(arguments) => {
            let query = Query {
                skip: Some(arguments.skip),
                limit: Some(arguments.limit),
                ..arguments.filter.query()?
            };
            let found = arguments.file.open()?.search(&query)?;
            match arguments.json {
                true => writeln!(out, "{}", serde_json::to_string(&found)?)?,
                false => print::found(&mut out, &found, arguments.skip)?,
            }
        }
        Command::Stats(arguments) => {
            let stats = arguments.file.open()?.stats(&arguments.filter.query()?)?;
            match arguments.json {
                true => writeln!(out, "{}", serde_json::to_string(&stats)?)?,
                false => print::stats(&mut out, &stats)?,
            }
        }
        Command::Explore(arguments) => {
            let spec = agreed(arguments.game, &arguments.agreements)?;
            let game = source::read(&spec, &arguments.position)?.game;
            let explored = arguments.file.open()?.explore(&PositionRequest::of(&game))?;
            match arguments.json {
                true => writeln!(out, "{}", serde_json::to_string(&explored)?)?,
                false => print::explored(&mut out, arguments.game, &explored)?,
            }
        }
        Command::Report(arguments) => {
            drop(out);
            return report::run(arguments);
        }
        Command::Export(arguments) => {
            drop(out);
            return export(arguments);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn import(arguments: &Import) -> anyhow::Result<ExitCode> {
    let read = |path: &PathBuf| -> anyhow::Result<SourceFile> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(SourceFile::new(path.display().to_string(), bytes))
    };
    let files: Vec<SourceFile> = arguments.files.iter().map(read).collect::<anyhow::Result<_>>()?;
    let stop = stop_on_signals()?;
    let access = CollectionAccess::open(arguments.file.collection.as_deref(), true)?;
    let progress = Progress::new(files.len() as u64, "files")?;
    let names: Vec<String> = files.iter().map(|file| file.name().to_owned()).collect();
    let imported = access.import(files, &mut |told| {
        progress.set(u64::from(told.file));
        let name = names.get(told.file as usize).map_or("", String::as_str);
        progress.say(format!("{name}: {} games", told.games));
        match stop.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(progress);
    let report = imported?;
    let mut out = io::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        false => print::imported(&mut out, &report)?,
    }
    if report.interrupted {
        writeln!(
            io::stderr(),
            "interrupted; the current file is not in the collection"
        )?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let has_nothing = |file: &parlor_collection::FileReport| file.imported + file.known == 0;
    Ok(ExitCode::from(u8::from(report.files.iter().any(has_nothing))))
}

fn export(arguments: &Export) -> anyhow::Result<ExitCode> {
    let kinds = match arguments.filter.game {
        Some(kind) => vec![kind],
        None => Kind::ALL.to_vec(),
    };
    let suits = |kind: &Kind| kind.descriptor().format(&arguments.to).is_some() || arguments.to == MOVES;
    if arguments.to == "position" || !kinds.iter().any(suits) {
        return Err(misuse(&format!(
            "there is no format “{}” for games: parlor, moves, transcript, ggf, wthor and sgf are known",
            arguments.to.escape_debug()
        )));
    }
    let query = arguments.filter.query()?;
    let access = arguments.file.open()?;
    match &arguments.output {
        Some(path) => {
            // Write to a temporary file first, so that an existing file is replaced completely or not at all.
            let unfinished = part_of(path);
            let write = || -> anyhow::Result<()> {
                let mut file = BufWriter::new(File::create(&unfinished)?);
                access.export(&query, &arguments.to, &mut file)?;
                file.into_inner().map_err(io::IntoInnerError::into_error)?;
                Ok(std::fs::rename(&unfinished, path)?)
            };
            if let Err(error) = write() {
                // The file may not exist.
                let _ = std::fs::remove_file(&unfinished);
                return Err(error.context(format!("cannot write {}", path.display())));
            }
        }
        None => {
            access.export(&query, &arguments.to, &mut io::stdout().lock())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
