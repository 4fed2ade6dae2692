//! `parlor-train gauge`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use parlor_engine::othello::eval::weights::Learned;
use parlor_training::ataxx::AtaxxSight;
use parlor_training::loa::LoaSight;
use parlor_training::othello::{Data, gauge};
use parlor_training::positions::Labelled;

use super::{Taught, network};

/// What `parlor-train gauge` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: Taught<Othello, network::Gauge>,
}

#[derive(Args)]
struct Othello {
    /// The file of weights for the engine
    weights: PathBuf,
    /// Files of positions; only what is held out of every fit counts
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Count every position: the files were not used for the fit
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.game {
        Taught::Othello(arguments) => othello(arguments),
        Taught::Ataxx(arguments) => network::gauge::<AtaxxSight>(arguments),
        Taught::Loa(arguments) => network::gauge::<LoaSight>(arguments),
    }
}

fn othello(arguments: &Othello) -> anyhow::Result<()> {
    let path = arguments.weights.display();
    let bytes = std::fs::read(&arguments.weights).with_context(|| format!("cannot read {path}"))?;
    let learned = Learned::from_bytes(&bytes).with_context(|| format!("cannot use {path}"))?;
    let mut data = Data::read(&arguments.data)?;
    if arguments.all {
        data.held_out.append(&mut data.train);
    }
    let proven = |position: &Labelled| position.is_exact.then_some(position.score.0 as f32 / 100.0);
    let ended = |position: &Labelled| (!position.is_exact).then_some(f32::from(position.result));
    let exact = gauge::errors(&learned, &data.held_out, proven);
    let results = gauge::errors(&learned, &data.held_out, ended);
    println!("mean absolute error in discs (root mean square)");
    println!("empties  positions  proven scores   positions  ends of games");
    for n in 1..=60 {
        let [e, r] = [&exact, &results].map(|errors| errors[n]);
        if e.n + r.n == 0 {
            continue;
        }
        println!(
            "{n:>7}  {:>9}  {:>5.2} ({:>5.2})  {:>9}  {:>5.2} ({:>5.2})",
            e.n,
            e.mean(),
            e.root_mean_square(),
            r.n,
            r.mean(),
            r.root_mean_square(),
        );
    }
    Ok(())
}
