//! The report as one page that needs nothing else: tables, and plots as inline SVG.

use std::fmt::Write as _;

use super::{Results, with_error};
use crate::stats::Tally;
use crate::store::Stored;

/// How many games with troubles are listed.
pub(super) const MOST_TROUBLES: usize = 200;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;\
color:#1c1c1c;background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .7rem;\
border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}th:nth-child(2),td:nth-child(2){text-align:left}\
caption{text-align:left;font-weight:600;padding:.3rem 0}svg{max-width:100%;height:auto}.scroll{overflow-x:auto}\
td.words{white-space:normal;text-align:left}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}th,td{border-color:#444}svg{color:#eee}}";

/// The page. `course` are the games in order: who was black, who was white, black's half points.
pub(super) fn page(results: &Results, course: &[(i64, i64, i64)], troubles: &[Stored]) -> String {
    let mut page = String::new();
    let title = escaped(&results.tournament.name);
    let verdict = results.progress.verdict.as_deref().unwrap_or("not over yet");
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\
        <body><h1>{title}</h1><p>{}, {} games, time control {}; {}.</p>",
        escaped(&results.tournament.game),
        results.progress.done,
        escaped(&results.tournament.control.to_string()),
        escaped(verdict),
    );
    table(&mut page, results);
    page.push_str("<h2>Ratings</h2>");
    rating_plot(&mut page, results);
    if let Some(sprt) = results.tournament.sprt {
        page.push_str("<h2>The sequential test</h2>");
        let points: Vec<f64> = tallies(course)
            .iter()
            .map(|tally| sprt.llr(&tally.pairs))
            .collect();
        let (lower, upper) = sprt.bounds();
        curve(
            &mut page,
            &points,
            &[lower, 0.0, upper],
            "log-likelihood ratio by pairs of games",
        );
    } else if results.tournament.entrants.len() == 2 {
        page.push_str("<h2>The course of the match</h2>");
        let points: Vec<f64> = tallies(course)
            .iter()
            .map(|tally| 100.0 * tally.score())
            .collect();
        curve(
            &mut page,
            &points,
            &[0.0, 50.0, 100.0],
            "points of the first in % by pairs of games",
        );
    }
    page.push_str("<h2>Everybody against everybody</h2>");
    cross_table(&mut page, results);
    if !troubles.is_empty() {
        trouble_table(&mut page, results, troubles);
    }
    page.push_str("</body></html>\n");
    page
}

fn table(page: &mut String, results: &Results) {
    page.push_str(
        "<div class=\"scroll\"><table><tr><th>#</th><th>name</th><th>games</th><th>won</th><th>drawn</th><th>lost</th>\
        <th>%</th><th>Elo</th><th>rating</th><th>LOS %</th><th>faults</th></tr>",
    );
    for (place, &entrant) in results.order.iter().enumerate() {
        let tally = results.tally(entrant);
        let elo = tally.elo();
        let rating = results.ratings[entrant];
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td><td>{}</td>\
            <td>{:.1}</td><td>{}</td></tr>",
            place + 1,
            escaped(results.name(entrant)),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score(),
            with_error(elo.difference, elo.error),
            with_error(rating.elo, rating.error),
            100.0 * tally.likelihood_of_superiority(),
            results.n_faults(entrant),
        );
    }
    page.push_str("</table></div>");
}

fn cross_table(page: &mut String, results: &Results) {
    page.push_str("<div class=\"scroll\"><table><tr><th>#</th><th>name</th>");
    for place in 1..=results.order.len() {
        let _ = write!(page, "<th>{place}</th>");
    }
    page.push_str("</tr>");
    for (place, &row) in results.order.iter().enumerate() {
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td>",
            place + 1,
            escaped(results.name(row))
        );
        for &column in &results.order {
            let _ = write!(
                page,
                "<td>{}</td>",
                results.against(row, column).unwrap_or_default()
            );
        }
        page.push_str("</tr>");
    }
    page.push_str("</table></div>");
}

fn trouble_table(page: &mut String, results: &Results, troubles: &[Stored]) {
    page.push_str("<h2>Ends before the end</h2><div class=\"scroll\"><table><tr><th>game</th><th>who</th><th>reason</th><th>words</th></tr>");
    for game in troubles {
        let name = usize::try_from(game.finished.culprit).map_or("", |entrant| results.name(entrant));
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"words\">{}</td></tr>",
            game.planned.number + 1,
            escaped(name),
            escaped(&game.finished.reason),
            escaped(&game.finished.detail),
        );
    }
    page.push_str("</table></div>");
}

/// A bar for each entrant with its error.
fn rating_plot(page: &mut String, results: &Results) {
    const ROW: f64 = 24.0;
    const LEFT: f64 = 180.0;
    const WIDTH: f64 = 560.0;
    let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
    let reach = results
        .ratings
        .iter()
        .map(|rating| finite(rating.elo).abs() + finite(rating.error).min(400.0))
        .fold(50.0, f64::max);
    let x = |elo: f64| LEFT + WIDTH / 2.0 * (1.0 + elo.clamp(-reach, reach) / reach);
    let height = ROW * (results.order.len() + 1) as f64;
    let _ = write!(
        page,
        "<svg role=\"img\" aria-label=\"ratings with error bars\" viewBox=\"0 0 780 {height}\" width=\"780\" height=\"{height}\" \
        fill=\"currentColor\" font-size=\"13\"><line x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1}\" stroke=\"currentColor\" \
        stroke-opacity=\".4\"/>",
        x(0.0),
        height - ROW,
    );
    for (row, &entrant) in results.order.iter().enumerate() {
        let rating = results.ratings[entrant];
        let (elo, error) = (finite(rating.elo), finite(rating.error));
        let y = ROW * (row as f64 + 0.5);
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" \
            stroke=\"currentColor\" stroke-width=\"2\"/><circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\"><title>{}</title></circle>",
            LEFT - 10.0,
            y + 4.0,
            escaped(&results.name(entrant).chars().take(24).collect::<String>()),
            x(elo - error),
            x(elo + error),
            x(elo),
            with_error(elo, error),
        );
    }
    for tick in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let _ = write!(
            page,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{:+.0}</text>",
            x(tick * reach),
            height - 6.0,
            tick * reach,
        );
    }
    page.push_str("</svg>");
}

/// A curve with horizontal lines at some values.
fn curve(page: &mut String, points: &[f64], lines: &[f64], label: &str) {
    const WIDTH: f64 = 760.0;
    const HEIGHT: f64 = 240.0;
    let all = || {
        points
            .iter()
            .chain(lines)
            .copied()
            .filter(|value| value.is_finite())
    };
    let low = all().fold(f64::INFINITY, f64::min);
    let high = all().fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(1e-9);
    let y = |value: f64| 10.0 + (HEIGHT - 20.0) * (high - value.clamp(low, high)) / span;
    let _ = write!(
        page,
        "<svg role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 820 {HEIGHT}\" width=\"820\" height=\"{HEIGHT}\" fill=\"none\" \
        stroke=\"currentColor\"><title>{label}</title>",
    );
    for &line in lines {
        let _ = write!(
            page,
            "<line x1=\"0\" x2=\"{WIDTH}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke-dasharray=\"4 4\" stroke-opacity=\".5\"/>\
            <text x=\"{1}\" y=\"{2:.1}\" fill=\"currentColor\" stroke=\"none\" font-size=\"13\">{line:.2}</text>",
            y(line),
            WIDTH + 6.0,
            y(line) + 4.0,
        );
    }
    // More points than pixels would only make the page large.
    let step = points.len().div_ceil(WIDTH as usize).max(1);
    let path: Vec<String> = points
        .iter()
        .enumerate()
        .filter(|(index, _)| index % step == 0 || index + 1 == points.len())
        .map(|(index, &value)| {
            let x = WIDTH * (index + 1) as f64 / points.len() as f64;
            format!("{x:.1},{:.1}", y(if value.is_finite() { value } else { 0.0 }))
        })
        .collect();
    let _ = write!(
        page,
        "<polyline points=\"{}\" stroke-width=\"2\"/></svg>",
        path.join(" ")
    );
}

/// The results of the first entrant after each pair of games in order.
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_program_says_becomes_markup() {
        assert_eq!(escaped("<script>&\""), "&lt;script&gt;&amp;&quot;");
    }

    #[test]
    fn the_course_is_seen_from_the_first_entrant() {
        let tallies = tallies(&[(0, 1, 2), (1, 0, 0), (0, 1, 0), (1, 0, 1)]);
        assert_eq!(tallies[0].pairs, [0, 0, 0, 0, 1]);
        assert_eq!((tallies[1].wins, tallies[1].draws, tallies[1].losses), (2, 1, 1));
    }
}
