//! A reviewed game as an HTML page.

use std::fmt::Write as _;

use parlor_core::{Color, Score};
use parlor_games::story::story;
use parlor_games::{AnyGame, opening};
use parlor_players::judge::{JudgedMove, Review, Verdict};

use crate::board::board;
use crate::graph::graph;

/// The contents of a report.
#[derive(Clone, Copy, Debug)]
pub struct GameReport<'a> {
    /// The whole game.
    pub game: &'a AnyGame,
    /// The title.
    pub title: &'a str,
    /// The names of the players, Black first.
    pub names: &'a [String; 2],
    /// The engine's review, as far as it is complete.
    pub review: &'a Review,
}

/// The maximum number of moves that are shown with a board: those that lost the most.
const MOST_TURNING_POINTS: usize = 6;

const STYLE: &str = "\
body{max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;font:16px/1.5 system-ui,sans-serif}\
h1{font-size:1.6rem}h2{margin-top:2rem;font-size:1.2rem}svg{max-width:100%;height:auto}\
table{border-collapse:collapse}th,td{padding:.2rem .8rem .2rem 0;text-align:left}th{color:#555}\
.points{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}\
figure{margin:0;break-inside:avoid}figcaption{font-size:.9rem}.moves{columns:14rem;padding-left:2.4rem}\
.moves li{break-inside:avoid}.blunder,.mistake{color:#a3231b;font-weight:600}.inaccuracy{color:#8a5a00}\
footer{margin-top:2rem;color:#666;font-size:.85rem}\
@media print{body{margin:0;font-size:11pt}h2{break-after:avoid}}";

/// Writes the report as a self-contained file.
pub fn game_page(report: &GameReport) -> String {
    let GameReport { game, review, .. } = report;
    let mut page = begin(report.title);
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "<p>{}</p>",
        escaped(&story(review.outcome(), &review.swings()).text(game.kind()))
    );
    if let Some(opening) = opening::of(game) {
        let _ = writeln!(
            page,
            "<p>Opening: {}, from move {} on.</p>",
            escaped(opening.name),
            opening.ply
        );
    }
    let scores: Vec<Score> = review.moments().map(|moment| moment.score).collect();
    let _ = writeln!(
        page,
        "<h2>The course of the game</h2>\n{}",
        graph(&scores, game.kind())
    );
    accuracy(report, &mut page);
    turning_points(report, &mut page);
    moves(report, &mut page);
    let _ = writeln!(
        page,
        "<h2>The last position</h2>\n<figure style=\"max-width:22rem\">{}</figure>\n\
         <footer>Scores are for {}, in pieces; ~ marks estimates, the others are exact. {FOOTER}</footer>\n\
         </body>\n</html>",
        board(game, None),
        game.kind().color_name(Color::Black)
    );
    page
}

/// The beginning of a page, including its title.
pub(crate) fn begin(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
}

fn accuracy(report: &GameReport, page: &mut String) {
    page.push_str(
        "<h2>Accuracy</h2>\n<table>\n<tr><th scope=\"col\">Player</th><th scope=\"col\">Accuracy</th>\
         <th scope=\"col\">Inaccuracies</th><th scope=\"col\">Mistakes</th><th scope=\"col\">Blunders</th></tr>\n",
    );
    for color in Color::ALL {
        let accuracy = report.review.accuracy(color);
        let accuracy = accuracy.map_or_else(|| "–".to_owned(), |value| format!("{value} %"));
        let counts = Verdict::ALL.map(|verdict| {
            let is_one = |mv: &&JudgedMove| mv.mover == color && mv.verdict == Some(verdict);
            report.review.moves().filter(is_one).count()
        });
        let name = escaped(&report.names[color.index()]);
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{name}</th><td>{accuracy}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            counts[0], counts[1], counts[2]
        );
    }
    page.push_str("</table>\n");
}

fn turning_points(report: &GameReport, page: &mut String) {
    let bad = |mv: &&JudgedMove| mv.verdict >= Some(Verdict::Mistake);
    let mut worst: Vec<&JudgedMove> = report.review.moves().filter(bad).collect();
    worst.sort_by(|one, other| other.lost().total_cmp(&one.lost()));
    worst.truncate(MOST_TURNING_POINTS);
    worst.sort_by_key(|mv| mv.number);
    if worst.is_empty() {
        return;
    }
    page.push_str("<h2>Turning points</h2>\n<div class=\"points\">\n");
    for judged in worst {
        point_figure(page, report.game, judged, "Move");
    }
    page.push_str("</div>\n");
}

/// A move that lost much, with the board after it. `place` is text before its number.
pub(crate) fn point_figure(page: &mut String, game: &AnyGame, judged: &JudgedMove, place: &str) {
    let mut game = game.clone();
    while game.len() >= judged.number && game.undo() {}
    let better = game.legal_moves().into_iter().find(|mv| mv.text == judged.best);
    // Shows the board after the move that was played.
    game.redo();
    let verdict = judged.verdict.map_or("", Verdict::name);
    let _ = writeln!(
        page,
        "<figure>{}<figcaption>{} {}. {} {}: <b class=\"{verdict}\">{verdict}</b>, which lost {:.0} % of the chances to \
         win. {} was better.</figcaption></figure>",
        board(&game, better.as_ref()),
        escaped(place),
        judged.number,
        game.kind().side_name(judged.mover),
        escaped(&judged.played),
        judged.lost() * 100.0,
        escaped(&judged.best)
    );
}

fn moves(report: &GameReport, page: &mut String) {
    page.push_str("<h2>Moves</h2>\n<ol class=\"moves\">\n");
    for (judged, after) in report.review.moves().zip(report.review.moments().skip(1)) {
        let mark = if after.is_exact { "" } else { "~" };
        let remark = judged.verdict.map_or_else(String::new, |verdict| {
            let name = verdict.name();
            format!(
                " <span class=\"{name}\">{name}, {} was better</span>",
                escaped(&judged.best)
            )
        });
        let _ = writeln!(
            page,
            "<li value=\"{}\">{} {mark}{}{remark}</li>",
            judged.number,
            escaped(&judged.played),
            after.score
        );
    }
    page.push_str("</ol>\n");
}

/// The last line of a page.
pub(crate) const FOOTER: &str = "Made by Parlor.";

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use parlor_core::think::Thought;
    use parlor_games::{Kind, Spec};

    use super::*;

    #[test]
    fn a_report_has_everything_in_one_file() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::ALL[0])).unwrap();
        let mut random = 3;
        game.play_randomly(4, &mut random);
        let mut review = Review::new(game.clone());
        // Black's first move lost the game.
        let mut scores = [-800, 800, -800, 800, 300].into_iter();
        while let Some(position) = review.next() {
            let best = position.legal_moves().last().unwrap().text.clone();
            let mut thought = Thought::unsearched(best);
            thought.lines[0].score = Score(scores.next().unwrap());
            review.thought(&thought);
        }
        let names = ["Ann <script>".to_owned(), "Bob & Co".to_owned()];
        let page = game_page(&GameReport {
            game: &game,
            title: "Othello: \"Ann\" – Bob",
            names: &names,
            review: &review,
        });
        assert!(page.contains("Ann &lt;script&gt;") && page.contains("Bob &amp; Co"));
        assert!(page.contains("&quot;Ann&quot;") && !page.contains("<script"));
        for part in [
            "<polyline",
            "Accuracy",
            "Turning points",
            "blunder",
            "was better",
            "The last position",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org").count()
        );
        assert!(!page.contains("https://"));
    }
}
