//! `parlor match`: two configurations of ours against each other.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_core::think::Stop;
use parlor_games::{Kind, Spec};
use parlor_measure::Tally;
use parlor_measure::match_runner::{MatchSettings, play_match};
use parlor_players::Configuration;
use serde_json::json;

/// What `parlor match` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// The first player: `full`, or settings such as `level=5`, `nodes=2000`, `ms=100`, `depth=6`, `hash=16`,
    /// `threads=2`, `book=1`, `weights=FILE` or a parameter of the search, joined by commas
    first: String,
    /// The second player, likewise
    second: String,
    /// How many games; each opening is played twice with colours swapped
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many games to play at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Which openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The result as one JSON object
    #[arg(long)]
    json: bool,
}

/// The exit code of a match that was interrupted.
const INTERRUPTED: u8 = 130;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let stop = Stop::new();
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.set()).context("cannot listen for Ctrl-C")?;
    let tally = play(arguments, &stop)?;
    let is_interrupted = stop.is_set();
    let elo = tally.elo();
    let mut out = io::stdout().lock();
    if arguments.json {
        let result = json!({
            "game": arguments.game.name(),
            "first": arguments.first,
            "second": arguments.second,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": tally.score(),
            "elo": finite(elo.difference),
            "elo_error": finite(elo.error),
            "los": tally.likelihood_of_superiority(),
            "interrupted": is_interrupted,
        });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "{}", summary(&tally))?;
    }
    if is_interrupted {
        let (played, wanted) = (tally.games(), arguments.games);
        writeln!(io::stderr(), "interrupted after {played} of {wanted} games")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn play(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Tally> {
    let kind = arguments.game;
    let player = |text: &str| Configuration::parse_with_files(kind, text, &|path| std::fs::read(path));
    let (first, second) = (player(&arguments.first)?, player(&arguments.second)?);
    let settings = MatchSettings {
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        seed: arguments.seed,
    };
    // The bar draws itself only when standard error is a terminal.
    let bar = ProgressBar::new(u64::from(arguments.games));
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} games, {eta} left  {msg}",
    )?);
    let tally = play_match(
        &Spec::usual(kind),
        &first,
        &second,
        &settings,
        stop,
        &mut |tally| {
            bar.set_position(u64::from(tally.games()));
            bar.set_message(summary(tally));
        },
    );
    bar.finish_and_clear();
    Ok(tally?)
}

fn summary(tally: &Tally) -> String {
    format!(
        "+{} ={} -{}  {:.1} %  Elo {}  LOS {:.1} %",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.score() * 100.0,
        tally.elo(),
        tally.likelihood_of_superiority() * 100.0,
    )
}

/// JSON has no infinite numbers.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
