//! What the engine thinks of a whole game: every move judged, and where the game turned.
//!
//! A review goes through a game from its end, one thought for each moment. It says which moment is to be thought
//! about next and is told what came of it.

use parlor_core::{Color, Outcome, Score};
use parlor_games::story::{Story, Swing, story};
use parlor_games::{AnyGame, Kind};

use crate::scores::{ended_score, score_view};
use crate::wire::{ReviewSummary, Reviewed, ScoreView, Verdict};

/// A review that is going on.
#[derive(Clone, Debug)]
pub(super) struct Review {
    /// At the moment that is being judged.
    game: AnyGame,
    /// All moves of the game.
    moves: Vec<String>,
    outcome: Option<Outcome>,
    total: u32,
    /// The moment after, which is judged already.
    after: Option<(u32, ScoreView)>,
    /// The moves after, the last first.
    judged: Vec<Judged>,
}

/// What a review has come to with one more moment.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// What it has found.
    pub(super) found: Vec<Reviewed>,
    /// What follows.
    pub(super) then: Then,
}

/// What follows in a review.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// This position is to be thought about.
    Judge(AnyGame),
    /// Nothing: this is what can be said of the whole.
    Done(ReviewSummary),
}

/// A move with what it did to black's chances, of which a half is even.
#[derive(Clone, Debug)]
struct Judged {
    swing: Swing,
    /// Whether there was anything else to play.
    forced: bool,
}

impl Review {
    /// Begins with the last moment of a game.
    pub(super) fn begin(game: AnyGame) -> (Review, Step) {
        let mut review = Review {
            moves: game.history().into_iter().map(|mv| mv.text).collect(),
            outcome: game.outcome(),
            total: game.len() as u32 + 1,
            game,
            after: None,
            judged: Vec::new(),
        };
        let step = match review.outcome {
            // How a game has ended needs no thought.
            Some(outcome) => review.note(ended_score(outcome.winner()), None),
            None => Step {
                found: Vec::new(),
                then: Then::Judge(review.game.clone()),
            },
        };
        (review, step)
    }

    /// Takes note of what the position in question is worth to the side to move, and of its best move.
    pub(super) fn judged(&mut self, score: Score, best: String) -> Step {
        let score = score_view(&self.game, score);
        self.note(score, Some(best))
    }

    fn note(&mut self, score: ScoreView, best: Option<String>) -> Step {
        let ply = self.game.len() as u32;
        let mut found = Vec::new();
        // What the move played here lost can be said now that both ends of it are known.
        if let Some((later, later_score)) = self.after.take() {
            let played = self.moves.get(ply as usize).cloned().unwrap_or_default();
            let mut swing = Swing {
                number: later as usize,
                mover: self.game.turn(),
                better: best.filter(|best| *best != played),
                played,
                prospects: [score.chance - 0.5, later_score.chance - 0.5],
            };
            let forced = self.game.legal_moves().len() < 2;
            let verdict = match swing.better {
                Some(_) if !forced => verdict(swing.lost()),
                _ => None,
            };
            swing.better = swing.better.filter(|_| verdict.is_some());
            found.push(Reviewed {
                ply: later,
                score: later_score,
                better: swing.better.clone(),
                verdict,
                total: self.total,
            });
            self.judged.push(Judged { swing, forced });
        }
        if self.game.undo() {
            self.after = Some((ply, score));
            return Step {
                found,
                then: Then::Judge(self.game.clone()),
            };
        }
        found.push(Reviewed {
            ply,
            score,
            better: None,
            verdict: None,
            total: self.total,
        });
        self.judged.reverse();
        Step {
            found,
            then: Then::Done(summary(self.game.kind(), self.outcome, &self.judged)),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::Spec;

    #[test]
    fn a_review_judges_every_moment_from_the_last_to_the_first() {
        let mut game = AnyGame::new(&Spec::usual(Kind::Loa)).unwrap();
        for mv in ["b1-b3", "a2-c2"] {
            game.play(mv).unwrap();
        }
        let (mut review, mut step) = Review::begin(game);
        let mut found = Vec::new();
        // Black throws a good game away with its only move; white's reply was the best.
        let scores = [
            (Score(-900), "g1-g3"),
            (Score(900), "a2-c2"),
            (Score(100), "b1-d1"),
        ];
        for (score, best) in scores {
            let Then::Judge(_) = step.then else {
                panic!("{step:?}")
            };
            step = review.judged(score, best.to_owned());
            found.append(&mut step.found);
        }
        let Then::Done(summary) = step.then else {
            panic!("{step:?}")
        };
        let plies: Vec<u32> = found.iter().map(|one| one.ply).collect();
        assert_eq!(plies, [2, 1, 0]);
        assert!(found.iter().all(|one| (0.0..=1.0).contains(&one.score.chance)));
        let verdicts: Vec<Option<Verdict>> = found.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [None, Some(Verdict::Blunder), None]);
        assert_eq!(found[1].better.as_deref(), Some("b1-d1"));
        assert_eq!(summary.ply, Some(1));
        assert!(summary.accuracy[0] < Some(50) && summary.accuracy[1] == Some(100));
    }

    #[test]
    fn the_end_of_a_game_needs_no_thought() {
        // Black's last two pieces meet.
        let spec = Spec::usual(Kind::Loa);
        let mut game = AnyGame::from_position(&spec, "x7/8/1x6/8/8/8/8/o6o x").unwrap();
        let last = game.legal_moves().into_iter().map(|mv| mv.text);
        let winning = last.into_iter().find(|mv| {
            let mut tried = game.clone();
            tried.play(mv).is_ok() && tried.outcome().is_some()
        });
        game.play(&winning.expect("one move connects them")).unwrap();
        let (mut review, step) = Review::begin(game);
        let Then::Judge(before) = step.then else {
            panic!("{step:?}")
        };
        assert_eq!(before.len(), 0);
        let step = review.judged(Score(50), "a1".to_owned());
        assert_eq!(step.found.len(), 2);
        assert!(step.found[0].score.chance == 1.0 && matches!(step.then, Then::Done(_)));
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
