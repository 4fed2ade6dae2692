//! `parlor-train evaluate`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use parlor_engine::othello::OthelloNode;
use parlor_engine::othello::eval::weights::Learned;
use parlor_engine::{Options, is_parameter};
use parlor_games::Kind;
use parlor_othello::formats::obf;
use parlor_training::ataxx::AtaxxFeatures;
use parlor_training::loa::LoaFeatures;
use parlor_training::othello::moves::{Effort, MoveTestSet, Verdict, examine};
use parlor_training::othello::{Data, evaluate};
use parlor_training::positions::Labelled;

use super::{NetworkCommand, network, weights};

/// The arguments of `parlor-train evaluate`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: NetworkCommand<Othello, network::Evaluate>,
}

#[derive(Args)]
struct Othello {
    /// File of weights; with --moves [default: the built-in weights]
    #[arg(required_unless_present = "moves")]
    weights: Option<PathBuf>,
    /// Files of positions; only positions held out of every fit count
    #[arg(required_unless_present = "moves", conflicts_with = "moves")]
    data: Vec<PathBuf>,
    /// Count every position, for files that were not used in the fit
    #[arg(long, conflicts_with = "moves")]
    all: bool,
    /// File of positions with the exact score of every move (OBF), to judge the engine's choices
    #[arg(long, value_name = "FILE")]
    moves: Vec<PathBuf>,
    /// Search depths to test, one row each
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 15], requires = "moves")]
    depth: Vec<u32>,
    /// Node limits to test, one row each
    #[arg(long, value_delimiter = ',', default_values_t = [20_000, 200_000], requires = "moves")]
    nodes: Vec<u64>,
    /// Size of the transposition table, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", requires = "moves")]
    hash: usize,
    /// Search parameter to change for an experiment
    #[arg(long, value_parser = parameter, value_name = "NAME=VALUE", requires = "moves")]
    set: Vec<(String, i32)>,
}

fn parameter(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    if !is_parameter::<OthelloNode>(name) {
        return Err(format!("{name} is no parameter of Othello's search"));
    }
    let value = value
        .parse()
        .map_err(|_| format!("{value} is not a whole number"))?;
    Ok((name.to_owned(), value))
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.game {
        NetworkCommand::Othello(arguments) => othello(arguments),
        NetworkCommand::Ataxx(arguments) => network::evaluate::<AtaxxFeatures>(arguments),
        NetworkCommand::Loa(arguments) => network::evaluate::<LoaFeatures>(arguments),
    }
}

fn othello(arguments: &Othello) -> anyhow::Result<()> {
    for file in &arguments.moves {
        chosen_moves(arguments, file)?;
    }
    match &arguments.weights {
        Some(weights) if arguments.moves.is_empty() => errors(arguments, weights),
        _ => Ok(()),
    }
}

fn chosen_moves(arguments: &Othello, file: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let entries = obf::read(&text).with_context(|| format!("cannot use {}", file.display()))?;
    let exam = MoveTestSet::new(&entries).with_context(|| format!("cannot use {}", file.display()))?;
    let options = Options {
        hash_mib: arguments.hash,
        weights: weights(Kind::Othello, arguments.weights.as_deref())?,
        ..Options::default()
    };
    println!("{}: {} positions", file.display(), exam.len());
    println!("effort           best move   loss  error   bias  within 3       nodes  ms of CPU");
    let depths = arguments.depth.iter().map(|&depth| Effort::Depth(depth));
    let nodes = arguments.nodes.iter().map(|&nodes| Effort::Nodes(nodes));
    let started = Instant::now();
    let clock = || processor_time().unwrap_or_else(|| started.elapsed());
    for effort in depths.chain(nodes) {
        let verdict = examine(&exam, &options, &arguments.set, effort, &clock);
        println!("{}", row(effort, &verdict));
    }
    Ok(())
}

fn row(effort: Effort, verdict: &Verdict) -> String {
    let effort = match effort {
        Effort::Depth(depth) => format!("depth {depth}"),
        Effort::Nodes(nodes) => format!("{nodes} nodes"),
    };
    format!(
        "{effort:<15}  {:>7.1} %  {:>5.3}  {:>5.2}  {:>+5.2}  {:>6.1} %  {:>10.0}  {:>9.2}",
        100.0 * verdict.mean(verdict.best as f64),
        verdict.mean(verdict.loss as f64),
        verdict.mean(verdict.error),
        verdict.mean(verdict.bias),
        100.0 * verdict.mean(verdict.within_three as f64),
        verdict.mean(verdict.nodes as f64),
        verdict.mean(verdict.time.as_secs_f64() * 1000.0),
    )
}

/// Returns the processor time of this thread, if the system reports it. It depends little on the load of the
/// machine.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn errors(arguments: &Othello, path: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let path = path.display();
    let learned = Learned::from_bytes(&bytes).with_context(|| format!("cannot use {path}"))?;
    let mut data = Data::read(&arguments.data)?;
    if arguments.all {
        data.held_out.append(&mut data.train);
    }
    let proven = |position: &Labelled| position.is_exact.then_some(position.score.0 as f32 / 100.0);
    let ended = |position: &Labelled| (!position.is_exact).then_some(f32::from(position.result));
    let exact = evaluate::errors(&learned, &data.held_out, proven);
    let results = evaluate::errors(&learned, &data.held_out, ended);
    println!("mean absolute error in discs (root mean square)");
    println!("empties  positions  proven scores   positions  ends of games");
    for n in 1..=60 {
        let [e, r] = [&exact, &results].map(|errors| errors[n]);
        if e.n + r.n == 0 {
            continue;
        }
        println!(
            "{n:>7}  {:>9}  {:>5.2} ({:>5.2})  {:>9}  {:>5.2} ({:>5.2})",
            e.n,
            e.mean(),
            e.root_mean_square(),
            r.n,
            r.mean(),
            r.root_mean_square(),
        );
    }
    Ok(())
}
