//! What the engine thinks of a whole game: every move judged, and where the game turned.

use parlor_core::{Color, Outcome};
use parlor_engine::{Stop, TimeLimit};
use parlor_games::{AnyGame, Kind};

use super::{Order, at_full_strength, score_view};
use crate::shown;
use crate::wire::{ReviewSummary, Reviewed, ScoreView, Verdict};

/// How much a review thinks about each moment.
const REVIEW_NODES: u64 = 120_000;

/// A move and what it did to the mover's chances.
#[derive(Clone, Debug)]
struct Judged {
    /// How many moves had been played with it.
    ply: u32,
    text: String,
    mover: Color,
    /// Black's chances before and after it.
    chances: [f64; 2],
    /// The better move, if it was a bad one.
    better: Option<String>,
    /// Whether there was anything else to play.
    forced: bool,
}

impl Judged {
    /// How much of its chances of winning the mover lost.
    fn lost(&self) -> f64 {
        let [before, after] = self.chances;
        match self.mover {
            Color::Black => before - after,
            Color::White => after - before,
        }
    }
}

/// Judges every moment of a game, the last first, and tells each; then what can be said of the whole. The game
/// is at its last move. Nothing if it was stopped.
pub(crate) fn review(game: &AnyGame, stop: &Stop, tell: &mut dyn FnMut(Reviewed)) -> Option<ReviewSummary> {
    let (kind, outcome) = (game.kind(), game.outcome());
    let mut game = game.clone();
    let total = game.len() as u32 + 1;
    let moves: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
    let mut judged = Vec::new();
    let mut after: Option<(u32, ScoreView)> = None;
    loop {
        let ply = game.len() as u32;
        let (score, best) = judge(&game, stop)?;
        // What the move played here lost can be said now that both ends of it are known.
        if let Some((later, later_score)) = after {
            let text = moves.get(ply as usize).cloned().unwrap_or_default();
            let mut one = Judged {
                ply: later,
                mover: game.turn(),
                chances: [score.chance, later_score.chance],
                better: best.filter(|best| *best != text),
                forced: game.legal_moves().len() < 2,
                text,
            };
            let verdict = match one.better {
                Some(_) if !one.forced => verdict(one.lost()),
                _ => None,
            };
            one.better = one.better.filter(|_| verdict.is_some());
            tell(Reviewed {
                ply: later,
                score: later_score,
                better: one.better.clone(),
                verdict,
                total,
            });
            judged.push(one);
        }
        after = Some((ply, score));
        if !game.undo() {
            break;
        }
    }
    if let Some((ply, score)) = after {
        tell(Reviewed {
            ply,
            score,
            better: None,
            verdict: None,
            total,
        });
    }
    judged.reverse();
    Some(summary(kind, outcome, &judged))
}

/// The score of a position, and the best move in it if the game goes on. Nothing if it was stopped.
fn judge(game: &AnyGame, stop: &Stop) -> Option<(ScoreView, Option<String>)> {
    if let Some(outcome) = game.outcome() {
        return Some((ended_score(outcome.winner()), None));
    }
    let order = Order {
        time: TimeLimit::Infinite,
        nodes: Some(REVIEW_NODES),
        lines: 1,
        stop,
    };
    let found = at_full_strength(game, &order, &mut |_| {}).filter(|_| !stop.is_set())?;
    Some((
        score_view(game.kind(), game.turn(), found.score),
        Some(found.best),
    ))
}

/// How much of the chances of winning a move must lose to be called bad.
fn verdict(lost: f64) -> Option<Verdict> {
    match lost {
        lost if lost >= 0.24 => Some(Verdict::Blunder),
        lost if lost >= 0.13 => Some(Verdict::Mistake),
        lost if lost >= 0.07 => Some(Verdict::Inaccuracy),
        _ => None,
    }
}

/// What can be said of the whole game, of whose moves each was judged.
fn summary(kind: Kind, outcome: Option<Outcome>, judged: &[Judged]) -> ReviewSummary {
    let (text, ply) = match outcome {
        Some(Outcome::Win(winner)) => turning_point(kind, winner, judged),
        Some(Outcome::Draw) | None => worst_move(kind, judged),
    };
    ReviewSummary {
        text,
        ply,
        accuracy: Color::ALL.map(|color| accuracy(judged, color)),
    }
}

/// Where the winner came to be ahead for good.
fn turning_point(kind: Kind, winner: Color, judged: &[Judged]) -> (String, Option<u32>) {
    let ahead = |chance: f64| match winner {
        Color::Black => chance >= 0.5,
        Color::White => chance <= 0.5,
    };
    let name = shown::side_name(kind, winner);
    let turned = judged
        .iter()
        .rev()
        .find(|one| !ahead(one.chances[0]) && ahead(one.chances[1]));
    match turned {
        None => (format!("{name} was ahead all the way."), None),
        Some(one) => {
            let mover = shown::side_name(kind, one.mover);
            let (number, played) = (one.ply, &one.text);
            let text = match &one.better {
                Some(better) => {
                    format!(
                        "The game turned at move {number}: {mover} played {played}, and {better} was better."
                    )
                }
                None => format!(
                    "From move {number}, {played}, on, {} was ahead.",
                    name.to_lowercase()
                ),
            };
            (text, Some(number))
        }
    }
}

/// The move that lost most, in a game that nobody has won.
fn worst_move(kind: Kind, judged: &[Judged]) -> (String, Option<u32>) {
    let bad = judged.iter().filter(|one| one.better.is_some());
    match bad.max_by(|one, other| one.lost().total_cmp(&other.lost())) {
        Some(Judged {
            ply,
            text,
            mover,
            better: Some(better),
            ..
        }) => {
            let mover = shown::side_name(kind, *mover);
            let text = format!("{mover} lost most at move {ply} with {text}: {better} was better.");
            (text, Some(*ply))
        }
        _ => ("Neither side made a mistake.".to_owned(), None),
    }
}

/// How well a side played: the mean over its moves of a measure that is 100 for the best move and falls by
/// half for every seventh part of the chances that a move loses.
fn accuracy(judged: &[Judged], color: Color) -> Option<u32> {
    let chosen = judged.iter().filter(|one| one.mover == color && !one.forced);
    let measures: Vec<f64> = chosen
        .map(|one| 100.0 * 0.5_f64.powf(7.0 * one.lost().max(0.0)))
        .collect();
    let mean = measures.iter().sum::<f64>() / measures.len() as f64;
    (!measures.is_empty()).then_some(mean.round() as u32)
}

fn ended_score(winner: Option<Color>) -> ScoreView {
    let (text, chance) = match winner {
        Some(Color::Black) => ("1–0", 1.0),
        Some(Color::White) => ("0–1", 0.0),
        None => ("½–½", 0.5),
    };
    ScoreView {
        text: text.to_owned(),
        chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::Spec;

    #[test]
    fn a_review_judges_every_moment() {
        let mut game = AnyGame::new(&Spec::usual(Kind::Loa)).unwrap();
        for mv in ["b1-b3", "a2-c2"] {
            game.play(mv).unwrap();
        }
        let mut told = Vec::new();
        let summary = review(&game, &Stop::new(), &mut |one| told.push(one)).unwrap();
        let plies: Vec<u32> = told.iter().map(|one| one.ply).collect();
        assert_eq!(plies, [2, 1, 0]);
        assert!(told.iter().all(|one| (0.0..=1.0).contains(&one.score.chance)));
        assert!(summary.accuracy.iter().flatten().all(|&accuracy| accuracy <= 100));
        assert!(summary.accuracy[0].is_some() && !summary.text.is_empty());
    }

    #[test]
    fn a_review_that_is_stopped_says_nothing_of_the_whole() {
        let game = AnyGame::new(&Spec::usual(Kind::Ataxx)).unwrap();
        let stop = Stop::new();
        stop.set();
        assert_eq!(review(&game, &stop, &mut |_| {}), None);
    }

    #[test]
    fn the_more_a_move_loses_the_worse_it_is_called() {
        assert_eq!(verdict(0.3), Some(Verdict::Blunder));
        assert_eq!(verdict(0.15), Some(Verdict::Mistake));
        assert_eq!(verdict(0.08), Some(Verdict::Inaccuracy));
        assert_eq!(verdict(0.01), None);
        assert_eq!(verdict(-0.4), None);
    }

    /// Moves of black and white in turn, with black's chances before the first and after each.
    fn moves(chances: &[f64], bad: &[usize]) -> Vec<Judged> {
        let pairs = chances.windows(2).enumerate();
        let judged = pairs.map(|(index, pair)| Judged {
            ply: index as u32 + 1,
            text: format!("m{}", index + 1),
            mover: if index % 2 == 0 {
                Color::Black
            } else {
                Color::White
            },
            chances: [pair[0], pair[1]],
            better: bad.contains(&(index + 1)).then(|| "b".to_owned()),
            forced: false,
        });
        judged.collect()
    }

    #[test]
    fn the_move_that_gave_the_game_away_is_named() {
        // White is ahead, gives it back, and black stays ahead to the end.
        let judged = moves(&[0.5, 0.3, 0.7, 0.6, 0.9, 1.0], &[1, 2]);
        let summary = summary(Kind::Othello, Some(Outcome::Win(Color::Black)), &judged);
        assert_eq!(
            summary.text,
            "The game turned at move 2: White played m2, and b was better."
        );
        assert_eq!(summary.ply, Some(2));
        let [Some(black), Some(white)] = summary.accuracy else {
            panic!("both had a choice");
        };
        assert!(black > white, "{summary:?}");
    }

    #[test]
    fn a_game_without_a_turn_or_a_winner_has_a_summary_too() {
        let won = |judged: &[Judged]| summary(Kind::Loa, Some(Outcome::Win(Color::White)), judged);
        let all_the_way = won(&moves(&[0.5, 0.4, 0.2, 0.0], &[]));
        assert_eq!(all_the_way.text, "White was ahead all the way.");
        let unexplained = won(&moves(&[0.5, 0.6, 0.6, 0.4, 0.0], &[]));
        assert_eq!(unexplained.text, "From move 3, m3, on, white was ahead.");
        let drawn = summary(
            Kind::Ataxx,
            Some(Outcome::Draw),
            &moves(&[0.5, 0.3, 0.7, 0.5], &[1, 2]),
        );
        assert_eq!(drawn.text, "Blue lost most at move 2 with m2: b was better.");
        let nothing = summary(Kind::Ataxx, None, &[]);
        assert_eq!(nothing.text, "Neither side made a mistake.");
        assert_eq!(nothing.accuracy, [None, None]);
    }
}
