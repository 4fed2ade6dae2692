//! What the engine thinks of a whole game: every move judged, and where the game turned.

use parlor_core::think::{Limits, Stop};
use parlor_core::{Color, Outcome};
use parlor_games::story::{Story, Swing, story};
use parlor_games::{AnyGame, Kind};

use super::{at_full_strength, score_view};
use parlor_table::wire::{ReviewSummary, Reviewed, ScoreView, Verdict};

/// How much a review thinks about each moment.
const REVIEW_NODES: u64 = 120_000;

/// A move with what it did to black's chances, of which a half is even.
#[derive(Clone, Debug)]
struct Judged {
    swing: Swing,
    /// Whether there was anything else to play.
    forced: bool,
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
            let mut swing = Swing {
                number: later as usize,
                mover: game.turn(),
                better: best.filter(|best| *best != text),
                played: text,
                prospects: [score.chance - 0.5, later_score.chance - 0.5],
            };
            let forced = game.legal_moves().len() < 2;
            let verdict = match swing.better {
                Some(_) if !forced => verdict(swing.lost()),
                _ => None,
            };
            swing.better = swing.better.filter(|_| verdict.is_some());
            tell(Reviewed {
                ply: later,
                score: later_score,
                better: swing.better.clone(),
                verdict,
                total,
            });
            judged.push(Judged { swing, forced });
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
    let limits = Limits::nodes(REVIEW_NODES).stopped_by(stop);
    let thought = at_full_strength(game, &limits, &mut |_| {}).filter(|_| !stop.is_set())?;
    Some((
        score_view(game.kind(), game.turn(), thought.score()),
        Some(thought.best),
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
    let swings: Vec<Swing> = judged.iter().map(|one| one.swing.clone()).collect();
    let Story { text, number } = story(kind, outcome, &swings);
    ReviewSummary {
        text,
        ply: number.map(|number| number as u32),
        accuracy: Color::ALL.map(|color| accuracy(judged, color)),
    }
}

/// How well a side played: the mean over its moves of a measure that is 100 for the best move and falls by
/// half for every seventh part of the chances that a move loses.
fn accuracy(judged: &[Judged], color: Color) -> Option<u32> {
    let chosen = judged
        .iter()
        .filter(|one| one.swing.mover == color && !one.forced);
    let measures: Vec<f64> = chosen
        .map(|one| 100.0 * 0.5_f64.powf(7.0 * one.swing.lost().max(0.0)))
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

    #[test]
    fn a_side_that_lost_more_of_its_chances_played_less_well() {
        let judged = |mover, after: f64, forced| Judged {
            swing: Swing {
                number: 1,
                mover,
                played: "a".to_owned(),
                better: None,
                prospects: [0.0, after],
            },
            forced,
        };
        let game = [
            judged(Color::Black, -0.1, false),
            judged(Color::White, 0.3, false),
        ];
        let [Some(black), Some(white)] = summary(Kind::Loa, None, &game).accuracy else {
            panic!("both had a choice");
        };
        assert!(black > white && black < 100, "{black} and {white}");
        let forced = [judged(Color::Black, -0.4, true)];
        assert_eq!(summary(Kind::Loa, None, &forced).accuracy, [None, None]);
    }
}
