//! `parlor-train tune`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::Args;
use parlor_games::Kind;
use parlor_training::tune::{Parameter, Settings, Tuning};

use super::{bar, stop_on_interrupt};

/// The arguments of `parlor-train tune`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Kind,
    /// File of results; continued if it exists
    file: PathBuf,
    /// Search parameters as NAME=VALUE/DIFFERENCE, where DIFFERENCE is how much the players differ in it, such as
    /// `reduction_slope=500/80`
    #[arg(required = true)]
    parameters: Vec<Parameter>,
    /// Settings that both players share, as in `parlor match`
    #[arg(long, default_value = "nodes=8000")]
    players: String,
    /// Number of rounds
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of pairs of games per round, each from one opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// Final step size: how far a won game moves a parameter, as a share of its difference
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    /// Number of games to play concurrently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = Settings {
        players: arguments.players.clone(),
        rounds: arguments.rounds,
        games: 2 * arguments.pairs,
        rate: arguments.rate,
        seed: arguments.seed,
    };
    let mut tuning = Tuning::new(settings, arguments.parameters.clone());
    tuning.check(arguments.game)?;
    let path = arguments.file.display();
    let text = match std::fs::read_to_string(&arguments.file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| format!("cannot read {path}"))?,
    };
    let header = tuning.header();
    let kept = tuning
        .read(&text)
        .with_context(|| format!("cannot continue {path}"))?;
    let open = OpenOptions::new().create(true).append(true).open(&arguments.file);
    let mut file = open.with_context(|| format!("cannot write {path}"))?;
    file.set_len(kept as u64)?;
    if kept == 0 {
        writeln!(file, "{header}")?;
    }
    let stop = stop_on_interrupt()?;
    let bar = bar(arguments.rounds.into(), "rounds")?;
    bar.set_position(tuning.n_rounds().into());
    let concurrency = arguments.threads.into();
    tuning.play::<anyhow::Error>(arguments.game, concurrency, &stop, &mut |tuning, line| {
        bar.inc(1);
        bar.set_message(tuning.values());
        writeln!(file, "{line}").with_context(|| format!("cannot write {path}"))
    })?;
    bar.finish_and_clear();
    println!("{}", tuning.values());
    if stop.load(Ordering::Relaxed) {
        println!(
            "interrupted after {} rounds; the same command goes on",
            tuning.n_rounds()
        );
    }
    Ok(())
}
