//! The engine's review of a whole game, position by position.
//!
//! [`judge::Review`] goes through the game from its end, with one search for each moment, and judges the
//! moves. This module turns it into messages: which position to search next, and what to send to the page.

use parlor_core::Color;
use parlor_core::think::Thought;
use parlor_games::story::{self, story};
use parlor_games::{AnyGame, opening};
use parlor_players::judge::{self, AnalyzedPosition};

use crate::scores::moment_score;
use crate::wire::{NamedOpening, ReviewSummary, Reviewed, Story, Verdict};

/// A review in progress.
#[derive(Clone, Debug)]
pub(super) struct Review {
    judged: judge::Review,
    opening: Option<NamedOpening>,
}

/// The result of a review after one more moment.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The new findings.
    pub(super) found: Vec<Reviewed>,
    /// The next step.
    pub(super) then: NextStep,
}

/// The next step of a review.
#[derive(Clone, Debug)]
pub(super) enum NextStep {
    /// Search this position next.
    Judge(AnyGame),
    /// The review is complete, with this summary.
    Done(ReviewSummary),
}

impl Review {
    /// Starts with the last moment of a game.
    pub(super) fn begin(game: AnyGame) -> (Review, Step) {
        let opening = opening::of(&game).map(|found| NamedOpening {
            name: found.name.to_owned(),
            ply: found.ply as u32,
        });
        let review = Review {
            judged: judge::Review::new(game),
            opening,
        };
        let step = review.step(Vec::new());
        (review, step)
    }

    /// Processes the search result of the requested position.
    pub(super) fn judged(&mut self, thought: &Thought<String>) -> Step {
        self.judged.thought(thought);
        let mut found = Vec::new();
        // The quality of the move that led to the following moment is now known.
        if let (Some(after), Some(judged)) = (self.judged.moments().nth(1), self.judged.last_judged()) {
            found.push(Reviewed {
                better: judged.verdict.map(|_| judged.best.clone()),
                verdict: judged.verdict.map(Into::into),
                ..self.reviewed(after)
            });
        }
        self.step(found)
    }

    fn step(&self, mut found: Vec<Reviewed>) -> Step {
        let then = match self.judged.next() {
            Some(game) => NextStep::Judge(game.clone()),
            None => {
                // No move led to the first moment.
                found.extend(self.judged.last_moment().map(|first| self.reviewed(first)));
                NextStep::Done(ReviewSummary {
                    story: story_view(story(self.judged.outcome(), &self.judged.swings())),
                    accuracy: Color::ALL.map(|color| self.judged.accuracy(color)),
                    opening: self.opening.clone(),
                })
            }
        };
        Step { found, then }
    }

    fn reviewed(&self, moment: &AnalyzedPosition) -> Reviewed {
        let ended = self.judged.outcome().filter(|_| moment.best.is_none());
        Reviewed {
            ply: moment.ply as u32,
            score: moment_score(moment, ended),
            better: None,
            verdict: None,
            total: self.judged.progress().1 as u32,
        }
    }
}

impl From<judge::Verdict> for Verdict {
    fn from(verdict: judge::Verdict) -> Verdict {
        match verdict {
            judge::Verdict::Inaccuracy => Verdict::Inaccuracy,
            judge::Verdict::Mistake => Verdict::Mistake,
            judge::Verdict::Blunder => Verdict::Blunder,
        }
    }
}

/// Converts the summary of a game to the wire format.
fn story_view(story: story::Story) -> Story {
    let ply = |number: usize| number as u32;
    match story {
        story::Story::AheadAllTheWay { winner } => Story::AheadAllTheWay {
            winner: winner.into(),
        },
        story::Story::Turned {
            number,
            mover,
            played,
            better,
        } => Story::Turned {
            ply: ply(number),
            mover: mover.into(),
            played,
            better,
        },
        story::Story::AheadFrom {
            number,
            played,
            winner,
        } => Story::AheadFrom {
            ply: ply(number),
            played,
            winner: winner.into(),
        },
        story::Story::LostMost {
            number,
            mover,
            played,
            better,
        } => Story::LostMost {
            ply: ply(number),
            mover: mover.into(),
            played,
            better,
        },
        story::Story::NoMistake => Story::NoMistake,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::ScoreValue;
    use parlor_core::Score;
    use parlor_games::{Kind, Spec};

    fn thought(best: &str, score: i32) -> Thought<String> {
        let mut thought = Thought::unsearched(best.to_owned());
        thought.lines[0].score = Score(score);
        thought
    }

    #[test]
    fn a_review_reports_every_moment_from_the_last_to_the_first() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
        for mv in ["b1-b3", "a2-c2"] {
            game.play(mv).unwrap();
        }
        let (mut review, mut step) = Review::begin(game);
        let mut found = Vec::new();
        // Black loses a good game with its only move; White's reply was the best.
        for (best, score) in [("g1-g3", -900), ("a2-c2", 900), ("b1-d1", 100)] {
            assert!(matches!(step.then, NextStep::Judge(_)), "{step:?}");
            step = review.judged(&thought(best, score));
            found.append(&mut step.found);
        }
        let NextStep::Done(summary) = step.then else {
            panic!("{step:?}")
        };
        let plies: Vec<u32> = found.iter().map(|one| one.ply).collect();
        assert_eq!(plies, [2, 1, 0]);
        assert!(found.iter().all(|one| (0.0..=1.0).contains(&one.score.chance)));
        let verdicts: Vec<Option<Verdict>> = found.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [None, Some(Verdict::Blunder), None]);
        assert_eq!(found[1].better.as_deref(), Some("b1-d1"));
        assert!(matches!(&summary.story, Story::LostMost { ply: 1, better, .. } if better == "b1-d1"));
        assert!(summary.accuracy[0] < Some(50) && summary.accuracy[1] == Some(100));
        assert_eq!(summary.opening, None, "no opening of this game has a name");
    }

    #[test]
    fn a_review_names_the_opening() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).unwrap();
        for mv in ["f5", "d6", "c3", "d3", "c4"] {
            game.play(mv).unwrap();
        }
        let (mut review, mut step) = Review::begin(game);
        let summary = loop {
            match step.then {
                NextStep::Judge(game) => {
                    step = review.judged(&thought(&game.legal_moves()[0].text, 0));
                }
                NextStep::Done(summary) => break summary,
            }
        };
        let opening = summary.opening.unwrap();
        assert_eq!((opening.name.as_str(), opening.ply), ("Tiger", 5));
    }

    #[test]
    fn the_end_of_a_game_needs_no_search() {
        // Black's last two pieces connect.
        let spec = Spec::default_for(Kind::Loa);
        let mut game = AnyGame::from_position(&spec, "x7/8/1x6/8/8/8/8/o6o x").unwrap();
        let moves = game.legal_moves().into_iter().map(|mv| mv.text);
        let winning = moves.into_iter().find(|mv| {
            let mut tried = game.clone();
            tried.play(mv).is_ok() && tried.outcome().is_some()
        });
        let winning = winning.expect("one move connects them");
        game.play(&winning).unwrap();
        let (mut review, step) = Review::begin(game);
        let NextStep::Judge(before) = step.then else {
            panic!("{step:?}")
        };
        assert_eq!(before.len(), 0);
        let step = review.judged(&thought(&winning, 50));
        assert_eq!(step.found.len(), 2);
        assert!(matches!(
            step.found[0].score.value,
            ScoreValue::Result { winner: Some(_) }
        ));
        assert!(step.found[0].score.chance == 1.0 && matches!(step.then, NextStep::Done(_)));
    }
}
