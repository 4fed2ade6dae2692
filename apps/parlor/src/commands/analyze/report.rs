//! The output of an analysis, as text and as JSON.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use parlor_core::think::{Report, Thought};
use parlor_core::{Color, Score};
use parlor_games::story::story;
use parlor_games::{AnyGame, Kind, opening};
use parlor_players::judge::{AnalyzedPosition, Review, Verdict};
use serde_json::{Value, json};

use super::Source;
use crate::plot;

/// The heading of the rows of [`depth_row`].
pub(super) const DEPTH_HEADING: &str = "  depth        score         nodes       time  line";

/// A row with the result of one depth. Once a solver sees the end of the game, the depth is the distance to
/// it, with the probability that the score is right.
pub(super) fn depth_row(found: &Report<String>) -> String {
    let depth = match found.confidence {
        Some(percent) => format!("{}@{percent}%", found.seldepth),
        None => found.depth.to_string(),
    };
    format!(
        "{depth:>7} {:>12} {:>13} {:>8.2} s  {}",
        score_text(found.score, found.is_exact),
        found.nodes,
        found.time.as_secs_f64(),
        found.line.join(" ")
    )
}

/// The best lines of a position, and what they cost.
pub(super) fn position(
    as_json: bool,
    kind: Kind,
    game: &AnyGame,
    thought: &Thought<String>,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    if !as_json {
        writeln!(out)?;
    }
    for line in &thought.lines {
        let text = line.moves.join(" ");
        if as_json {
            let row = json!({
                "score": line.score.0,
                "exact": line.is_exact,
                "confidence": line.confidence,
                "plies_to_end": line.score.plies_to_end(),
                "depth": line.depth,
                "line": text,
            });
            writeln!(out, "{row}")?;
        } else {
            let score = score_text(line.score, line.is_exact);
            let sure = line
                .confidence
                .map_or_else(String::new, |percent| format!(" ({percent} %)"));
            writeln!(out, "{score:>12}  depth {:>2}{sure}  {text}", line.depth)?;
        }
    }
    let (nodes, seconds) = (thought.nodes, thought.time.as_secs_f64());
    if as_json {
        writeln!(out, "{}", json!({ "nodes": nodes, "seconds": seconds }))?;
    } else {
        let side = kind.color_name(game.turn());
        let marks = if thought.lines.iter().any(|line| !line.is_exact) {
            "; ~ marks estimates"
        } else {
            "; all are exact"
        };
        writeln!(
            out,
            "scores are for {side}, who is to move{marks}; {nodes} nodes, {seconds:.2} s"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The scores of the analysed positions for black, in the order of the game.
pub(super) fn scores(review: &Review) -> Vec<Score> {
    review.moments().map(|moment| moment.score).collect()
}

/// Every move of a game as far as it was reviewed, and the turning points.
pub(super) fn game(as_json: bool, source: &Source, review: &Review) -> anyhow::Result<ExitCode> {
    let kind = source.game.kind();
    let mut out = io::stdout().lock();
    if as_json {
        for row in json_rows(source, review) {
            writeln!(out, "{row}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", title(source))?;
    if let Some(opening) = opening::of(&source.game) {
        writeln!(out, "opening: {}, from move {} on", opening.name, opening.ply)?;
    }
    let scores = scores(review);
    let black = kind.color_name(Color::Black);
    let Some(first) = review.moments().next() else {
        return Ok(ExitCode::SUCCESS);
    };
    let (is_whole, start) = (first.ply == 0, moment_text(kind, review, first));
    let place = if is_whole {
        "the start".to_owned()
    } else {
        format!("after move {}", first.ply)
    };
    writeln!(
        out,
        "scores are for {black}, ~ marks estimates and the others are exact; {place}: {start}"
    )?;
    for (judged, after) in review.moves().zip(review.moments().skip(1)) {
        let side = kind.color_name(judged.mover);
        let [best, played] = [0, 1].map(|which| {
            let score = for_black(judged.mover, judged.scores[which]);
            score_text(score, judged.are_exact[which])
        });
        let remark = judged.verdict.map_or_else(String::new, |verdict| {
            let (name, better) = (verdict.name(), &judged.best);
            format!("  {name}; {better} was worth {best} instead of {played}")
        });
        writeln!(
            out,
            "{:>4} {side:<5} {:<6} {:>11}{remark}",
            judged.number,
            judged.played,
            moment_text(kind, review, after)
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

/// The players, the event and the number of the game in its file.
pub(super) fn title(source: &Source) -> String {
    let kind = source.game.kind();
    let mut parts = Vec::new();
    let [black, white] = &source.names.0;
    if black.is_some() || white.is_some() {
        let name = |name: &Option<String>, color| {
            let unnamed = || kind.color_name(color).to_owned();
            name.as_deref().map_or_else(unnamed, shown)
        };
        let (black, white) = (name(black, Color::Black), name(white, Color::White));
        parts.push(format!("{black} – {white}"));
    }
    let details = &source.details;
    match (details.event.as_deref().map(shown), details.year) {
        (Some(event), Some(year)) if !event.contains(&year.to_string()) => {
            parts.push(format!("{event} {year}"));
        }
        (Some(event), _) => parts.push(event),
        (None, Some(year)) => parts.push(year.to_string()),
        (None, None) => {}
    }
    if source.total > 1 {
        parts.push(format!("game {} of {}", source.number, source.total));
    }
    let n_moves = source.game.len();
    parts.push(format!(
        "{n_moves} {}",
        if n_moves == 1 { "move" } else { "moves" }
    ));
    format!("{}: {}", kind.title(), parts.join(", "))
}

/// The names of the players. A side without a name is called by its colour.
pub(super) fn names(source: &Source) -> [String; 2] {
    Color::ALL.map(|color| {
        let unnamed = || source.game.kind().side_name(color);
        source.names[color].as_deref().map_or_else(unnamed, shown)
    })
}

/// Removes characters from a name in a file that could upset a terminal.
fn shown(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_control())
        .take(60)
        .collect()
}

/// The value of a position for black. At the end of a game, its result.
fn moment_text(kind: Kind, review: &Review, moment: &AnalyzedPosition) -> String {
    match review.outcome().filter(|_| moment.best.is_none()) {
        Some(outcome) if moment.score.plies_to_end().is_some() => match outcome.winner() {
            Some(winner) => format!("{} wins", kind.color_name(winner)),
            None => "draw".to_owned(),
        },
        _ => score_text(moment.score, moment.is_exact),
    }
}

/// An exact score in whole pieces, an estimate in hundredths after a `~`, and for a proven result the
/// distance to the end.
fn score_text(score: Score, is_exact: bool) -> String {
    match score.plies_to_end() {
        Some(_) => score.to_string(),
        None if is_exact => match score.0 / Score::PIECE {
            0 => "0".to_owned(),
            pieces => format!("{pieces:+}"),
        },
        None => format!("~{score}"),
    }
}

/// Converts the mover's score to black's point of view, which the whole report uses.
fn for_black(mover: Color, score: Score) -> Score {
    match mover {
        Color::Black => score,
        Color::White => -score,
    }
}

fn json_rows(source: &Source, review: &Review) -> Vec<Value> {
    let kind = source.game.kind();
    let score = |score: Score, is_exact: bool| json!({ "score": score.0, "exact": is_exact, "plies_to_end": score.plies_to_end() });
    let mut moments = review.moments();
    let Some(first) = moments.next() else {
        return Vec::new();
    };
    let [black, white] = &source.names.0;
    let mut rows = vec![json!({
        "number": first.ply,
        "black": score(first.score, first.is_exact),
        "players": { "black": black, "white": white },
        "event": source.details.event,
        "year": source.details.year,
        "opening": opening::of(&source.game).map(|opening| opening.name),
        "game": source.number,
        "games": source.total,
        "moves": source.game.len(),
    })];
    rows.extend(review.moves().zip(moments).map(|(judged, after)| {
        let [best, played] = [0, 1].map(|which| {
            let value = for_black(judged.mover, judged.scores[which]);
            score(value, judged.are_exact[which])
        });
        json!({
            "number": judged.number,
            "side": kind.color_name(judged.mover),
            "move": judged.played,
            "best": judged.best,
            "played_score": played,
            "best_score": best,
            "lost": judged.lost().max(0.0),
            "judgement": judged.verdict.map_or("sound", Verdict::name),
            "black": score(after.score, after.is_exact),
            "black_chance": after.chance,
        })
    }));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_shows_its_confidence() {
        let mut found = Report {
            depth: 19,
            seldepth: 20,
            score: Score(400),
            confidence: Some(73),
            line: vec!["a1".to_owned()],
            ..Report::default()
        };
        assert!(
            depth_row(&found).starts_with(" 20@73%       ~+4.00 "),
            "{}",
            depth_row(&found)
        );
        found.confidence = None;
        (found.depth, found.is_exact) = (20, true);
        assert!(
            depth_row(&found).starts_with("     20           +4 "),
            "{}",
            depth_row(&found)
        );
    }

    #[test]
    fn exact_scores_look_different_from_estimates() {
        for (score, is_exact, text) in [
            (Score(400), true, "+4"),
            (Score(-200), true, "-2"),
            (Score(0), true, "0"),
            (Score(231), false, "~+2.31"),
            (Score::win_in(5), true, "win in 5"),
        ] {
            assert_eq!(score_text(score, is_exact), text);
        }
    }
}
