//! `parlor solve`: proves the result of a position with best play.

mod report;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use parlor_core::cpu::Cpu;
use parlor_games::{AnyGame, Kind, Spec, import};
use parlor_players::{AnySolver, ProverOptions, with_node};

use super::numbers::hash;
use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::source;
use super::{agreed, misuse, weights};
use report::{Solved, Totals};

/// The arguments of `parlor solve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello or loa
    game: Kind,
    /// Position to solve: its text, moves from the start, FILE#N@PLY, `start`, or `-` for standard input; all positions of a file without #N
    #[arg(
        value_name = "POSITION",
        allow_hyphen_values = true,
        value_parser = source::word(),
        required_unless_present_any = ["file", "position"],
        conflicts_with_all = ["file", "position"]
    )]
    word: Option<OsString>,
    /// The same as POSITION
    #[arg(long, value_name = "POS", allow_hyphen_values = true, conflicts_with = "file")]
    position: Option<OsString>,
    /// File with one position per line (`-` for standard input); text after ; or % is a comment, except scored moves, which are checked
    #[arg(long)]
    file: Option<PathBuf>,
    /// Only find out who wins (othello)
    #[arg(long)]
    wdl: bool,
    #[arg(long, help = format!("Give up on a position after this many nodes (loa) [default: {DEFAULT_NODES}]"))]
    nodes: Option<u64>,
    /// Number of threads (othello) [default: 1]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Size of the transposition table, in MiB
    #[arg(long, default_value_t = 256, value_name = "MIB", value_parser = hash)]
    hash: usize,
    /// Rules or board size, such as `size=6x8`; not needed for square boards
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    /// Use the baseline instruction set instead of the best one of this machine
    #[arg(long)]
    portable: bool,
    /// File of weights for move ordering, instead of the built-in ones (othello)
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Print one JSON object per position
    #[arg(long)]
    json: bool,
}

/// The default node limit for solving a position of Lines of Action.
const DEFAULT_NODES: u64 = 50_000_000;

/// A position to solve.
struct Problem {
    /// Its line number in the file.
    line: usize,
    game: AnyGame,
    /// The score that the line gives, in discs.
    known: Option<i32>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    arguments.check()?;
    let problems = arguments.problems()?;
    let mut solver = AnySolver::new(&ProverOptions {
        hash_mib: arguments.hash,
        threads: arguments.threads.map_or(1, usize::from),
        nodes: arguments.nodes.unwrap_or(DEFAULT_NODES),
        only_winner: arguments.wdl,
        cpu: arguments.portable.then_some(Cpu::Portable),
        weights: with_node!(arguments.game, N => weights::<N>(arguments.weights.as_deref())?),
    });
    let stop = stop_on_signals()?;
    let progress = Progress::new(problems.len() as u64, "positions")?;
    let mut totals = Totals::default();
    let mut out = io::stdout().lock();
    for (done, problem) in (1..).zip(&problems) {
        progress.say(format!("line {}", problem.line));
        let began = Instant::now();
        let proof = solver.solve(&problem.game, &stop, &mut |found| {
            progress.say(format!(
                "line {}: depth {} at {} %, {:+}, {} nodes",
                problem.line, found.depth, found.confidence, found.score, found.nodes
            ));
        });
        let proof = proof.with_context(|| format!("line {}", problem.line))?;
        let solved = Solved {
            problem,
            proof,
            time: began.elapsed(),
        };
        totals.add(&solved);
        let row = if arguments.json {
            solved.json().to_string()
        } else {
            solved.text()
        };
        progress.print(&mut out, &row)?;
        progress.set(done);
        if stop.is_set() {
            break;
        }
    }
    drop(progress);
    totals.write(arguments.json, &mut out)?;
    if stop.is_set() {
        let left = problems.len() - totals.decided(arguments.wdl);
        let noun = if left == 1 { "position" } else { "positions" };
        eprintln!("interrupted; {left} {noun} not solved");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(if totals.has_no_contradictions() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Arguments {
    /// Checks that no options of the other game's solver are set.
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

    fn problems(&self) -> anyhow::Result<Vec<Problem>> {
        let spec = agreed(self.game, &self.agreements)?;
        if let Some(word) = self.word.as_ref().or(self.position.as_ref()) {
            let told = word.to_str().and_then(known_score);
            let named = source::read_all(&spec, word)?;
            let problem = |source: source::Source| Problem {
                line: source.number,
                game: source.game,
                known: source.details.worth.or(told),
            };
            return Ok(named.into_iter().map(problem).collect());
        }
        let Some(path) = &self.file else {
            return Err(misuse("there is no position to solve"));
        };
        let bytes = source::contents(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().map(str::trim).zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with(['%', ';', '#']));
        let problems: Vec<Problem> = lines
            .map(|(line, number)| problem(&spec, line, number))
            .collect::<anyhow::Result<_>>()
            .with_context(|| path.display().to_string())?;
        anyhow::ensure!(!problems.is_empty(), "{} holds no position", path.display());
        Ok(problems)
    }
}

fn problem(spec: &Spec, text: &str, line: usize) -> anyhow::Result<Problem> {
    Ok(Problem {
        line,
        game: source::read_text(spec, text).with_context(|| format!("line {line}"))?,
        known: known_score(text),
    })
}

/// The score of a position that a line in OBF gives.
fn known_score(line: &str) -> Option<i32> {
    import::read(line.as_bytes()).ok()?.first()?.details.worth
}
