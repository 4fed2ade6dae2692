//! `parlor collection report`: reviews the last games of a player.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use parlor_collection::Query;
use parlor_core::think::{Limits, StopToken};
use parlor_core::{Color, PerColor};
use parlor_games::import::{self, Imported};
use parlor_players::judge::Review;
use parlor_players::{AnyEngine, Configuration, plies_to_solve};
use parlor_report::{PlayerGame, PlayerSummary, player_page, summary, turning_points};
use serde_json::json;

use super::{CollectionFile, Filter};
use crate::commands::misuse;
use crate::commands::numbers::hash;
use crate::commands::progress::Progress;
use crate::commands::signals::{INTERRUPTED, stop_on_signals};

/// The arguments of `parlor collection report`.
#[derive(Args)]
pub(super) struct Report {
    /// The player's name, or a part of it
    #[arg(value_name = "PLAYER")]
    name: String,
    #[command(flatten)]
    filter: Filter,
    /// Number of games, the latest first
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
    last: u32,
    /// Node limit per position; endings of Othello with up to 14 empty squares are solved
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = hash)]
    hash: usize,
    /// Write the report to this file: one HTML page to print or keep
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    file: CollectionFile,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Positions with at most this many plies left are solved.
const MAX_PLIES_TO_SOLVE: u32 = 14;

pub(super) fn run(arguments: &Report) -> anyhow::Result<ExitCode> {
    if arguments.filter.player.is_some() {
        return Err(misuse("the report is about PLAYER: leave --player out"));
    }
    let query = Query {
        player: Some(arguments.name.clone()),
        limit: Some(arguments.last),
        ..arguments.filter.query()?
    };
    let mut text = Vec::new();
    arguments.file.open()?.export(&query, "parlor", &mut text)?;
    if text.is_empty() {
        bail!(
            "the collection has no such game of “{}”",
            arguments.name.escape_debug()
        );
    }
    let games = import::read(&text).context("the collection wrote what it cannot read")?;
    let stop = stop_on_signals()?;
    let player = title(&arguments.name, &games);
    let reviewed = review(arguments, games, &stop)?;
    if let Some(path) = arguments.html.as_ref().filter(|_| !reviewed.is_empty()) {
        std::fs::write(path, player_page(&player, &reviewed))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let sum = summary(&reviewed);
    let mut out = io::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", as_json(&player, &reviewed, &sum))?,
        false => print(&mut out, &player, &reviewed, &sum)?,
    }
    if stop.is_set() {
        writeln!(
            io::stderr(),
            "interrupted; this is the report of the games so far"
        )?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The side of the player with this name, or with a name that contains it.
fn side(name: &str, names: &PerColor<Option<String>>) -> Color {
    let wanted = name.to_lowercase();
    let lower = |color: Color| names[color].as_deref().unwrap_or_default().to_lowercase();
    let is_exact = |color: &Color| lower(*color) == wanted;
    let holds = |color: &Color| lower(*color).contains(&wanted);
    let found = Color::ALL.into_iter().find(is_exact);
    found
        .or_else(|| Color::ALL.into_iter().find(holds))
        .unwrap_or(Color::Black)
}

/// The player's full name if it is the same in all games, else the name on the command line.
fn title(name: &str, games: &[Imported]) -> String {
    let mut names = games
        .iter()
        .filter_map(|found| found.names[side(name, &found.names)].clone());
    let Some(first) = names.next() else {
        return name.to_owned();
    };
    match names.all(|other| other == first) {
        true => shown(&first),
        false => name.to_owned(),
    }
}

/// Reviews the games one by one. Returns the finished ones if the user interrupts it.
fn review(arguments: &Report, games: Vec<Imported>, stop: &StopToken) -> anyhow::Result<Vec<PlayerGame>> {
    let configuration = Configuration {
        hash_mib: Some(arguments.hash),
        threads: Some(usize::from(arguments.threads)),
        ..Configuration::default()
    };
    let progress = Progress::new(games.len() as u64, "games")?;
    let mut engine: Option<AnyEngine> = None;
    let mut reviewed = Vec::new();
    for found in games {
        let Imported { details, game, names } = found;
        let engine = match &mut engine {
            Some(engine) if engine.kind() == game.kind() => engine,
            other => other.insert(AnyEngine::new(game.kind(), &configuration, 0)),
        };
        let mut review = Review::new(game.clone());
        while let Some(position) = review.next() {
            let limits = match plies_to_solve(position) {
                Some(plies) if plies <= MAX_PLIES_TO_SOLVE => Limits::depth(plies),
                _ => Limits::nodes(arguments.nodes),
            };
            let thought = engine.think(position, &limits.stopped_by(stop), &mut |_| {});
            if stop.is_set() {
                return Ok(reviewed);
            }
            review.thought(&thought.context("the engine has no move in this game")?);
            let (done, total) = review.progress();
            progress.say(format!("position {done} of {total}"));
        }
        let side = side(&arguments.name, &names);
        reviewed.push(PlayerGame {
            result: details.result.or(game.outcome()),
            opponent: names[!side].as_deref().map_or_else(|| "?".to_owned(), shown),
            date: details.date.map_or_else(String::new, |date| date.to_string()),
            event: details.event.as_deref().map_or_else(String::new, shown),
            game,
            review,
            side,
        });
        progress.set(reviewed.len() as u64);
    }
    Ok(reviewed)
}

/// Removes characters from a name that could upset a terminal.
fn shown(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_control())
        .take(60)
        .collect()
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{share:.0} %"))
}

fn print(out: &mut impl Write, player: &str, games: &[PlayerGame], sum: &PlayerSummary) -> io::Result<()> {
    let [won, drawn, lost] = sum.results;
    let n_games = match games.len() {
        1 => "1 game".to_owned(),
        n_games => format!("{n_games} games"),
    };
    writeln!(out, "{player}: {n_games}, {won} won, {drawn} drawn, {lost} lost")?;
    let mut accuracy = format!("accuracy {}", percent(sum.accuracy));
    if let Some([earlier, later]) = sum.halves {
        accuracy += &format!("; earlier half {earlier:.0} %, later half {later:.0} %");
    }
    writeln!(out, "{accuracy}")?;
    let counted =
        |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    let [inaccuracies, mistakes, blunders] = sum.verdicts;
    writeln!(
        out,
        "{}, {}, {}",
        counted(inaccuracies, "inaccuracy", "inaccuracies"),
        counted(mistakes, "mistake", "mistakes"),
        counted(blunders, "blunder", "blunders")
    )?;
    if !sum.openings.is_empty() {
        writeln!(
            out,
            "\nopening                        games  won  drawn  lost  accuracy"
        )?;
    }
    for opening in &sum.openings {
        let [won, drawn, lost] = opening.results;
        writeln!(
            out,
            "{:30} {:>5} {won:>4} {drawn:>6} {lost:>5} {:>9}",
            opening.name,
            opening.games,
            percent(opening.accuracy)
        )?;
    }
    writeln!(out, "\nno.  date        result  accuracy  opponent")?;
    for (index, game) in games.iter().enumerate() {
        writeln!(
            out,
            "{:>3}  {:10}  {:6} {:>9}  {}",
            index + 1,
            game.date,
            result(game).unwrap_or("–"),
            percent(game.accuracy().map(f64::from)),
            game.opponent
        )?;
    }
    let worst = turning_points(games);
    if !worst.is_empty() {
        writeln!(out, "\nmoves that lost most")?;
    }
    for (index, judged) in worst {
        writeln!(
            out,
            "game {:>2}, move {:>2}: {} lost {:.0} % of the chances, {} was better",
            index + 1,
            judged.number,
            judged.played,
            judged.lost() * 100.0,
            judged.best
        )?;
    }
    Ok(())
}

fn result(game: &PlayerGame) -> Option<&'static str> {
    game.result.map(|outcome| match outcome.winner() {
        Some(winner) if winner == game.side => "won",
        None => "drawn",
        Some(_) => "lost",
    })
}

fn as_json(player: &str, games: &[PlayerGame], sum: &PlayerSummary) -> serde_json::Value {
    let results = |[won, drawn, lost]: [usize; 3]| json!({ "won": won, "drawn": drawn, "lost": lost });
    let [inaccuracies, mistakes, blunders] = sum.verdicts;
    json!({
        "player": player,
        "results": results(sum.results),
        "accuracy": sum.accuracy,
        "earlier_accuracy": sum.halves.map(|[earlier, _]| earlier),
        "later_accuracy": sum.halves.map(|[_, later]| later),
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "openings": sum.openings.iter().map(|opening| json!({
            "name": opening.name,
            "games": opening.games,
            "results": results(opening.results),
            "accuracy": opening.accuracy,
        })).collect::<Vec<_>>(),
        "games": games.iter().map(|game| json!({
            "game": game.game.kind().name(),
            "date": game.date,
            "event": game.event,
            "opponent": game.opponent,
            "side": game.game.kind().color_name(game.side),
            "result": result(game),
            "accuracy": game.accuracy(),
            "opening": game.opening(),
        })).collect::<Vec<_>>(),
        "turning_points": turning_points(games).iter().map(|(index, judged)| json!({
            "game": index + 1,
            "move": judged.number,
            "played": judged.played,
            "best": judged.best,
            "lost": judged.lost(),
        })).collect::<Vec<_>>(),
    })
}
