//! `parlor-train label`.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use parlor_games::Kind;
use parlor_players::with_node;
use parlor_training::label::{Settings, label};

use super::{bar, stop_on_interrupt};

/// The arguments of `parlor-train label`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Kind,
    /// File of positions to search again
    from: PathBuf,
    /// File for the positions with their new scores; continued if it exists
    to: PathBuf,
    /// Node limit per position
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Skip positions before this ply
    #[arg(long, default_value_t = 0)]
    from_ply: u8,
    /// Skip positions after this ply
    #[arg(long, default_value_t = 255)]
    to_ply: u8,
    /// Skip positions with fewer filled squares, blocks included
    #[arg(long, default_value_t = 0)]
    from_filled: u32,
    /// Skip positions with more filled squares
    #[arg(long, default_value_t = 64)]
    to_filled: u32,
    /// Use only one in this many positions
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
    /// Least number of random moves before the search
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=60))]
    random_from: u32,
    /// Greatest number of random moves before the search
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=60))]
    random_to: u32,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Othello: number of empty squares from which positions are solved exactly, whatever the node limit
    #[arg(long, default_value_t = 0, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(..=24))]
    solve_from: u32,
    /// File of weights to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = Settings {
        weights: super::weights(arguments.game, arguments.weights.as_deref())?,
        threads: usize::from(arguments.threads),
        nodes: arguments.nodes,
        from_ply: arguments.from_ply,
        to_ply: arguments.to_ply,
        from_filled: arguments.from_filled,
        to_filled: arguments.to_filled,
        one_in: arguments.one_in,
        random_plies: (arguments.random_from, arguments.random_to),
        seed: arguments.seed,
        solved_empties: arguments.solve_from,
    };
    let stop = stop_on_interrupt()?;
    let bar = bar(0, "batches")?;
    with_node!(arguments.game, N => {
        let mut batches = 0;
        parlor_training::positions::read(&arguments.from, <N as parlor_engine::EngineNode>::NAME, |_| batches += 1)?;
        bar.set_length(batches);
        label::<N>(&arguments.from, &arguments.to, &settings, &stop, &|batches, positions| {
            bar.set_position(batches as u64);
            bar.set_message(format!("{positions} positions"));
        })
    })?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        println!("interrupted; the same command goes on");
    }
    Ok(())
}
