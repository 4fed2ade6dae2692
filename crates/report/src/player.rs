//! The games of one player: how well they were played, and what they have in common.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, opening};
use parlor_players::judge::{JudgedMove, Review, Verdict};

use crate::page::{FOOTER, begin, escaped, point_figure};

/// A game of a player.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    /// The whole game.
    pub game: AnyGame,
    /// The engine's review.
    pub review: Review,
    /// The player's side.
    pub side: Color,
    /// The name of the opponent.
    pub opponent: String,
    /// The result, if known.
    pub result: Option<Outcome>,
    /// The date, if known.
    pub date: String,
    /// Where it was played, if known.
    pub event: String,
}

/// A summary of a player's games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// The number of wins, draws and losses.
    pub results: [usize; 3],
    /// The mean accuracy, from 0 to 100; `None` if the player never had a choice.
    pub accuracy: Option<f64>,
    /// The mean accuracy of the earlier and of the later half of the games, if there are enough games.
    pub halves: Option<[f64; 2]>,
    /// The number of inaccuracies, mistakes and blunders.
    pub verdicts: [usize; 3],
    /// The openings, most frequent first.
    pub openings: Vec<OpeningSummary>,
}

/// A summary of a player's games in one opening.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningSummary {
    /// Its name.
    pub name: &'static str,
    /// The number of wins, draws and losses.
    pub results: [usize; 3],
    /// The number of games.
    pub games: usize,
    /// The mean accuracy.
    pub accuracy: Option<f64>,
}

/// With fewer games, comparing halves is meaningless.
const FEWEST_FOR_HALVES: usize = 4;
/// The maximum number of moves that are shown with a board: those that lost the most.
const MOST_TURNING_POINTS: usize = 12;
/// The number of games in the moving average of the trend.
const TREND: usize = 5;

impl PlayerGame {
    /// The player's accuracy, from 0 to 100.
    pub fn accuracy(&self) -> Option<u32> {
        self.review.accuracy(self.side)
    }

    /// The player's moves that were judged.
    pub fn moves(&self) -> impl Iterator<Item = &JudgedMove> {
        self.review.moves().filter(|mv| mv.mover == self.side)
    }

    /// The name of the opening.
    pub fn opening(&self) -> Option<&'static str> {
        opening::of(&self.game).map(|found| found.name)
    }

    fn n_verdicts(&self, verdict: Verdict) -> usize {
        self.moves().filter(|mv| mv.verdict == Some(verdict)).count()
    }

    fn result_index(&self) -> Option<usize> {
        self.result.map(|outcome| match outcome.winner() {
            Some(winner) if winner == self.side => 0,
            None => 1,
            Some(_) => 2,
        })
    }
}

/// Summarises games, which must be in order, latest first.
pub fn summary(games: &[PlayerGame]) -> PlayerSummary {
    let mut by_opening: BTreeMap<&'static str, Vec<&PlayerGame>> = BTreeMap::new();
    for game in games {
        if let Some(name) = game.opening() {
            by_opening.entry(name).or_default().push(game);
        }
    }
    let mut openings: Vec<OpeningSummary> = by_opening
        .into_iter()
        .map(|(name, games)| OpeningSummary {
            name,
            results: results(games.iter().copied()),
            games: games.len(),
            accuracy: mean(games.iter().copied()),
        })
        .collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    let (later, earlier) = games.split_at(games.len() / 2);
    let halves = match (mean(earlier), mean(later)) {
        (Some(earlier), Some(later)) if games.len() >= FEWEST_FOR_HALVES => Some([earlier, later]),
        _ => None,
    };
    PlayerSummary {
        results: results(games),
        accuracy: mean(games),
        halves,
        verdicts: Verdict::ALL.map(|verdict| games.iter().map(|game| game.n_verdicts(verdict)).sum()),
        openings,
    }
}

/// The player's moves that lost the most, with the indices of their games, worst first.
pub fn turning_points(games: &[PlayerGame]) -> Vec<(usize, &JudgedMove)> {
    let mut worst: Vec<(usize, &JudgedMove)> = games
        .iter()
        .enumerate()
        .flat_map(|(index, game)| game.moves().map(move |mv| (index, mv)))
        .filter(|(_, mv)| mv.verdict >= Some(Verdict::Mistake))
        .collect();
    worst.sort_by(|(_, one), (_, other)| other.lost().total_cmp(&one.lost()));
    worst.truncate(MOST_TURNING_POINTS);
    worst
}

fn results<'a>(games: impl IntoIterator<Item = &'a PlayerGame>) -> [usize; 3] {
    let mut results = [0; 3];
    for index in games.into_iter().filter_map(PlayerGame::result_index) {
        results[index] += 1;
    }
    results
}

fn mean<'a>(games: impl IntoIterator<Item = &'a PlayerGame>) -> Option<f64> {
    mean_of(games.into_iter().filter_map(PlayerGame::accuracy))
}

fn mean_of(values: impl Iterator<Item = u32>) -> Option<f64> {
    let values: Vec<f64> = values.map(f64::from).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Writes the report as a self-contained file. The games must be in order, latest first.
pub fn player_page(player: &str, games: &[PlayerGame]) -> String {
    let n_games = match games.len() {
        1 => "1 game".to_owned(),
        n_games => format!("the last {n_games} games"),
    };
    let mut page = begin(&format!("{player}: {n_games}"));
    let sum = summary(games);
    let [won, drawn, lost] = sum.results;
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "<table>\n<tr><th scope=\"row\">Won, drawn, lost</th><td>{won}, {drawn}, {lost}</td></tr>\n\
         <tr><th scope=\"row\">Accuracy</th><td>{}</td></tr>",
        percent(sum.accuracy)
    );
    if let Some([earlier, later]) = sum.halves {
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">Earlier half, later half</th><td>{earlier:.0} %, {later:.0} %</td></tr>"
        );
    }
    let [inaccuracies, mistakes, blunders] = sum.verdicts;
    let _ = writeln!(
        page,
        "<tr><th scope=\"row\">Inaccuracies, mistakes, blunders</th><td>{inaccuracies}, {mistakes}, {blunders}</td></tr>\n</table>"
    );
    trend(&mut page, games);
    openings(&mut page, &sum.openings);
    let worst = turning_points(games);
    if !worst.is_empty() {
        page.push_str("<h2>Moves that lost most</h2>\n<div class=\"points\">\n");
        for (index, judged) in worst {
            let game = &games[index];
            let place = format!("Game {}, against {}, move", index + 1, game.opponent);
            point_figure(&mut page, &game.game, judged, &place);
        }
        page.push_str("</div>\n");
    }
    list(&mut page, games);
    let _ = writeln!(
        page,
        "<footer>Accuracy is 100 % where no move lost any of the chances to win. {FOOTER}</footer>\n</body>\n</html>"
    );
    page
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{share:.0} %"))
}

/// The accuracy of every game, earliest first, and its moving average.
fn trend(page: &mut String, games: &[PlayerGame]) {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 220.0;
    const MARGIN: f64 = 36.0;
    let values: Vec<u32> = games.iter().rev().filter_map(PlayerGame::accuracy).collect();
    if values.len() < 2 {
        return;
    }
    let step = (WIDTH - 2.0 * MARGIN) / (values.len() - 1) as f64;
    let x = |index: usize| MARGIN + step * index as f64;
    let y = |value: f64| HEIGHT - MARGIN - value / 100.0 * (HEIGHT - 2.0 * MARGIN);
    let mut line = String::new();
    let mut dots = String::new();
    for (index, &value) in values.iter().enumerate() {
        let window = values[(index + 1).saturating_sub(TREND)..=index].iter().copied();
        let smooth = mean_of(window).unwrap_or_default();
        let _ = write!(line, "{:.1},{:.1} ", x(index), y(smooth));
        let _ = write!(
            dots,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"#3f7d58\"/>",
            x(index),
            y(f64::from(value))
        );
    }
    let _ = writeln!(
        page,
        "<h2>Accuracy, game by game</h2>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n<title>Accuracy of each game, the earliest first, and the \
         mean of {TREND}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fbfaf7\"/>"
    );
    for value in [0.0, 50.0, 100.0] {
        let _ = writeln!(
            page,
            "<path d=\"M{MARGIN} {0:.1}H{1:.1}\" stroke=\"#ccc\"/><text x=\"4\" y=\"{2:.1}\">{value} %</text>",
            y(value),
            WIDTH - MARGIN,
            y(value) + 4.0
        );
    }
    let _ = writeln!(
        page,
        "{dots}\n<polyline points=\"{}\" fill=\"none\" stroke=\"#24543a\" stroke-width=\"2\"/>\n</svg>",
        line.trim_end()
    );
}

fn openings(page: &mut String, openings: &[OpeningSummary]) {
    if openings.is_empty() {
        return;
    }
    page.push_str(
        "<h2>Openings</h2>\n<table>\n<tr><th scope=\"col\">Opening</th><th scope=\"col\">Games</th><th scope=\"col\">Won</th>\
         <th scope=\"col\">Drawn</th><th scope=\"col\">Lost</th><th scope=\"col\">Accuracy</th></tr>\n",
    );
    for opening in openings {
        let [won, drawn, lost] = opening.results;
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{won}</td><td>{drawn}</td><td>{lost}</td><td>{}</td></tr>",
            escaped(opening.name),
            opening.games,
            percent(opening.accuracy)
        );
    }
    page.push_str("</table>\n");
}

fn list(page: &mut String, games: &[PlayerGame]) {
    page.push_str(
        "<h2>Games</h2>\n<table>\n<tr><th scope=\"col\">No.</th><th scope=\"col\">Date</th><th scope=\"col\">Game</th>\
         <th scope=\"col\">Opponent</th><th scope=\"col\">Result</th><th scope=\"col\">Accuracy</th>\
         <th scope=\"col\">Blunders</th><th scope=\"col\">Opening</th></tr>\n",
    );
    for (index, game) in games.iter().enumerate() {
        let kind = game.game.kind();
        let result = game
            .result_index()
            .map_or("–", |index| ["won", "drawn", "lost"][index]);
        let accuracy = game.accuracy().map(f64::from);
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}, {}</td><td>{}</td><td>{result}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            index + 1,
            escaped(&game.date),
            kind.title(),
            kind.color_name(game.side),
            escaped(&game.opponent),
            percent(accuracy),
            game.n_verdicts(Verdict::Blunder),
            escaped(game.opening().unwrap_or_default())
        );
    }
    page.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use parlor_core::Score;
    use parlor_core::think::Thought;
    use parlor_games::{Kind, Spec};

    use super::*;

    /// A game in which Black's first move lost this much.
    fn played(moves: &[&str], lost: i32, winner: Color) -> PlayerGame {
        let mut game = AnyGame::new(&Spec::default_for(Kind::ALL[0])).unwrap();
        for mv in moves {
            game.play(mv).unwrap();
        }
        let mut review = Review::new(game.clone());
        while let Some(position) = review.next() {
            let score = match (position.len(), position.turn()) {
                (0, _) => 0,
                (_, Color::Black) => -lost,
                (_, Color::White) => lost,
            };
            let mut thought = Thought::unsearched(position.legal_moves().last().unwrap().text.clone());
            thought.lines[0].score = Score(score);
            review.thought(&thought);
        }
        PlayerGame {
            game,
            review,
            side: Color::Black,
            opponent: "Bob <b>".to_owned(),
            result: Some(Outcome::Win(winner)),
            date: "2026.11.18".to_owned(),
            event: String::new(),
        }
    }

    #[test]
    fn a_report_of_a_player_counts_openings_results_and_mistakes() {
        let tiger = ["f5", "d6", "c3", "d3", "c4"];
        let games = [
            played(&tiger, 0, Color::Black),
            played(&tiger, 900, Color::White),
            played(&["f5", "f6", "e6", "f4"], 900, Color::White),
            played(&["f5", "f6", "e6", "f4", "e3"], 0, Color::Black),
        ];
        let sum = summary(&games);
        assert_eq!((sum.results, sum.verdicts), ([2, 0, 2], [0, 0, 2]));
        assert_eq!((sum.openings[0].name, sum.openings[0].games), ("Tiger", 2));
        assert_eq!(sum.openings[0].results, [1, 0, 1]);
        let [earlier, later] = sum.halves.unwrap();
        assert!(sum.accuracy.unwrap() > earlier.min(later) && sum.accuracy.unwrap() < 100.0);
        let worst = turning_points(&games);
        let numbers: Vec<usize> = worst.iter().map(|(index, _)| *index).collect();
        assert_eq!(numbers, [1, 2]);
        let page = player_page("Ann & Co", &games);
        for part in [
            "Ann &amp; Co: the last 4 games",
            "Bob &lt;b&gt;",
            "<polyline",
            "Tiger",
            "Moves that lost most",
            "Game 2, against",
            "2, 0, 2",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("<figure>").count(), 2);
        assert!(!page.contains("<b>,") && !page.contains("https://") && !page.contains("<script"));
    }
}
