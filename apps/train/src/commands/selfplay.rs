//! `parlor-train selfplay`.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use parlor_core::descriptor::Agreement;
use parlor_games::Kind;
use parlor_players::with_node;
use parlor_training::selfplay::{GAMES_PER_BATCH, Settings, play};
use parlor_training::{Trainable, Variety};

use super::{bar, stop_on_interrupt};

/// The arguments of `parlor-train selfplay`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Kind,
    /// File of positions; continued if it exists
    file: PathBuf,
    /// Number of 32-game batches to write
    #[arg(long, default_value_t = 1000)]
    batches: u64,
    /// Node limit per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Minimum number of random plies at the start of a game
    #[arg(long, default_value_t = 4)]
    random_from: u32,
    /// Maximum number of random plies at the start of a game
    #[arg(long, default_value_t = 16)]
    random_to: u32,
    /// Percentage of games with blocks (ataxx) [default: 20]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    blocked: Option<u32>,
    /// Number of empty squares from which games are solved exactly (othello) [default: 16]
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=24))]
    solve_from: Option<u32>,
    /// File of weights to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    anyhow::ensure!(
        arguments.random_from <= arguments.random_to,
        "--random-from {} is greater than --random-to {}",
        arguments.random_from,
        arguments.random_to
    );
    let agreements = arguments.game.descriptor().agreements;
    let has_blocks = agreements
        .iter()
        .any(|agreement| matches!(agreement, Agreement::Blocks { .. }));
    anyhow::ensure!(
        arguments.blocked.is_none() || has_blocks,
        "--blocked is an option of ataxx"
    );
    let solves = with_node!(arguments.game, N => <N as Trainable>::SOLVES);
    anyhow::ensure!(
        arguments.solve_from.is_none() || solves,
        "--solve-from is an option of othello"
    );
    let defaults = Variety::default();
    let settings = Settings {
        weights: super::weights(arguments.game, arguments.weights.as_deref())?,
        batches: arguments.batches,
        threads: usize::from(arguments.threads),
        nodes: arguments.nodes,
        random_plies: (arguments.random_from, arguments.random_to),
        variety: Variety {
            blocked_percent: arguments.blocked.unwrap_or(defaults.blocked_percent),
            solved_empties: arguments.solve_from.unwrap_or(defaults.solved_empties),
        },
        seed: arguments.seed,
    };
    let stop = stop_on_interrupt()?;
    let bar = bar(arguments.batches, "batches")?;
    with_node!(arguments.game, N => play::<N>(&arguments.file, &settings, &stop, &|batches, positions| {
        bar.set_position(batches as u64);
        bar.set_message(format!("{positions} positions"));
    }))?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        println!("interrupted; the same command goes on (batches are of {GAMES_PER_BATCH} games)");
    }
    Ok(())
}
