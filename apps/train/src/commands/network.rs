//! `parlor-train fit`, `quantise` and `evaluate` for the games whose evaluation is a network.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use parlor_engine::network::NetworkFile;
use parlor_training::network::{
    Checkpoint, Data, FeatureSet, Loss, Model, Settings, dequantise, evaluate as errors, evaluate_search,
    fit as fit_pool, quantise as quantised,
};

use super::{bar, stop_on_interrupt};

/// The time between two checkpoints in the middle of an epoch.
const SAVED_EVERY: Duration = Duration::from_secs(60);

/// The arguments of a fit.
#[derive(Args)]
pub(crate) struct Fit {
    /// File for the state of the fit; continued if it exists, written every minute and after every epoch
    #[arg(long)]
    out: PathBuf,
    /// Files of positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Number of hidden units; must be a width that the engine reads.
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// Network to start from; if it is narrower, the additional hidden units start at random
    #[arg(long, value_name = "NETWORK")]
    from: Option<PathBuf>,
    /// Number of epochs
    #[arg(long, default_value_t = 15)]
    epochs: u64,
    /// Batch size, in positions
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Initial learning rate
    #[arg(long, default_value_t = 0.0015)]
    rate: f32,
    /// Final learning rate
    #[arg(long, default_value_t = 0.00001)]
    last_rate: f32,
    /// Share of the search's score in a target, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.6)]
    search_share: f32,
    /// Score at which the odds of winning are e to 1 [default: estimated from the positions]
    #[arg(long)]
    scale: Option<f32>,
    /// Epsilon of Adam; a larger value means smaller steps for rarely active inputs
    #[arg(long, default_value_t = 1e-8)]
    epsilon: f32,
    /// Weight decay of the rows
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// Loss function
    #[arg(long, value_enum, default_value_t = LossName::Squared)]
    loss: LossName,
    /// Seed of the initial weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum LossName {
    /// Squared difference of the chances to win
    Squared,
    /// Cross entropy of the chances to win
    CrossEntropy,
}

/// The arguments of making the engine's file.
#[derive(Args)]
pub(crate) struct Quantise {
    /// State of a fit
    fitted: PathBuf,
    /// Network file
    out: PathBuf,
}

/// The arguments of an evaluation.
#[derive(Args)]
pub(crate) struct Evaluate {
    /// Network file
    network: PathBuf,
    /// Files of positions; only positions held out of every fit count
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Share of the search's score in a target
    #[arg(long, default_value_t = 0.6)]
    search_share: f32,
}

pub(crate) fn fit<S: FeatureSet>(arguments: &Fit) -> anyhow::Result<()> {
    anyhow::ensure!(
        arguments.hidden.is_multiple_of(16) && (16..=256).contains(&arguments.hidden),
        "the number of hidden units must be 16, 32, … 256"
    );
    let mut data = positions::<S>(&arguments.data)?;
    println!(
        "{} positions to learn from, {} held out",
        data.n_learned,
        data.held_out.len()
    );
    anyhow::ensure!(data.n_learned > 0, "there are no positions to learn from");
    let path = arguments.out.display();
    let mut checkpoint = if arguments.out.exists() {
        let bytes = std::fs::read(&arguments.out).with_context(|| format!("cannot read {path}"))?;
        Checkpoint::from_bytes::<S>(&bytes).with_context(|| format!("cannot continue {path}"))?
    } else {
        let mut model = Model::new(S::shape(arguments.hidden), arguments.seed);
        if let Some(from) = &arguments.from {
            let known = network::<S>(from)?;
            anyhow::ensure!(
                known.shape.hidden <= arguments.hidden,
                "{} cannot start a network of {} hidden units",
                from.display(),
                arguments.hidden
            );
            model.begin_with::<S>(&known);
        }
        let scale = match arguments.scale {
            Some(scale) => scale,
            None => data.scale::<S>()?,
        };
        Checkpoint::new(model, scale, arguments.seed)
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
    let bar = bar(arguments.epochs * data.n_learned as u64, "positions")?;
    let mut saved = Instant::now();
    let mut epoch = Epoch::begin();
    while checkpoint.epochs < arguments.epochs {
        let Some(progress) = fit_pool::<S>(&mut checkpoint, &mut data, &settings)? else {
            anyhow::bail!("there are no positions to learn from");
        };
        epoch.n_learned += progress.learned;
        epoch.error += f64::from(progress.error) * progress.learned as f64;
        bar.set_position(checkpoint.epochs * data.n_learned as u64 + progress.positions as u64);
        let is_stopped = stop.load(Ordering::Relaxed);
        if progress.is_epoch_over || is_stopped || saved.elapsed() > SAVED_EVERY {
            save::<S>(&checkpoint, &arguments.out)?;
            saved = Instant::now();
        }
        if progress.is_epoch_over {
            let model = checkpoint.network::<S>();
            let [target, result] = errors::<S>(&model, &data.held_out, settings.blend, checkpoint.scale);
            bar.suspend(|| {
                println!(
                    "epoch {}: error {:.5}, held out {target:.5}, against results {result:.5}, {:.0} positions/s",
                    checkpoint.epochs,
                    epoch.error / epoch.n_learned.max(1) as f64,
                    epoch.n_learned as f64 / epoch.begun.elapsed().as_secs_f64(),
                );
            });
            epoch = Epoch::begin();
        }
        if is_stopped {
            bar.abandon();
            println!("interrupted; the same command goes on");
            return Ok(());
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The statistics of an epoch, which are reported at its end.
struct Epoch {
    begun: Instant,
    n_learned: usize,
    error: f64,
}

impl Epoch {
    fn begin() -> Epoch {
        Epoch {
            begun: Instant::now(),
            n_learned: 0,
            error: 0.0,
        }
    }
}

/// Writes a checkpoint to a temporary file, then renames it, so that a killed program leaves either the old
/// or the new one intact.
fn save<S: FeatureSet>(checkpoint: &Checkpoint, path: &Path) -> anyhow::Result<()> {
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, checkpoint.to_bytes::<S>())
        .and_then(|()| std::fs::rename(&fresh, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

pub(crate) fn quantise<S: FeatureSet>(arguments: &Quantise) -> anyhow::Result<()> {
    let path = arguments.fitted.display();
    let bytes = std::fs::read(&arguments.fitted).with_context(|| format!("cannot read {path}"))?;
    let checkpoint = Checkpoint::from_bytes::<S>(&bytes).with_context(|| format!("cannot use {path}"))?;
    let file = quantised::<S>(&checkpoint.network::<S>(), checkpoint.scale.round() as i32);
    std::fs::write(&arguments.out, file.to_bytes(S::GAME))
        .with_context(|| format!("cannot write {}", arguments.out.display()))
}

pub(crate) fn evaluate<S: FeatureSet>(arguments: &Evaluate) -> anyhow::Result<()> {
    let file = network_file::<S>(&arguments.network)?;
    let (model, scale) = (dequantise(&file), file.scale as f32);
    let data = positions::<S>(&arguments.data)?;
    println!("mean squared errors in chances to win");
    println!("positions             number   target  result  the search's own, against the result");
    for (name, belongs) in S::groups() {
        let positions = || data.held_out.iter().filter(|position| belongs(position));
        let n = positions().count();
        if n == 0 {
            continue;
        }
        let [target, result] = errors::<S>(&model, positions(), arguments.search_share, scale);
        let search = evaluate_search(positions(), scale);
        println!("{name:<16} {n:>11}  {target:.5} {result:.5}  {search:.5}");
    }
    Ok(())
}

/// Reads a network file and returns the network with which the engine would compute.
fn network<S: FeatureSet>(path: &Path) -> anyhow::Result<Model> {
    Ok(dequantise(&network_file::<S>(path)?))
}

/// Reads a network file of this game, with any number of hidden units.
fn network_file<S: FeatureSet>(path: &Path) -> anyhow::Result<NetworkFile> {
    let shown = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let file = NetworkFile::from_bytes(&bytes, S::GAME)
        .and_then(S::complete)
        .with_context(|| format!("cannot use {shown}"))?;
    let mut shape = S::shape(file.shape.hidden);
    shape.inputs -= S::n_kinds();
    file.shape
        .check(&shape)
        .with_context(|| format!("cannot use {shown}"))?;
    Ok(file)
}

fn positions<S: FeatureSet>(paths: &[PathBuf]) -> anyhow::Result<Data> {
    let mut data = Data::default();
    for path in paths {
        data.add::<S>(path)?;
    }
    Ok(data)
}
