//! Prints the results of a collection as tables.

use std::io::{self, Write};

use parlor_collection::{Explored, Found, GameResult, GameRow, ImportReport, Results, Stats};
use parlor_games::Kind;

/// The width of a bar that stands for 100 %.
const BAR_WIDTH: u32 = 20;
/// The maximum number of players and openings that are listed.
const MAX_LISTED: usize = 15;

pub(super) fn imported(out: &mut impl Write, report: &ImportReport) -> io::Result<()> {
    for file in &report.files {
        let mut line = format!("{}: {} new", file.name, games(file.imported));
        if file.known > 0 {
            line += &format!(", {} known already", file.known);
        }
        if file.unreadable > 0 {
            line += &format!(", {} unreadable", file.unreadable);
        }
        if let Some(reason) = &file.reason {
            line += &format!(" ({reason})");
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

pub(super) fn found(out: &mut impl Write, found: &Found, skip: u32) -> io::Result<()> {
    for game in &found.games {
        writeln!(out, "{}", row(game))?;
    }
    let shown = found.games.len() as u32;
    match (shown, found.total) {
        (_, 0) => writeln!(out, "no games"),
        (shown, total) if shown == total => writeln!(out, "{}", games(total)),
        (0, total) => writeln!(out, "{}; none after the first {skip}", games(total)),
        (shown, total) => writeln!(out, "{}, {} to {} shown", games(total), skip + 1, skip + shown),
    }
}

fn row(game: &GameRow) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let result = match (game.result, game.lead) {
        (Some(_), Some(lead)) => format!("{lead:+}"),
        (Some(GameResult::Black), None) => "1-0".to_owned(),
        (Some(GameResult::White), None) => "0-1".to_owned(),
        (Some(GameResult::Draw), None) => "1/2".to_owned(),
        (None, _) => "*".to_owned(),
    };
    let players = format!("{} – {}", name(&game.black), name(&game.white));
    let mut line = format!(
        "{:>7}  {:10}  {:7}  {players:40}  {result:>4}",
        game.id,
        game.date.as_deref().unwrap_or("?"),
        game.game
    );
    let rest = [&game.event, &game.opening];
    for text in rest.into_iter().flatten() {
        line += "  ";
        line += text;
    }
    if let Some(ply) = game.ply {
        line += &format!("  after {ply} plies");
    }
    line
}

pub(super) fn stats(out: &mut impl Write, stats: &Stats) -> io::Result<()> {
    let results = &stats.results;
    writeln!(out, "{}: {}", games(results.games()), ended(results))?;
    if !stats.players.is_empty() {
        writeln!(
            out,
            "\nPlayers                            games  won  drawn  lost"
        )?;
    }
    for player in stats.players.iter().take(MAX_LISTED) {
        writeln!(
            out,
            "{} {:32} {:6} {:4} {:6} {:5}  {}",
            if player.searched { "*" } else { " " },
            player.name,
            player.games,
            player.wins,
            player.draws,
            player.losses,
            bar(player.wins * 2 + player.draws, player.games * 2)
        )?;
    }
    if stats.openings.iter().any(|opening| opening.name.is_some()) {
        writeln!(out, "\nOpenings                           games  black wins")?;
        for opening in stats.openings.iter().take(MAX_LISTED) {
            let games = opening.results.games();
            writeln!(
                out,
                "  {:32} {games:6}  {:>4}  {}",
                opening.name.as_deref().unwrap_or("without a name"),
                percent(opening.results.black * 2 + opening.results.draws, games * 2),
                bar(games, results.games())
            )?;
        }
    }
    if stats.years.len() > 1 {
        writeln!(out, "\nYears")?;
        let most = stats
            .years
            .iter()
            .map(|year| year.results.games())
            .max()
            .unwrap_or(1);
        for year in &stats.years {
            let name = if year.year == 0 {
                "?".to_owned()
            } else {
                year.year.to_string()
            };
            let games = year.results.games();
            writeln!(out, "  {name:>4} {games:7}  {}", bar(games, most))?;
        }
    }
    Ok(())
}

pub(super) fn explored(out: &mut impl Write, kind: Kind, explored: &Explored) -> io::Result<()> {
    if let Some(opening) = &explored.opening {
        writeln!(out, "{opening}")?;
    }
    writeln!(
        out,
        "{}: {}",
        games(explored.results.games()),
        ended(&explored.results)
    )?;
    if explored.moves.is_empty() {
        return writeln!(out, "no move is known here");
    }
    let [black, white] =
        [parlor_core::Color::Black, parlor_core::Color::White].map(|color| kind.side_name(color));
    writeln!(
        out,
        "move     games  share  {black} wins  {white} wins  draws    book  opening"
    )?;
    let total: u32 = explored.moves.iter().map(|mv| mv.results.games()).sum();
    let (black, white) = (black.len() + 5, white.len() + 5);
    for mv in &explored.moves {
        let n_games = mv.results.games();
        let book = mv
            .book
            .map_or_else(String::new, |worth| format!("{:+.2}", f64::from(worth) / 100.0));
        let line = format!(
            "{:7} {n_games:6}  {:>5}  {:black$}  {:white$}  {:5}  {book:>6}  {}",
            mv.text,
            percent(n_games, total),
            mv.results.black,
            mv.results.white,
            mv.results.draws,
            mv.opening.as_deref().unwrap_or_default(),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn ended(results: &Results) -> String {
    let mut text = format!(
        "{} won by black, {} by white, {} drawn",
        results.black, results.white, results.draws
    );
    if results.unknown > 0 {
        text += &format!(", {} without a result", results.unknown);
    }
    text
}

fn games(number: u32) -> String {
    match number {
        1 => "1 game".to_owned(),
        _ => format!("{number} games"),
    }
}

fn percent(part: u32, whole: u32) -> String {
    if whole == 0 {
        return String::new();
    }
    format!("{:.0} %", f64::from(part) * 100.0 / f64::from(whole))
}

fn bar(part: u32, whole: u32) -> String {
    let length = u64::from(part) * u64::from(BAR_WIDTH) / u64::from(whole.max(1));
    "█".repeat(length as usize)
}
