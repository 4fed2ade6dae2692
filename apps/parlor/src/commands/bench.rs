//! `parlor bench`: the signature and the speed of the search.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use parlor_core::cpu::Cpu;
use parlor_games::Kind;
use parlor_measure::bench::{signature, timing};
use parlor_measure::speedup::{Speedup, speedup};
use parlor_players::{Options, with_node};
use serde_json::json;

use super::weights;

/// The arguments of `parlor bench`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa [default: all three]
    game: Option<Kind>,
    /// Use the baseline instruction set instead of the best one of this machine
    #[arg(long)]
    portable: bool,
    /// Number of threads; the signature is repeatable only with one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Only compute the signature, in a fraction of a second
    #[arg(long)]
    quick: bool,
    /// Measure instead how much faster N threads reach a fixed depth than one
    #[arg(long, value_name = "N", conflicts_with_all = ["threads", "quick"], value_parser = clap::value_parser!(u16).range(2..=256))]
    speedup: Option<u16>,
    /// Number of plies to search deeper than the bench, or less deep if negative, with --speedup
    #[arg(long, value_name = "PLIES", default_value_t = 8, allow_negative_numbers = true, requires = "speedup", value_parser = clap::value_parser!(i32).range(-60..=60))]
    deeper: i32,
    /// File of weights to use instead of the built-in ones
    #[arg(long, value_name = "FILE", requires = "game")]
    weights: Option<PathBuf>,
    /// Print one JSON object per row
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let kinds = arguments
        .game
        .map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    match arguments.speedup {
        None => count(arguments, &kinds)?,
        Some(threads) => compare(arguments, &kinds, usize::from(threads))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn options(kind: Kind, arguments: &Arguments, threads: usize) -> anyhow::Result<Options> {
    let path = arguments.weights.as_deref();
    Ok(Options {
        threads,
        cpu: arguments.portable.then_some(Cpu::Portable),
        weights: with_node!(kind, N => weights::<N>(path))?,
        ..Options::default()
    })
}

/// Prints the signature of every game and the speed of a longer search, then the sum of the signatures.
fn count(arguments: &Arguments, kinds: &[Kind]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut total = 0;
    for &kind in kinds {
        let options = options(kind, arguments, usize::from(arguments.threads))?;
        let nodes = signature(kind, &options);
        total += nodes;
        let mut row = json!({ "game": kind.name(), "nodes": nodes });
        let mut line = format!("{:<8} {nodes:>8} nodes", kind.name());
        if !arguments.quick {
            let timing = timing(kind, &options);
            let (timed_nodes, depth) = (timing.nodes, timing.depth);
            let (seconds, speed) = (timing.time.as_secs_f64(), timing.nodes_per_second());
            row["timed_depth"] = depth.into();
            row["timed_nodes"] = timed_nodes.into();
            row["seconds"] = seconds.into();
            row["nodes_per_second"] = speed.into();
            line.push_str(&format!(
                "; depth {depth}: {timed_nodes:>9} nodes {seconds:>6.2} s {speed:>9} nodes/s"
            ));
        }
        if arguments.json {
            writeln!(out, "{row}")?;
        } else {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    if arguments.json {
        writeln!(out, "{}", json!({ "bench": total }))?;
    } else {
        writeln!(out, "Bench: {total}")?;
    }
    Ok(())
}

/// Prints the times of one thread and of several for each position, and their ratio in total.
fn compare(arguments: &Arguments, kinds: &[Kind], threads: usize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut shares = Vec::new();
    for &kind in kinds {
        let mut rows = Vec::new();
        let mut written = Ok(());
        let mut tell = |row: Speedup| {
            rows.push(row);
            let line = if arguments.json {
                json!({
                    "game": kind.name(), "threads": threads,
                    "alone_seconds": row.alone.as_secs_f64(), "together_seconds": row.together.as_secs_f64(),
                    "apart_seconds": row.apart.as_secs_f64(), "share": row.share(), "least_share": row.floor(),
                })
                .to_string()
            } else {
                format!(
                    "{:<8} alone {:>7.3} s   together {:>7.3} s   share {:.2}   at least {:.2}",
                    kind.name(),
                    row.alone.as_secs_f64(),
                    row.together.as_secs_f64(),
                    row.share(),
                    row.floor()
                )
            };
            if written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        };
        speedup(
            kind,
            &options(kind, arguments, threads)?,
            arguments.deeper,
            &mut tell,
        );
        written?;
        let mean =
            |share: fn(&Speedup) -> f64| rows.iter().map(share).sum::<f64>() / rows.len().max(1) as f64;
        let (share, least) = (mean(Speedup::share), mean(Speedup::floor));
        let sum = |time: fn(&Speedup) -> Duration| rows.iter().map(time).sum::<Duration>().as_secs_f64();
        let overall = sum(|row| row.together) / sum(|row| row.alone).max(1e-6);
        shares.push(overall);
        if arguments.json {
            let row = json!({ "game": kind.name(), "share": overall, "mean_share": share, "mean_least_share": least });
            writeln!(out, "{row}")?;
        } else {
            writeln!(
                out,
                "{:<8} {threads} threads take {overall:.3} of the time of one (mean of the shares {share:.3}); divided \
                 without loss they would take {least:.3} here",
                kind.name()
            )?;
        }
        out.flush()?;
    }
    if shares.len() > 1 {
        let share = shares.iter().sum::<f64>() / shares.len() as f64;
        if arguments.json {
            writeln!(out, "{}", json!({ "share": share }))?;
        } else {
            writeln!(
                out,
                "all games {threads} threads take {share:.3} of the time of one"
            )?;
        }
    }
    Ok(())
}
