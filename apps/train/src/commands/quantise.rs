//! `parlor-train quantise`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use parlor_training::ataxx::AtaxxFeatures;
use parlor_training::loa::LoaFeatures;
use parlor_training::othello::fit;

use super::{NetworkCommand, network};

/// The arguments of `parlor-train quantise`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: NetworkCommand<Othello, network::Quantise>,
}

#[derive(Args)]
struct Othello {
    /// File of fitted weights
    fitted: PathBuf,
    /// File to write for the engine
    out: PathBuf,
    /// Number of units per disc
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=4096))]
    units: u32,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.game {
        NetworkCommand::Othello(arguments) => othello(arguments),
        NetworkCommand::Ataxx(arguments) => network::quantise::<AtaxxFeatures>(arguments),
        NetworkCommand::Loa(arguments) => network::quantise::<LoaFeatures>(arguments),
    }
}

fn othello(arguments: &Othello) -> anyhow::Result<()> {
    let path = arguments.fitted.display();
    let bytes = std::fs::read(&arguments.fitted).with_context(|| format!("cannot read {path}"))?;
    let fitted =
        fit::from_bytes(&bytes).with_context(|| format!("{path} holds no fitted weights of Othello"))?;
    let file = fit::quantise(&fitted, arguments.units);
    std::fs::write(&arguments.out, file.to_bytes())
        .with_context(|| format!("cannot write {}", arguments.out.display()))
}
