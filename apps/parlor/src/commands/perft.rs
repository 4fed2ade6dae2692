//! `parlor perft`: counts move sequences.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use parlor_core::cpu::Cpu;
use parlor_games::{AnyGame, Kind, Spec};
use serde::Serialize;

use super::{misuse, source};

/// The arguments of `parlor perft`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Maximum depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Position to start from: its text, moves from the start, FILE#N@PLY, `start`, or `-` for standard input [default: start]
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = source::word(), conflicts_with = "position")]
    word: Option<OsString>,
    /// The same as POSITION
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,
    /// Rule set: pass or no-move-loses (othello), cs61b or tools (ataxx), mover-wins or draw (loa)
    #[arg(long)]
    rules: Option<String>,
    /// Board size (othello), such as 6x8
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    size: Option<String>,
    /// Blocks of the starting position (ataxx), such as 3gh
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["position", "word"])]
    blocks: Option<String>,
    /// Use the baseline instruction set instead of the best one of this machine
    #[arg(long)]
    portable: bool,
    /// Print one JSON object per row
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut spec = Spec::default_for(arguments.game);
    let agreements = [
        ("rules", &arguments.rules),
        ("size", &arguments.size),
        ("blocks", &arguments.blocks),
    ];
    for (name, value) in agreements {
        if let Some(value) = value {
            let mut known = arguments.game.descriptor().agreement_names();
            if !known.any(|known| known == name) {
                return Err(misuse(&format!("{} has no --{name}", arguments.game.title())));
            }
            spec = spec.with(name, value).map_err(source::misuse_of)?;
        }
    }
    let game = match arguments.word.as_ref().or(arguments.position.as_ref()) {
        Some(word) => source::read(&spec, word)?.game,
        None => AnyGame::new(&spec)?,
    };
    let cpu = if arguments.portable {
        Cpu::Portable
    } else {
        Cpu::detect()
    };
    let mut out = io::stdout().lock();
    if !arguments.json {
        writeln!(
            out,
            "{:>5} {:>20} {:>11} {:>15}",
            "depth", "nodes", "seconds", "nodes/s"
        )?;
    }
    for depth in 1..=arguments.depth {
        let began = Instant::now();
        let nodes = game.count_lines(cpu, depth);
        let seconds = began.elapsed().as_secs_f64();
        let row = Row {
            game: arguments.game.name(),
            depth,
            nodes,
            seconds,
            nodes_per_second: if seconds > 0.0 {
                nodes as f64 / seconds
            } else {
                0.0
            },
        };
        if arguments.json {
            serde_json::to_writer(&mut out, &row)?;
            writeln!(out)?;
        } else {
            writeln!(
                out,
                "{depth:>5} {nodes:>20} {seconds:>11.3} {:>15.0}",
                row.nodes_per_second
            )?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
