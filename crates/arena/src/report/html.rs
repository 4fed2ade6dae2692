//! The report as one self-contained page: tables, plots as inline SVG, and the games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::plot::{self, Curve};
use super::viewer::Viewer;
use super::{Results, or_blank};
use crate::schedule::Format;
use crate::store::Stored;
use parlor_measure::Tally;

/// The maximum number of forfeited games that are listed.
const MAX_FORFEITS: usize = 200;

/// The course of the tournament, game by game in the order of their numbers.
#[derive(Default)]
pub(super) struct GameHistory {
    /// For each game: black's entrant, white's entrant, and black's half points.
    pub(super) games: Vec<(i64, i64, i64)>,
    /// The number of moves of each game.
    pub(super) n_moves: Vec<i64>,
    /// The number of games per reason.
    pub(super) reasons: BTreeMap<String, u64>,
    /// The total time of all games, in milliseconds.
    pub(super) millis: i64,
    /// The first forfeited games.
    pub(super) forfeits: Vec<Stored>,
}

impl GameHistory {
    pub(super) fn add(&mut self, game: &Stored) {
        self.games
            .push((game.planned.black, game.planned.white, game.finished.halves));
        self.n_moves.push(game.finished.n_moves);
        *self.reasons.entry(game.finished.reason.clone()).or_default() += 1;
        self.millis = self.millis.saturating_add(game.finished.millis);
        if game.finished.culprit >= 0 && self.forfeits.len() < MAX_FORFEITS {
            self.forfeits.push(game.clone());
        }
    }
}

/// Returns the page.
pub(super) fn page(results: &Results, course: &GameHistory, viewer: &Viewer) -> String {
    let mut page = String::new();
    let title = escaped(&results.tournament.name);
    let style = include_str!("report.css");
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{style}</style></head>\
        <body><h1>{title}</h1><p class=\"lead\">{}, {}, time control {}</p>",
        escaped(kind_title(results)),
        format_words(results.tournament.format),
        escaped(&results.tournament.control.to_string()),
    );
    cards(&mut page, results, course);
    let verdict = results.progress.verdict.as_deref().unwrap_or("not over yet");
    let _ = write!(page, "<p class=\"verdict\">{}</p>", escaped(verdict));
    if let Some(warning) = results.warning() {
        let _ = write!(page, "<p class=\"verdict\">{}</p>", escaped(&warning));
    }
    page.push_str("<h2>Standings</h2>");
    table(&mut page, results);
    work_table(&mut page, results);
    page.push_str("<h2>Ratings</h2>");
    let rows: Vec<(String, f64, f64)> = results
        .order
        .iter()
        .map(|&entrant| {
            let rating = results.ratings[entrant];
            (results.name(entrant).to_owned(), rating.elo, rating.error)
        })
        .collect();
    plot::whiskers(&mut page, "ratings with error bars, in Elo", &rows);
    course_plot(&mut page, results, course);
    page.push_str("<div class=\"columns\"><div><h2>How games ended</h2>");
    let mut reasons: Vec<(String, u64)> = course.reasons.clone().into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    plot::bars(&mut page, "games by how they ended", &reasons);
    page.push_str("</div><div><h2>How long they were</h2>");
    plot::bars(
        &mut page,
        "games by their number of moves",
        &lengths(&course.n_moves),
    );
    page.push_str("</div></div><h2>Cross table</h2>");
    cross_table(&mut page, results);
    page.push_str(&viewer.section(&results.tournament, results.progress.done));
    if !course.forfeits.is_empty() {
        forfeit_table(&mut page, results, &course.forfeits);
    }
    page.push_str("</body></html>\n");
    page
}

fn kind_title(results: &Results) -> &str {
    results
        .tournament
        .kind()
        .map_or(results.tournament.game.as_str(), |kind| kind.title())
}

fn format_words(format: Format) -> String {
    match format {
        Format::RoundRobin { encounters } => format!("round-robin, {encounters} encounters of each pair"),
        Format::Gauntlet { encounters } => format!("gauntlet, {encounters} encounters"),
        Format::Swiss { rounds } => format!("Swiss system, {rounds} rounds"),
        Format::Ladder { rounds } => format!("ladder, {rounds} rounds"),
    }
}

/// The key figures at the top of the page.
fn cards(page: &mut String, results: &Results, course: &GameHistory) {
    let n = course.games.len().max(1) as f64;
    let faults: i64 = results.faults.iter().map(|fault| fault.count).sum();
    let drawn = course.games.iter().filter(|(_, _, halves)| *halves == 1).count();
    let black: i64 = course.games.iter().map(|(_, _, halves)| halves).sum();
    let moves: i64 = course.n_moves.iter().sum();
    let cards = [
        (results.tournament.entrants.len().to_string(), "players"),
        (results.progress.done.to_string(), "games"),
        (format!("{:.1} %", 100.0 * drawn as f64 / n), "drawn"),
        (
            format!("{:.1} %", 50.0 * black as f64 / n),
            "points of the first mover",
        ),
        (format!("{:.1}", moves as f64 / n), "moves a game"),
        (format!("{:.2} s", course.millis as f64 / 1000.0 / n), "a game"),
        (faults.to_string(), "forfeited"),
    ];
    page.push_str("<ul class=\"cards\">");
    for (figure, words) in cards {
        let _ = write!(page, "<li><b>{figure}</b><span>{words}</span></li>");
    }
    page.push_str("</ul>");
}

/// Plots the sequential test, the Elo difference of two players, or the scores of many.
fn course_plot(page: &mut String, results: &Results, course: &GameHistory) {
    if let Some(sprt) = results.tournament.sprt {
        page.push_str("<h2>The sequential test</h2>");
        let tallies = tallies(&course.games);
        let curve = Curve {
            name: "LLR".to_owned(),
            points: tallies.iter().map(|tally| sprt.llr(&tally.pairs)).collect(),
            band: None,
        };
        let (lower, upper) = sprt.bounds();
        let n = tallies.len();
        plot::curves(
            page,
            "log-likelihood ratio by pairs of games",
            &[curve],
            &[lower, upper],
            n,
        );
    }
    if results.tournament.entrants.len() == 2 {
        page.push_str("<h2>Elo of the first against the second</h2>");
        let tallies = tallies(&course.games);
        let curve = Curve {
            name: results.name(0).to_owned(),
            points: tallies.iter().map(|tally| tally.elo().difference).collect(),
            band: Some(tallies.iter().map(|tally| tally.elo().error).collect()),
        };
        plot::curves(page, "Elo by pairs of games", &[curve], &[0.0], tallies.len());
    } else {
        page.push_str("<h2>Points in % as the games went</h2>");
        let shown = &results.order[..results.order.len().min(8)];
        let curves: Vec<Curve> = shown
            .iter()
            .map(|&entrant| Curve {
                name: results.name(entrant).to_owned(),
                points: shares(&course.games, entrant),
                band: None,
            })
            .collect();
        plot::curves(page, "points by games", &curves, &[], course.games.len());
    }
}

/// An entrant's score in per cent, after each game of the tournament.
fn shares(games: &[(i64, i64, i64)], entrant: usize) -> Vec<f64> {
    let (mut halves, mut n) = (0, 0);
    games
        .iter()
        .map(|&(black, white, black_halves)| {
            if black == entrant as i64 {
                halves += black_halves;
                n += 1;
            } else if white == entrant as i64 {
                halves += 2 - black_halves;
                n += 1;
            }
            if n == 0 {
                f64::NAN
            } else {
                50.0 * halves as f64 / f64::from(n)
            }
        })
        .collect()
}

/// A histogram of game lengths.
fn lengths(n_moves: &[i64]) -> Vec<(String, u64)> {
    const MAX_BARS: i64 = 12;
    let longest = n_moves.iter().copied().max().unwrap_or_default().max(1);
    let width = [1, 2, 5, 10, 20, 50, 100, 200]
        .into_iter()
        .find(|width| longest / width < MAX_BARS)
        .unwrap_or(500);
    let first = n_moves.iter().copied().min().unwrap_or_default() / width;
    let mut bars: Vec<(String, u64)> = (first..=longest / width)
        .map(|bar| (format!("{} to {}", bar * width, (bar + 1) * width - 1), 0))
        .collect();
    for n in n_moves {
        if let Ok(at) = usize::try_from(n / width - first)
            && let Some((_, count)) = bars.get_mut(at)
        {
            *count += 1;
        }
    }
    bars
}

fn table(page: &mut String, results: &Results) {
    page.push_str(
        "<div class=\"scroll\"><table><tr><th>#</th><th class=\"name\">name</th><th>games</th><th>won</th><th>drawn</th>\
        <th>lost</th><th>points</th><th>%</th><th>Elo</th><th>rating</th><th>LOS %</th><th>faults</th></tr>",
    );
    for (place, &entrant) in results.order.iter().enumerate() {
        let tally = results.tally(entrant);
        let elo = tally.elo();
        let rating = results.ratings[entrant];
        let faults = results.n_faults(entrant);
        let _ = write!(
            page,
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td>\
            <td>{}</td><td>{}</td><td>{:.1}</td><td{}>{faults}</td></tr>",
            place + 1,
            escaped(results.name(entrant)),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            f64::from(tally.wins) + 0.5 * f64::from(tally.draws),
            100.0 * tally.score(),
            elo,
            rating,
            100.0 * tally.likelihood_of_superiority(),
            if faults > 0 { " class=\"faulty\"" } else { "" },
        );
    }
    page.push_str("</table></div>");
}

/// The search effort of each player.
fn work_table(page: &mut String, results: &Results) {
    page.push_str(
        "<h2>Time and depth</h2><div class=\"scroll\"><table><tr><th class=\"name\">name</th><th>time control</th><th>moves</th>\
        <th>seconds</th><th>seconds a move</th><th>depth</th><th>nodes/s</th></tr>",
    );
    for &entrant in &results.order {
        let work = results.work[entrant];
        let _ = write!(
            page,
            "<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(results.name(entrant)),
            escaped(&results.control(entrant)),
            work.moves,
            work.seconds(),
            or_blank(work.seconds_per_move(), 4),
            or_blank(work.depth(), 1),
            or_blank(work.nodes_per_second(), 0),
        );
    }
    page.push_str("</table></div>");
}

fn cross_table(page: &mut String, results: &Results) {
    page.push_str("<div class=\"scroll\"><table><tr><th>#</th><th class=\"name\">name</th>");
    for place in 1..=results.order.len() {
        let _ = write!(page, "<th>{place}</th>");
    }
    page.push_str("</tr>");
    for (place, &row) in results.order.iter().enumerate() {
        let _ = write!(
            page,
            "<tr><td>{}</td><td class=\"name\">{}</td>",
            place + 1,
            escaped(results.name(row))
        );
        for &column in &results.order {
            match results.tally_against(row, column) {
                // Green above one half, red below, more intense for larger differences.
                Some(tally) => {
                    let lead = 2.0 * tally.score() - 1.0;
                    let color = if lead < 0.0 { "179,53,44" } else { "47,125,79" };
                    let _ = write!(
                        page,
                        "<td style=\"background:rgba({color},{:.2})\">{}/{}</td>",
                        0.45 * lead.abs(),
                        f64::from(tally.wins) + 0.5 * f64::from(tally.draws),
                        tally.games(),
                    );
                }
                None => page.push_str("<td></td>"),
            }
        }
        page.push_str("</tr>");
    }
    page.push_str("</table></div>");
}

fn forfeit_table(page: &mut String, results: &Results, forfeits: &[Stored]) {
    page.push_str(
        "<h2>Forfeited games</h2><div class=\"scroll\"><table><tr><th>game</th><th class=\"name\">who</th><th>reason</th>\
        <th class=\"name\">words</th></tr>",
    );
    for game in forfeits {
        let name = usize::try_from(game.finished.culprit).map_or("", |entrant| results.name(entrant));
        let number = game.planned.number + 1;
        let log = if game.finished.log.is_empty() {
            number.to_string()
        } else {
            format!("<a href=\"logs/game-{number}.log\">{number}</a>")
        };
        let _ = write!(
            page,
            "<tr><td>{log}</td><td class=\"name\">{}</td><td>{}</td><td class=\"words\">{}</td></tr>",
            escaped(name),
            escaped(&game.finished.reason),
            escaped(&game.finished.detail),
        );
    }
    page.push_str("</table></div>");
}

/// The results of the first entrant after each pair of games.
fn tallies(course: &[(i64, i64, i64)]) -> Vec<Tally> {
    let mut tally = Tally::default();
    course
        .chunks_exact(2)
        .map(|pair| {
            let halves = |&(black, _, halves): &(i64, i64, i64)| {
                let halves = if black == 0 { halves } else { 2 - halves };
                u32::try_from(halves).unwrap_or_default()
            };
            tally.add_pair([halves(&pair[0]), halves(&pair[1])]);
            tally
        })
        .collect()
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_output_never_becomes_markup() {
        assert_eq!(escaped("<script>&\""), "&lt;script&gt;&amp;&quot;");
    }

    #[test]
    fn tallies_are_from_the_first_entrants_point_of_view() {
        let tallies = tallies(&[(0, 1, 2), (1, 0, 0), (0, 1, 0), (1, 0, 1)]);
        assert_eq!(tallies[0].pairs, [0, 0, 0, 0, 1]);
        assert_eq!((tallies[1].wins, tallies[1].draws, tallies[1].losses), (2, 1, 1));
    }

    #[test]
    fn shares_are_of_the_games_so_far() {
        let shares = shares(&[(0, 1, 2), (1, 2, 1), (2, 0, 2)], 0);
        assert_eq!(shares, [100.0, 100.0, 50.0]);
    }

    #[test]
    fn every_game_length_has_a_bar() {
        let bars = lengths(&[3, 9, 10, 58, 60]);
        assert_eq!(bars.iter().map(|(_, count)| count).sum::<u64>(), 5);
        assert_eq!(bars[0], ("0 to 9".to_owned(), 2));
        assert!(!lengths(&[]).is_empty() && lengths(&[2000, 1]).len() < 14);
    }
}
