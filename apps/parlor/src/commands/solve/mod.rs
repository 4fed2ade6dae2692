//! `parlor solve`: what a position is worth with best play, proven.

mod loa;
mod othello;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_games::Kind;

use super::misuse;

/// What `parlor solve` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello or loa
    game: Kind,
    /// A position in the text form of its game
    #[arg(
        long,
        value_name = "POS",
        allow_hyphen_values = true,
        required_unless_present = "file",
        conflicts_with = "file"
    )]
    position: Option<String>,
    /// A file with a position on each line; what follows ; or % is a comment (scored moves are checked)
    #[arg(long)]
    file: Option<PathBuf>,
    /// Find out only who wins (othello)
    #[arg(long)]
    wdl: bool,
    #[arg(long, help = format!("Give a position up after so many nodes (loa) [default: {DEFAULT_NODES}]"))]
    nodes: Option<u64>,
    /// Threads (othello) [default: 1]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The size of the table in MiB
    #[arg(long, default_value_t = 256, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Solve with the instructions that every machine has, not with the best of this one
    #[arg(long)]
    portable: bool,
    /// Othello: weights for the evaluation that orders the moves, instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

/// A position of Lines of Action is given up after so many nodes unless something else is asked for.
const DEFAULT_NODES: u64 = 50_000_000;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    arguments.check()?;
    let lines = arguments.lines()?;
    match arguments.game {
        Kind::Othello => othello::run(arguments, &lines),
        Kind::Loa => loa::run(arguments, &lines),
        other => anyhow::bail!(
            "there is no solver for {}; parlor analyze {other} reports forced wins",
            other.title()
        ),
    }
}

/// A line with a position, and its number in the file.
struct PositionLine {
    number: usize,
    text: String,
}

impl Arguments {
    /// Refuses options of the other game's solver.
    fn check(&self) -> anyhow::Result<()> {
        let others: &[(&str, bool)] = match self.game {
            Kind::Othello => &[("--nodes", self.nodes.is_some())],
            Kind::Loa => &[
                ("--wdl", self.wdl),
                ("--threads", self.threads.is_some()),
                ("--weights", self.weights.is_some()),
            ],
            _ => &[],
        };
        match others.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                let title = self.game.title();
                Err(misuse(&format!("the solver of {title} has no {option}")))
            }
            None => Ok(()),
        }
    }

    fn lines(&self) -> anyhow::Result<Vec<PositionLine>> {
        let text = match (&self.position, &self.file) {
            (Some(position), _) => position.clone(),
            (None, Some(path)) => {
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
            }
            (None, None) => String::new(),
        };
        let numbered = text.lines().zip(1..);
        let lines: Vec<PositionLine> = numbered
            .map(|(line, number)| PositionLine {
                number,
                text: line.trim().to_owned(),
            })
            .filter(|line| !line.text.is_empty() && !line.text.starts_with(['%', ';', '#']))
            .collect();
        anyhow::ensure!(!lines.is_empty(), "there is no position to solve");
        Ok(lines)
    }

    /// A bar that draws itself only when standard error is a terminal.
    fn progress_bar(&self, positions: usize) -> anyhow::Result<ProgressBar> {
        let bar = ProgressBar::new(positions as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len}  {elapsed}  {msg}",
        )?);
        bar.tick();
        Ok(bar)
    }
}
