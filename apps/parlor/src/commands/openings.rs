//! `parlor openings`: balanced openings, none of them another one seen in a mirror.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_games::{Kind, Spec};
use parlor_measure::opening::{OpeningSettings, generate, write};

/// What `parlor openings` is asked.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// The fewest moves of an opening, both sides together
    #[arg(long)]
    least: Option<u32>,
    /// The most moves of an opening
    #[arg(long)]
    most: Option<u32>,
    /// How far one side may be ahead, in hundredths of a piece
    #[arg(long, default_value_t = OpeningSettings::BOUND)]
    bound: i32,
    /// How many nodes the engine looks at to judge an opening
    #[arg(long, default_value_t = OpeningSettings::NODES)]
    nodes: u64,
    /// Which openings: the same seed makes the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rules, blocks or move limit, such as `blocks=3gh`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    /// The file to write, instead of standard output
    #[arg(long, short)]
    output: Option<std::path::PathBuf>,
}

/// Makes the openings and writes them, one a line.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut spec = Spec::usual(arguments.game);
    for (name, value) in super::arena::agreements_of(arguments.game, &arguments.agreements)? {
        spec = spec.with(&name, &value)?;
    }
    let usual = OpeningSettings::usual(arguments.game);
    let least_plies = arguments.least.unwrap_or(usual.least_plies);
    let settings = OpeningSettings {
        least_plies,
        most_plies: arguments.most.unwrap_or(usual.most_plies).max(least_plies),
        bound: arguments.bound,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let bar = ProgressBar::new(arguments.count as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} openings, {eta} left",
    )?);
    let openings = generate(&spec, arguments.count, &settings, &mut |n| {
        bar.set_position(n as u64);
    });
    bar.finish_and_clear();
    let text = write(&openings?);
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
