//! `parlor analyze`: the best lines of a position, or where a game turned.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_core::think::{Limits, Thought, TimeLimit};
use parlor_core::{Color, Score};
use parlor_games::import::{self, Imported};
use parlor_games::story::story;
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::judge::{Review, Verdict};
use parlor_players::{AnyEngine, Configuration, with_node};
use serde_json::json;

use super::{misuse, weights};
use crate::plot;

/// What `parlor analyze` is asked.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// A file with a game (or `-` for standard input): the score after every move, the mistakes, and a plot
    #[arg(conflicts_with = "position", required_unless_present = "position")]
    file: Option<PathBuf>,
    /// A position in the text form of its game, or `start`: the best lines
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<String>,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, conflicts_with = "position", value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// How many best lines of a position [default: 3]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: Option<u16>,
    /// Time for each position, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "depth"])]
    movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies for each position
    #[arg(long)]
    depth: Option<u32>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of the table in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Weights for the evaluation instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Write the plot of a game to this file, as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    svg: Option<PathBuf>,
    /// One JSON object a line: of a position its best lines, then the cost; of a game its start, then every move
    #[arg(long)]
    json: bool,
}

/// A position is searched this far unless something else is asked for: about a second.
const DEFAULT_NODES: u64 = 2_000_000;
/// So many best lines of a position are told.
const DEFAULT_LINES: u16 = 3;
/// As many nodes for each of the many positions of a game.
const DEFAULT_NODES_IN_GAME: u64 = 200_000;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let game = match (&arguments.position, &arguments.file) {
        (Some(position), _) => {
            let spec = Spec::usual(arguments.game);
            if position == "start" {
                AnyGame::new(&spec)?
            } else {
                AnyGame::from_position(&spec, position)?
            }
        }
        (None, Some(file)) => load(arguments, file)?,
        (None, None) => anyhow::bail!("there is nothing to analyse"),
    };
    let configuration = Configuration {
        hash_mib: Some(arguments.hash as usize),
        threads: Some(usize::from(arguments.threads)),
        weights: with_node!(arguments.game, N => weights::<N>(arguments.weights.as_deref())?),
        ..Configuration::default()
    };
    let mut engine = AnyEngine::new(arguments.game, &configuration, 0);
    if arguments.position.is_some() || game.is_empty() {
        analyze_position(arguments, &game, &mut engine)
    } else {
        analyze_game(arguments, game, &mut engine)
    }
}

fn load(arguments: &Arguments, file: &Path) -> anyhow::Result<AnyGame> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes)?;
        bytes
    } else {
        std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?
    };
    let found = import::read(&bytes).with_context(|| file.display().to_string())?;
    let total = found.len();
    let wanted = arguments.number as usize;
    let Imported { game, .. } = found.into_iter().nth(wanted - 1).with_context(|| {
        format!(
            "{} holds {total} games, so there is no game {wanted}",
            file.display()
        )
    })?;
    anyhow::ensure!(
        game.kind() == arguments.game,
        "{} holds a game of {}, not of {}",
        file.display(),
        game.kind().title(),
        arguments.game.title()
    );
    Ok(game)
}

fn analyze_position(
    arguments: &Arguments,
    game: &AnyGame,
    engine: &mut AnyEngine,
) -> anyhow::Result<ExitCode> {
    if arguments.svg.is_some() {
        return Err(misuse("--svg draws a game, and the file holds a position"));
    }
    let limits = Limits {
        multi_pv: usize::from(arguments.lines.unwrap_or(DEFAULT_LINES)),
        ..limits(arguments, DEFAULT_NODES)
    };
    let thought = engine.think(game, &limits, &mut |_| {});
    position_report(arguments, game, &thought.context("the game is over")?)
}

fn analyze_game(arguments: &Arguments, game: AnyGame, engine: &mut AnyEngine) -> anyhow::Result<ExitCode> {
    if arguments.lines.is_some() {
        return Err(misuse("--lines is for a position, and the file holds a game"));
    }
    // The bar draws itself only when standard error is a terminal.
    let bar = ProgressBar::new(game.len() as u64 + 1);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} positions, {eta} left",
    )?);
    let limits = limits(arguments, DEFAULT_NODES_IN_GAME);
    let mut review = Review::new(game);
    while let Some(position) = review.next() {
        let thought = engine.think(position, &limits, &mut |_| {});
        review.thought(&thought.context("the engine has no move in this game")?);
        bar.set_position(review.progress().0 as u64);
    }
    bar.finish_and_clear();
    if let Some(path) = &arguments.svg {
        let svg = plot::svg(&scores(&review), arguments.game);
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    game_report(arguments, &review)
}

/// What every position was worth to black, the start first.
fn scores(review: &Review) -> Vec<Score> {
    review.moments().map(|moment| moment.score).collect()
}

fn limits(arguments: &Arguments, default_nodes: u64) -> Limits<String> {
    let is_unlimited = arguments.movetime.is_none() && arguments.nodes.is_none() && arguments.depth.is_none();
    Limits {
        nodes: arguments.nodes.or(is_unlimited.then_some(default_nodes)),
        depth: arguments.depth,
        time: arguments.movetime.map_or(TimeLimit::Infinite, |ms| {
            TimeLimit::PerMove(Duration::from_millis(ms))
        }),
        ..Limits::default()
    }
}

fn position_report(
    arguments: &Arguments,
    game: &AnyGame,
    thought: &Thought<String>,
) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    for line in &thought.lines {
        let text = line.moves.join(" ");
        if arguments.json {
            let row = json!({
                "score": line.score.0,
                "plies_to_end": line.score.plies_to_end(),
                "depth": line.depth,
                "line": text,
            });
            writeln!(out, "{row}")?;
        } else {
            writeln!(
                out,
                "{:>12}  depth {:>2}  {text}",
                line.score.to_string(),
                line.depth
            )?;
        }
    }
    let (nodes, seconds) = (thought.nodes, thought.time.as_secs_f64());
    if arguments.json {
        writeln!(out, "{}", json!({ "nodes": nodes, "seconds": seconds }))?;
    } else {
        let side = arguments.game.color_name(game.turn());
        writeln!(
            out,
            "scores are for {side}, who is to move; {nodes} nodes, {seconds:.2} s"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn game_report(arguments: &Arguments, review: &Review) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if arguments.json {
        for row in json_rows(arguments.game, review) {
            writeln!(out, "{row}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let kind = arguments.game;
    let scores = scores(review);
    let black = kind.color_name(Color::Black);
    writeln!(out, "scores are for {black}; the start: {}", scores[0])?;
    for (judged, score) in review.moves().zip(&scores[1..]) {
        let side = kind.color_name(judged.mover);
        let [best, played] = judged.scores.map(|score| for_black(judged.mover, score));
        let remark = judged.verdict.map_or_else(String::new, |verdict| {
            let (name, better) = (verdict.name(), &judged.best);
            format!("  {name}; {better} was worth {best} instead of {played}")
        });
        writeln!(
            out,
            "{:>4} {side:<5} {:<6} {:>11}{remark}",
            judged.number,
            judged.played,
            score.to_string()
        )?;
    }
    writeln!(out)?;
    for row in plot::text(
        &scores,
        kind,
        72,
        15,
        out.is_terminal() && parlor_shell::use_color(),
    ) {
        writeln!(out, "{row}")?;
    }
    writeln!(out)?;
    for color in Color::ALL {
        let count = |wanted: Verdict, one: &str, many: &str| {
            let moves = review.moves();
            let number = moves
                .filter(|mv| mv.mover == color && mv.verdict == Some(wanted))
                .count();
            format!("{number} {}", if number == 1 { one } else { many })
        };
        writeln!(
            out,
            "{}: {}, {}, {}",
            kind.color_name(color),
            count(Verdict::Inaccuracy, "inaccuracy", "inaccuracies"),
            count(Verdict::Mistake, "mistake", "mistakes"),
            count(Verdict::Blunder, "blunder", "blunders")
        )?;
    }
    let told = story(review.outcome(), &review.swings());
    writeln!(out, "{}", told.text(kind))?;
    Ok(ExitCode::SUCCESS)
}

/// A score of the mover from black's point of view, as all of the report is.
fn for_black(mover: Color, score: Score) -> Score {
    match mover {
        Color::Black => score,
        Color::White => -score,
    }
}

fn json_rows(kind: Kind, review: &Review) -> Vec<serde_json::Value> {
    let score = |score: Score| json!({ "score": score.0, "plies_to_end": score.plies_to_end() });
    let mut moments = review.moments();
    let start = moments.next().map(|moment| moment.score).unwrap_or_default();
    let mut rows = vec![json!({ "number": 0, "black": score(start) })];
    rows.extend(review.moves().zip(moments).map(|(judged, after)| {
        let [best, played] = judged.scores.map(|score| for_black(judged.mover, score));
        json!({
            "number": judged.number,
            "side": kind.color_name(judged.mover),
            "move": judged.played,
            "best": judged.best,
            "played_score": score(played),
            "best_score": score(best),
            "lost": judged.lost().max(0.0),
            "judgement": judged.verdict.map_or("sound", Verdict::name),
            "black": score(after.score),
            "black_chance": after.chance,
        })
    }));
    rows
}
