//! `parlor-train fit`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
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
    /// The file to write the fitted weights to
    #[arg(long)]
    out: PathBuf,
    /// Files of positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The number of stages of the game
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=61))]
    stages: u16,
    /// How much of a target is the search's score, from 0 to 1; the rest is the end of the game
    #[arg(long, default_value_t = 0.7)]
    search_share: f32,
    /// The regularisation towards the weights of the next stage
    #[arg(long, default_value_t = 10.0)]
    ridge: f32,
    /// The number of solver steps for each stage
    #[arg(long, default_value_t = 20)]
    iterations: usize,
    /// How many empty squares beyond a stage its positions may have
    #[arg(long, default_value_t = 3)]
    overlap: u32,
    /// The number of threads
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
    let settings = fit::Settings {
        stages: usize::from(arguments.stages),
        search_share: arguments.search_share,
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
