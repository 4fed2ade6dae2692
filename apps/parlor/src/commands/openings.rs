//! `parlor openings`: generates balanced openings that are not symmetric images of each other.

use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use parlor_games::Kind;
use parlor_measure::opening::{Opening, OpeningSettings, Openings, write};

use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::{agreed, misuse};

/// The arguments of `parlor openings`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Number of openings
    #[arg(long, default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    count: usize,
    /// Minimum number of moves, both sides together
    #[arg(long)]
    least: Option<u32>,
    /// Maximum number of moves, both sides together
    #[arg(long)]
    most: Option<u32>,
    /// Maximum lead of either side, in hundredths of a piece
    #[arg(long, default_value_t = OpeningSettings::BOUND)]
    bound: i32,
    /// Number of nodes to search per opening
    #[arg(long, default_value_t = OpeningSettings::NODES)]
    nodes: u64,
    /// Seed; the same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules, blocks or move limit, such as `blocks=3gh`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    /// File to write [default: standard output]
    #[arg(long, short)]
    output: Option<std::path::PathBuf>,
}

/// Generates openings and writes them, one per line. After Ctrl-C, writes those that were found.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let spec = agreed(arguments.game, &arguments.agreements)?;
    let defaults = OpeningSettings::default_for(arguments.game);
    let min_plies = arguments.least.unwrap_or(defaults.min_plies);
    if let (Some(least), Some(most)) = (arguments.least, arguments.most)
        && least > most
    {
        return Err(misuse(&format!("--least {least} is more than --most {most}")));
    }
    let settings = OpeningSettings {
        min_plies,
        max_plies: arguments.most.unwrap_or(defaults.max_plies).max(min_plies),
        bound: arguments.bound,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let mut out: Box<dyn Write> = match &arguments.output {
        Some(path) => {
            Box::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => Box::new(io::stdout().lock()),
    };
    let stop = stop_on_signals()?;
    let progress = Progress::new(arguments.count as u64, "openings")?;
    let mut found = 0;
    for game in Openings::new(&spec, &settings)?.take(arguments.count) {
        let moves = game.history().into_iter().map(|mv| mv.text).collect();
        let line = write(&[Opening::from_moves(moves)]);
        progress.print(&mut out, line.trim_end())?;
        found += 1;
        progress.set(found as u64);
        if stop.is_set() {
            break;
        }
    }
    drop(progress);
    let wanted = arguments.count;
    if stop.is_set() {
        writeln!(io::stderr(), "interrupted after {found} of {wanted} openings")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    anyhow::ensure!(
        found == wanted,
        "only {found} of {wanted} openings were found: allow more moves or a greater lead"
    );
    Ok(ExitCode::SUCCESS)
}
