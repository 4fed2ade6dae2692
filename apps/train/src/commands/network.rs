//! `parlor-train fit`, `quantise` and `gauge` for the games that networks judge.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use parlor_engine::network::NetworkFile;
use parlor_training::network::{
    Checkpoint, Data, Loss, Settings, Sight, dequantise, fit as fit_epoch, fold, gauge as errors,
    gauge_search, quantise as quantised,
};
use parlor_training::positions::{Labelled, read};

use super::{bar, stop_on_interrupt};

/// What a fit is asked.
#[derive(Args)]
pub(crate) struct Fit {
    /// The file that keeps the state of the fit: continued when it is there, written after every epoch
    #[arg(long)]
    out: PathBuf,
    /// Files of positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// How many hidden numbers the network has; the engine reads only its own width
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// How often every position is seen
    #[arg(long, default_value_t = 15)]
    epochs: u64,
    /// How many positions make one step
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// The step to begin with
    #[arg(long, default_value_t = 0.0015)]
    rate: f32,
    /// The step to end with
    #[arg(long, default_value_t = 0.00001)]
    last_rate: f32,
    /// How much of a target is the search's score, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.6)]
    search_share: f32,
    /// The score at which the odds to win are e to 1; found in the positions when it is not said
    #[arg(long)]
    scale: Option<f32>,
    /// What is added to the root of the mean square of a gradient: the greater, the smaller the steps of inputs that are seldom on
    #[arg(long, default_value_t = 1e-8)]
    epsilon: f32,
    /// How strongly the rows are drawn to zero
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// What is made as small as it can be
    #[arg(long, value_enum, default_value_t = LossName::Squared)]
    loss: LossName,
    /// What decides the first weights and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads work
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum LossName {
    /// The squared difference of the chances to win
    Squared,
    /// The cross entropy of the chances to win
    CrossEntropy,
}

/// What making the engine's file is asked.
#[derive(Args)]
pub(crate) struct Quantise {
    /// The state of a fit
    fitted: PathBuf,
    /// The file for the engine
    out: PathBuf,
}

/// What a gauge is asked.
#[derive(Args)]
pub(crate) struct Gauge {
    /// The file for the engine
    network: PathBuf,
    /// Files of positions; only what is held out of every fit counts
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// How much of a target is the search's score
    #[arg(long, default_value_t = 0.6)]
    search_share: f32,
}

pub(crate) fn fit<S: Sight>(arguments: &Fit) -> anyhow::Result<()> {
    anyhow::ensure!(
        arguments.hidden.is_multiple_of(16) && (16..=256).contains(&arguments.hidden),
        "the hidden numbers must be 16, 32, … 256"
    );
    let data = positions::<S>(&arguments.data)?;
    println!(
        "{} positions to learn from, {} held out",
        data.learned.len(),
        data.held_out.len()
    );
    anyhow::ensure!(!data.learned.is_empty(), "there are no positions to learn from");
    let path = arguments.out.display();
    let mut checkpoint = if arguments.out.exists() {
        let bytes = std::fs::read(&arguments.out).with_context(|| format!("cannot read {path}"))?;
        Checkpoint::from_bytes::<S>(&bytes).with_context(|| format!("cannot continue {path}"))?
    } else {
        let scale = arguments.scale.unwrap_or_else(|| data.scale());
        Checkpoint::new(S::shape(arguments.hidden), scale, arguments.seed)
    };
    println!("a score of {:.0} is odds of e to 1", checkpoint.scale);
    let settings = Settings {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        last_rate: arguments.last_rate,
        blend: arguments.search_share,
        epsilon: arguments.epsilon,
        decay: arguments.decay,
        loss: match arguments.loss {
            LossName::Squared => Loss::Squared,
            LossName::CrossEntropy => Loss::CrossEntropy,
        },
        threads: usize::from(arguments.threads),
    };
    let stop = stop_on_interrupt()?;
    let bar = bar(arguments.epochs * data.learned.len() as u64, "positions")?;
    while checkpoint.epochs < arguments.epochs {
        let done = checkpoint.epochs * data.learned.len() as u64;
        let mut learned_error = 0.0;
        let is_complete = fit_epoch::<S>(&mut checkpoint, &data, &settings, &stop, &mut |progress| {
            bar.set_position(done + progress.positions as u64);
            learned_error = progress.error;
        });
        if !is_complete {
            bar.abandon();
            println!("stopped; the last whole epoch is in {path}");
            return Ok(());
        }
        // First beside it, then in its place: a kill leaves one or the other whole.
        let fresh = arguments.out.with_extension("new");
        std::fs::write(&fresh, checkpoint.to_bytes::<S>())
            .and_then(|()| std::fs::rename(&fresh, &arguments.out))
            .with_context(|| format!("cannot write {path}"))?;
        let [target, result] = errors::<S>(
            &fold::<S>(&checkpoint.model),
            &data.held_out,
            settings.blend,
            checkpoint.scale,
        );
        bar.suspend(|| {
            println!(
                "epoch {}: error {learned_error:.5}, held out {target:.5}, against results {result:.5}",
                checkpoint.epochs
            );
        });
    }
    bar.finish_and_clear();
    Ok(())
}

pub(crate) fn quantise<S: Sight>(arguments: &Quantise) -> anyhow::Result<()> {
    let path = arguments.fitted.display();
    let bytes = std::fs::read(&arguments.fitted).with_context(|| format!("cannot read {path}"))?;
    let checkpoint = Checkpoint::from_bytes::<S>(&bytes).with_context(|| format!("cannot use {path}"))?;
    let file = quantised(&fold::<S>(&checkpoint.model), checkpoint.scale.round() as i32);
    std::fs::write(&arguments.out, file.to_bytes(S::GAME))
        .with_context(|| format!("cannot write {}", arguments.out.display()))
}

pub(crate) fn gauge<S: Sight>(arguments: &Gauge) -> anyhow::Result<()> {
    let path = arguments.network.display();
    let bytes = std::fs::read(&arguments.network).with_context(|| format!("cannot read {path}"))?;
    let file = NetworkFile::from_bytes(&bytes, S::GAME).with_context(|| format!("cannot use {path}"))?;
    let mut shape = S::shape(file.shape.hidden);
    shape.inputs -= S::n_kinds();
    file.shape
        .check(&shape)
        .with_context(|| format!("cannot use {path}"))?;
    let (model, scale) = (dequantise(&file), file.scale as f32);
    let data = positions::<S>(&arguments.data)?;
    println!("mean squared errors in chances to win");
    println!("positions             number   target  result  the search's own, against the result");
    let (blocked, open): (Vec<Labelled>, Vec<Labelled>) =
        data.held_out.iter().partition(|position| position.blocks != 0);
    for (name, positions) in [
        ("all", &data.held_out),
        ("without blocks", &open),
        ("with blocks", &blocked),
    ] {
        if positions.is_empty() {
            continue;
        }
        let [target, result] = errors::<S>(&model, positions, arguments.search_share, scale);
        let search = gauge_search(positions, scale);
        println!(
            "{name:<16} {:>11}  {target:.5} {result:.5}  {search:.5}",
            positions.len()
        );
    }
    Ok(())
}

fn positions<S: Sight>(paths: &[PathBuf]) -> anyhow::Result<Data> {
    let mut data = Data::default();
    for path in paths {
        let path: &Path = path;
        read(path, S::GAME, |mut batch| {
            batch.positions.retain(S::teaches);
            data.add(batch);
        })?;
    }
    Ok(data)
}
