//! `parlor analyze`: the best lines of a position, or where a game turned.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_core::{Color, GameRecord, Score};
use parlor_engine::analysis::{JudgedMove, Judgement, Review, review};
use parlor_engine::othello::GridNode;
use parlor_engine::{Contender, Limits, Options, TimeLimit};
use parlor_games::import::{self, Imported};
use parlor_games::story::{Swing, story};
use parlor_games::{AnyGame, AnyRecord, Kind, Playable, Spec};
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
    match game.record() {
        AnyRecord::Othello(record) => analyze::<parlor_engine::othello::OthelloNode>(arguments, record),
        AnyRecord::Grid(record) => analyze::<GridNode>(arguments, record),
        AnyRecord::Ataxx(record) => analyze::<parlor_engine::ataxx::AtaxxNode>(arguments, record),
        AnyRecord::Loa(record) => analyze::<parlor_engine::loa::LoaNode>(arguments, record),
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

fn analyze<N: Contender>(arguments: &Arguments, record: &GameRecord<N::Game>) -> anyhow::Result<ExitCode>
where
    N::Game: Playable,
{
    let options = Options {
        hash_mib: arguments.hash as usize,
        threads: usize::from(arguments.threads),
        cpu: None,
        weights: weights::<N>(arguments.weights.as_deref())?,
    };
    let mut engine = N::engine(&options);
    if arguments.position.is_some() || record.is_empty() {
        if arguments.svg.is_some() {
            return Err(misuse("--svg draws a game, and the file holds a position"));
        }
        let limits = Limits {
            multi_pv: usize::from(arguments.lines.unwrap_or(DEFAULT_LINES)),
            ..limits(arguments, DEFAULT_NODES)
        };
        let thought = engine.think(record, &limits, &mut |_| {});
        let thought = thought.context("the game is over")?;
        return position_report(arguments, record, &thought);
    }
    if arguments.lines.is_some() {
        return Err(misuse("--lines is for a position, and the file holds a game"));
    }
    // The bar draws itself only when standard error is a terminal.
    let bar = ProgressBar::new(record.len() as u64 + 1);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} positions, {eta} left",
    )?);
    let limits = limits(arguments, DEFAULT_NODES_IN_GAME);
    let review = review(record, &mut *engine, &limits, &mut |done, _| {
        bar.set_position(done as u64);
        true
    });
    bar.finish_and_clear();
    if let Some(path) = &arguments.svg {
        let svg = plot::svg(&review.scores, arguments.game);
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    game_report(arguments, record, &review)
}

fn limits<M>(arguments: &Arguments, default_nodes: u64) -> Limits<M> {
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

/// The moves of a line, as long as they can be played.
fn line_text<G: Playable>(start: &G, moves: &[G::Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(position.view(mv).text);
        if position.play(mv).is_err() {
            break;
        }
    }
    words.join(" ")
}

fn position_report<G: Playable>(
    arguments: &Arguments,
    record: &GameRecord<G>,
    thought: &parlor_engine::Thought<G::Move>,
) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    for line in &thought.lines {
        let text = line_text(record.position(), &line.moves);
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
        let side = arguments.game.color_name(record.turn());
        writeln!(
            out,
            "scores are for {side}, who is to move; {nodes} nodes, {seconds:.2} s"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn game_report<G: Playable>(
    arguments: &Arguments,
    record: &GameRecord<G>,
    review: &Review<G::Move>,
) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if arguments.json {
        for row in json_rows(arguments.game, record, review) {
            writeln!(out, "{row}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let black = arguments.game.color_name(Color::Black);
    writeln!(out, "scores are for {black}; the start: {}", review.scores[0])?;
    for (number, ((before, judged), score)) in
        (1..).zip(record.positions().zip(&review.moves).zip(&review.scores[1..]))
    {
        let side = arguments.game.color_name(judged.mover);
        let remark = match judged.judgement {
            Judgement::Sound => String::new(),
            worse => format!(
                "  {}; {} was worth {} instead of {}",
                judgement_name(worse),
                before.view(judged.best).text,
                for_black(judged.mover, judged.best_score),
                for_black(judged.mover, judged.played_score)
            ),
        };
        let text = before.view(judged.played).text;
        writeln!(
            out,
            "{number:>4} {side:<5} {text:<6} {:>11}{remark}",
            score.to_string()
        )?;
    }
    writeln!(out)?;
    for row in plot::text(
        &review.scores,
        arguments.game,
        72,
        15,
        out.is_terminal() && parlor_shell::use_color(),
    ) {
        writeln!(out, "{row}")?;
    }
    writeln!(out)?;
    for color in Color::ALL {
        let count = |wanted: Judgement, one: &str, many: &str| {
            let of_these = |mv: &&JudgedMove<G::Move>| mv.mover == color && mv.judgement == wanted;
            let number = review.moves.iter().filter(of_these).count();
            format!("{number} {}", if number == 1 { one } else { many })
        };
        writeln!(
            out,
            "{}: {}, {}, {}",
            arguments.game.color_name(color),
            count(Judgement::Inaccuracy, "inaccuracy", "inaccuracies"),
            count(Judgement::Mistake, "mistake", "mistakes"),
            count(Judgement::Blunder, "blunder", "blunders")
        )?;
    }
    let told = story(arguments.game, record.outcome(), &swings(record, review));
    writeln!(out, "{}", told.text)?;
    Ok(ExitCode::SUCCESS)
}

/// A score of the mover from black's point of view, as all of the report is.
fn for_black(mover: Color, score: Score) -> Score {
    match mover {
        Color::Black => score,
        Color::White => -score,
    }
}

/// The moves of a review as a story of the game wants them.
fn swings<G: Playable>(record: &GameRecord<G>, review: &Review<G::Move>) -> Vec<Swing> {
    let prospects = review.scores.windows(2).map(|pair| [pair[0], pair[1]]);
    let moves = review.moves.iter().zip(record.positions()).zip(prospects);
    let swings = moves
        .enumerate()
        .map(|(at, ((judged, before), prospects))| Swing {
            number: at + 1,
            mover: judged.mover,
            played: before.view(judged.played).text,
            better: (judged.judgement != Judgement::Sound).then(|| before.view(judged.best).text),
            prospects: prospects.map(|score| f64::from(score.0)),
        });
    swings.collect()
}

fn json_rows<G: Playable>(
    kind: Kind,
    record: &GameRecord<G>,
    review: &Review<G::Move>,
) -> Vec<serde_json::Value> {
    let score = |score: Score| json!({ "score": score.0, "plies_to_end": score.plies_to_end() });
    let mut rows = vec![json!({ "number": 0, "black": score(review.scores[0]) })];
    let moves = record.positions().zip(&review.moves).zip(&review.scores[1..]);
    rows.extend(
        (1..)
            .zip(moves)
            .map(|(number, ((before, judged), after)): (u32, _)| {
                json!({
                    "number": number,
                    "side": kind.color_name(judged.mover),
                    "move": before.view(judged.played).text,
                    "best": before.view(judged.best).text,
                    "played_score": score(for_black(judged.mover, judged.played_score)),
                    "best_score": score(for_black(judged.mover, judged.best_score)),
                    "judgement": judgement_name(judged.judgement),
                    "black": score(*after),
                })
            }),
    );
    rows
}

const fn judgement_name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Sound => "sound",
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}
