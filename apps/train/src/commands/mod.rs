//! The subcommands of `parlor-train`, one for each stage of training.

pub(crate) mod book;
pub(crate) mod calibrate;
pub(crate) mod evaluate;
pub(crate) mod fit;
pub(crate) mod label;
pub(crate) mod network;
pub(crate) mod quantise;
pub(crate) mod selfplay;
pub(crate) mod tune;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_engine::LoadedWeights;
use parlor_games::Kind;
use parlor_players::with_node;

/// A command chosen by the game to train: two of the games train the same kind of network.
#[derive(Subcommand)]
pub(crate) enum NetworkCommand<Patterns: Args, Network: Args> {
    /// The pattern weights of Othello
    Othello(Patterns),
    /// The network of Ataxx
    Ataxx(Network),
    /// The network of Lines of Action
    Loa(Network),
}

/// Reads the weights from a file, if a path is given.
pub(crate) fn weights(kind: Kind, path: Option<&Path>) -> anyhow::Result<Option<LoadedWeights>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let weights = with_node!(kind, N => LoadedWeights::read::<N>(&bytes).map_err(anyhow::Error::from));
    Ok(Some(
        weights.with_context(|| format!("cannot use {}", path.display()))?,
    ))
}

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the program.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// Creates a progress bar, which is hidden unless standard error is a terminal.
pub(crate) fn bar(len: u64, what: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(len);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}
