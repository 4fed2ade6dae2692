//! `parlor-train calibrate`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use parlor_engine::EngineNode;
use parlor_games::Kind;
use parlor_players::with_node;
use parlor_training::calibrate::{fit, loss, sample};
use parlor_training::positions::read;

/// The arguments of `parlor-train calibrate`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Kind,
    /// Files of positions from self-play
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (name, present) = with_node!(arguments.game, N => (N::NAME, N::WIN_SCALE));
    let (mut samples, mut n_all) = (Vec::new(), 0);
    for file in &arguments.files {
        read(file, name, |batch| {
            n_all += batch.positions.len();
            samples.extend(batch.positions.iter().filter_map(sample));
        })?;
    }
    let found = fit(&samples).with_context(|| format!("{n_all} positions tell no scale"))?;
    println!(
        "{name}: {} positions, {} with proven scores left out",
        found.n_positions,
        n_all - found.n_positions
    );
    println!(
        "scale {:.1} ± {:.1} hundredths of a piece, loss {:.5}; {present} of now: loss {:.5}",
        found.scale,
        found.error,
        found.loss,
        loss(&samples, present)
    );
    println!("pub const WIN_SCALE: f64 = {:.1};", found.scale);
    Ok(())
}
