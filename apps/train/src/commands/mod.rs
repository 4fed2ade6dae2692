//! The stages, as commands.

pub(crate) mod book;
pub(crate) mod fit;
pub(crate) mod gauge;
pub(crate) mod label;
pub(crate) mod network;
pub(crate) mod quantise;
pub(crate) mod selfplay;
pub(crate) mod tune;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_engine::Weights;

/// The games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Game {
    /// Othello on the 8×8 board
    Othello,
    /// Ataxx
    Ataxx,
    /// Lines of Action
    Loa,
}

/// Runs an expression with `$node` as the game's node.
macro_rules! with_node {
    ($game:expr, $node:ident => $body:expr) => {
        match $game {
            $crate::commands::Game::Othello => {
                type $node = parlor_engine::othello::OthelloNode;
                $body
            }
            $crate::commands::Game::Ataxx => {
                type $node = parlor_engine::ataxx::AtaxxNode;
                $body
            }
            $crate::commands::Game::Loa => {
                type $node = parlor_engine::loa::LoaNode;
                $body
            }
        }
    };
}
pub(crate) use with_node;

/// The weights of a file, if one is named.
pub(crate) fn weights(game: Game, path: Option<&Path>) -> anyhow::Result<Option<Weights>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let weights = with_node!(game, N => Weights::read::<N>(&bytes).map_err(anyhow::Error::from));
    Ok(Some(
        weights.with_context(|| format!("cannot use {}", path.display()))?,
    ))
}

/// A flag that control-C sets; the second time it ends the program.
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

/// A bar that draws itself when standard error is a terminal.
pub(crate) fn bar(len: u64, what: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(len);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}
