//! `parlor soak`: plays many tiny games and checks every move.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use parlor_games::Kind;
use parlor_measure::soak::{SoakReport, SoakSettings, soak};
use serde_json::json;

use super::progress::Progress;

/// The arguments of `parlor soak`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa [default: all three]
    game: Option<Kind>,
    /// Number of games to play, for each game
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Number of games to play concurrently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = SoakSettings {
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        seed: arguments.seed,
    };
    let kinds = arguments
        .game
        .map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    let mut out = io::stdout().lock();
    for kind in kinds {
        let progress = Progress::new(arguments.games, "games")?;
        progress.say(kind.title().to_owned());
        let soaked = soak(kind, &settings, &mut |soaked| progress.set(soaked.games))?;
        drop(progress);
        let (name, SoakReport { games, moves }) = (kind.name(), soaked);
        if arguments.json {
            let row = json!({ "game": name, "games": games, "moves": moves, "illegal": 0 });
            writeln!(out, "{row}")?;
        } else {
            writeln!(out, "{name:<8} {games} games, {moves} moves, none illegal")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
