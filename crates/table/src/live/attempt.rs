//! A move that a person tries in place of one that was played, and its refutation.
//!
//! The judge of reviews examines the position after the move, then the one before it. Its best line after the move
//! is the refutation.

use parlor_core::think::Thought;
use parlor_games::AnyGame;
use parlor_players::judge;

use crate::scores::moment_score;
use crate::wire::Judged;

/// A move that is being judged.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    review: judge::Review,
    text: String,
    /// The best reply to it, and the moves that follow.
    refutation: Vec<String>,
}

/// The next step after a search.
#[derive(Clone, Debug)]
pub(super) enum AttemptStep {
    /// Search this position.
    Judge(Box<AnyGame>),
    /// The move is judged.
    Done(Judged),
}

impl Attempt {
    /// Plays the move. Returns `None` when it is illegal.
    pub(super) fn begin(mut game: AnyGame, text: &str) -> Option<(Attempt, AnyGame)> {
        let text = game.play(text).ok()?.text;
        let review = judge::Review::new(game);
        let first = review.next()?.clone();
        let attempt = Attempt {
            review,
            text,
            refutation: Vec::new(),
        };
        Some((attempt, first))
    }

    /// Processes the search result of the requested position.
    pub(super) fn judged(&mut self, thought: &Thought<String>) -> Option<AttemptStep> {
        self.review.thought(thought);
        let Some(judged) = self.review.last_judged() else {
            // That was the position after the move.
            self.refutation = thought
                .lines
                .first()
                .map(|line| line.moves.clone())
                .unwrap_or_default();
            return Some(AttemptStep::Judge(Box::new(self.review.next()?.clone())));
        };
        let after = self.review.moments().nth(1)?;
        let ended = self.review.outcome().filter(|_| after.best.is_none());
        let mut line = vec![self.text.clone()];
        line.append(&mut self.refutation);
        Some(AttemptStep::Done(Judged {
            ply: judged.number as u32 - 1,
            text: self.text.clone(),
            verdict: judged.verdict.map(Into::into),
            is_best: judged.best == self.text,
            lost: judged.lost().max(0.0),
            score: moment_score(after, ended),
            line,
        }))
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::Score;
    use parlor_games::{Kind, Spec};

    use super::*;
    use crate::wire::Verdict;

    fn loa() -> Kind {
        "loa".parse().unwrap()
    }

    fn thought(line: &[&str], score: i32) -> Thought<String> {
        let mut thought = Thought::unsearched(line[0].to_owned());
        thought.lines[0].score = Score(score);
        thought.lines[0].moves = line.iter().map(|&mv| mv.to_owned()).collect();
        thought
    }

    #[test]
    fn a_move_is_judged_by_what_follows_it() {
        let game = AnyGame::new(&Spec::default_for(loa())).unwrap();
        assert!(Attempt::begin(game.clone(), "b1-b9").is_none());
        let (mut attempt, after) = Attempt::begin(game.clone(), "b1-b3").unwrap();
        assert_eq!(after.len(), 1);
        let step = attempt.judged(&thought(&["a2-c2", "g1-g3"], 900)).unwrap();
        let AttemptStep::Judge(before) = step else {
            panic!("{step:?}")
        };
        assert_eq!((before.len(), before.position_text()), (0, game.position_text()));
        let step = attempt.judged(&thought(&["b1-d1"], 100)).unwrap();
        let AttemptStep::Done(judged) = step else {
            panic!("{step:?}")
        };
        assert_eq!((judged.ply, judged.verdict), (0, Some(Verdict::Blunder)));
        assert!(!judged.is_best && judged.lost > 0.5);
        assert_eq!(judged.line, ["b1-b3", "a2-c2", "g1-g3"]);
    }

    #[test]
    fn the_best_move_loses_nothing() {
        let game = AnyGame::new(&Spec::default_for(loa())).unwrap();
        let (mut attempt, _) = Attempt::begin(game, "b1-b3").unwrap();
        attempt.judged(&thought(&["a2-c2"], 0)).unwrap();
        let step = attempt.judged(&thought(&["b1-b3"], 30)).unwrap();
        assert!(
            matches!(&step, AttemptStep::Done(judged) if judged.is_best && judged.verdict.is_none()),
            "{step:?}"
        );
    }
}
