//! `parlor-train book`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::Args;
use parlor_games::Kind;
use parlor_players::with_node;
use parlor_training::Trainable;
use parlor_training::book::{BookBuilder, Expansion, NotOfThisGame, Settings};

use super::{bar, stop_on_interrupt};

/// The arguments of `parlor-train book`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Kind,
    /// Text file of the growing book; continued if it exists
    growing: PathBuf,
    /// Book file to write for the engine
    out: PathBuf,
    /// Total number of positions to expand
    #[arg(long, default_value_t = 500)]
    expansions: usize,
    /// Node limit per position
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of positions to expand concurrently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    with_node!(arguments.game, N => grow::<N>(arguments))
}

fn grow<N: Trainable>(arguments: &Arguments) -> anyhow::Result<()> {
    let path = &arguments.growing;
    let mut growing = BookBuilder::<N>::new();
    let n_read = read::<N>(path, &mut growing)?;
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    let settings = Settings {
        expansions: arguments.expansions,
        nodes: arguments.nodes,
        threads: usize::from(arguments.threads),
    };
    let stop = stop_on_interrupt()?;
    let bar = bar(arguments.expansions as u64, "positions")?;
    bar.set_position(n_read as u64);
    growing.grow(&settings, &stop, &mut |expansion| {
        bar.inc(1);
        writeln!(file, "{}", expansion.to_line())
    })?;
    bar.finish_and_clear();
    let book = growing.book();
    std::fs::write(&arguments.out, book.to_bytes(N::NAME))
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    println!("{} positions", book.len());
    if stop.load(Ordering::Relaxed) {
        println!("interrupted; the same command goes on");
    }
    Ok(())
}

// Reads the expansions of a growing book and returns their number. An unfinished last line, left by a killed
// program, is removed from the file.
fn read<N: Trainable>(path: &Path, growing: &mut BookBuilder<N>) -> anyhow::Result<usize> {
    if !path.exists() {
        return Ok(0);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut n = 0;
    for line in text[..whole].lines() {
        n += 1;
        let is_ours = Expansion::from_line(line).is_some_and(|expansion| growing.add(&expansion));
        anyhow::ensure!(is_ours, "{}: {}", path.display(), NotOfThisGame(n));
    }
    if whole < text.len() {
        std::fs::write(path, &text[..whole]).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(n)
}
