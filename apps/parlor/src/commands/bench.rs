//! `parlor bench`: a fixed amount of work whose node count is the signature of the search.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_core::cpu::Cpu;
use parlor_engine::Options;
use parlor_engine::bench::{BenchResult, bench};
use parlor_games::Kind;
use serde_json::json;

use super::{weights, with_contender};

/// What `parlor bench` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa; all three when left out
    game: Option<Kind>,
    /// Search with the instructions that every machine has, not with the best of this one
    #[arg(long)]
    portable: bool,
    /// Threads; only one gives a signature that repeats
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Weights for the evaluation of the game instead of those that come with the program
    #[arg(long, value_name = "FILE", requires = "game")]
    weights: Option<PathBuf>,
    /// One JSON object a row
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let options = Options {
        threads: usize::from(arguments.threads),
        cpu: arguments.portable.then_some(Cpu::Portable),
        ..Options::default()
    };
    let path = arguments.weights.as_deref();
    let kinds = arguments
        .game
        .map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    let mut out = io::stdout().lock();
    let mut total = 0;
    for kind in kinds {
        let result: BenchResult = with_contender!(kind, N => bench::<N>(&Options {
            weights: weights::<N>(path)?,
            ..options
        }));
        total += result.nodes;
        let (nodes, seconds, speed) = (result.nodes, result.time.as_secs_f64(), result.nodes_per_second());
        if arguments.json {
            let row =
                json!({ "game": kind.name(), "nodes": nodes, "seconds": seconds, "nodes_per_second": speed });
            writeln!(out, "{row}")?;
        } else {
            writeln!(
                out,
                "{:<8} {nodes:>12} nodes {seconds:>8.2} s {speed:>12} nodes/s",
                kind.name()
            )?;
        }
        out.flush()?;
    }
    if arguments.json {
        writeln!(out, "{}", json!({ "bench": total }))?;
    } else {
        writeln!(out, "Bench: {total}")?;
    }
    Ok(ExitCode::SUCCESS)
}
