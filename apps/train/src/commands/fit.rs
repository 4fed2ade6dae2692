//! `parlor-train fit`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use parlor_engine::othello::eval::weights::WeightFile;
use parlor_training::ataxx::AtaxxFeatures;
use parlor_training::loa::LoaFeatures;
use parlor_training::othello::{Data, fit};

use super::{NetworkCommand, bar, network};

/// The arguments of `parlor-train fit`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: NetworkCommand<Othello, network::Fit>,
}

#[derive(Args)]
struct Othello {
    /// File for the fitted weights
    #[arg(long)]
    out: PathBuf,
    /// Files of positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Number of stages of the game
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=61))]
    stages: u16,
    /// Share of the search's score in a target, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.7)]
    search_share: f32,
    /// Weights to begin from, instead of fitting each stage from the next one
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<PathBuf>,
    /// Strength of the regularisation towards the weights that a stage begins from
    #[arg(long, default_value_t = 10.0)]
    ridge: f32,
    /// Number of solver iterations per stage
    #[arg(long, default_value_t = 20)]
    iterations: usize,
    /// Number of empty squares by which the positions of a stage may be outside it
    #[arg(long, default_value_t = 3)]
    overlap: u32,
    /// Number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.game {
        NetworkCommand::Othello(arguments) => othello(arguments),
        NetworkCommand::Ataxx(arguments) => network::fit::<AtaxxFeatures>(arguments),
        NetworkCommand::Loa(arguments) => network::fit::<LoaFeatures>(arguments),
    }
}

fn othello(arguments: &Othello) -> anyhow::Result<()> {
    let data = Data::read(&arguments.data)?;
    println!(
        "{} positions to learn from, {} held out",
        data.train.len(),
        data.held_out.len()
    );
    let start = arguments
        .start
        .as_deref()
        .map(|path| {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            WeightFile::from_bytes(&bytes).with_context(|| path.display().to_string())
        })
        .transpose()?;
    let settings = fit::Settings {
        stages: usize::from(arguments.stages),
        search_share: arguments.search_share,
        start,
        ridge: arguments.ridge,
        iterations: arguments.iterations,
        overlap: arguments.overlap,
        threads: usize::from(arguments.threads),
    };
    let bar = bar(u64::from(arguments.stages), "stages")?;
    let fitted = fit::fit(&data.train, &settings, &mut |stage, n| {
        bar.set_position(u64::from(arguments.stages) - 1 - stage as u64);
        bar.set_message(format!("stage {stage}: {n} positions"));
    });
    bar.finish_and_clear();
    std::fs::write(&arguments.out, fit::to_bytes(&fitted))
        .with_context(|| format!("cannot write {}", arguments.out.display()))
}
