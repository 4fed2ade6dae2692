//! The only judge of moves: how much of the winning chances a move lost, and its label.
//!
//! A logistic curve with one scale for each game converts a score to a chance; `parlor-train calibrate` fits
//! the scale to self-play games. The page, `parlor analyze`, reports and puzzles all take their labels from
//! here. Nothing here searches: a [`Review`] returns the position to search next and receives the result.

use parlor_core::think::Thought;
use parlor_core::{Color, Outcome, Score};
use parlor_engine::EngineNode;
use parlor_games::AnyGame;
use parlor_games::story::Swing;

use crate::nodes::with_record;

/// The label of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The move lost a little.
    Inaccuracy,
    /// The move lost a good deal.
    Mistake,
    /// The move changed the likely result.
    Blunder,
}

impl Verdict {
    /// All verdicts, the least bad first.
    pub const ALL: [Verdict; 3] = [Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];

    /// Returns the minimum loss of winning chances for this verdict.
    pub const fn least_loss(self) -> f64 {
        match self {
            Verdict::Inaccuracy => 0.07,
            Verdict::Mistake => 0.13,
            Verdict::Blunder => 0.24,
        }
    }

    /// Returns the verdict on a move that lost this much of the winning chances, or `None` if the loss is
    /// negligible.
    pub fn of_loss(lost: f64) -> Option<Verdict> {
        let is_called = |verdict: &Verdict| lost >= verdict.least_loss();
        Verdict::ALL.into_iter().rfind(is_called)
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }
}

/// Returns the probability that a side with this score wins, from 0 to 1; a draw is half a win.
pub fn win_chance(game: &AnyGame, score: Score) -> f64 {
    if score.is_win() {
        return 1.0;
    }
    if score.is_loss() {
        return 0.0;
    }
    let scale = with_record!(game.record(), (N, _record) => N::WIN_SCALE);
    1.0 / (1.0 + (-f64::from(score.0) / scale).exp())
}

/// An analysed position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzedPosition {
    /// The number of moves played before it.
    pub ply: usize,
    /// Its score for Black.
    pub score: Score,
    /// Whether the score is proven and not an estimate.
    pub is_exact: bool,
    /// Black's chance to win, from 0 to 1.
    pub chance: f64,
    /// The best move, unless the game was over.
    pub best: Option<String>,
}

/// A judged move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// Its number, from 1.
    pub number: usize,
    /// The side that moved.
    pub mover: Color,
    /// The move that was played.
    pub played: String,
    /// The engine's best move.
    pub best: String,
    /// Whether it was the only legal move.
    pub is_forced: bool,
    /// The scores of the best move and of the played one, for the mover.
    pub scores: [Score; 2],
    /// Which of these scores are proven.
    pub are_exact: [bool; 2],
    /// Black's chances to win before and after the move.
    pub chances: [f64; 2],
    /// The verdict on the move, if it was bad.
    pub verdict: Option<Verdict>,
}

impl JudgedMove {
    /// Returns how much of the winning chances the mover lost. Negative when the engine evaluates the
    /// position after the move higher than the one before.
    pub fn lost(&self) -> f64 {
        let [before, after] = self.chances;
        match self.mover {
            Color::Black => before - after,
            Color::White => after - before,
        }
    }
}

/// A review of a game. It works backwards from the end, because the loss of a move is known only when the
/// positions before and after it are.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game at the position to search next, while there is one.
    game: Option<AnyGame>,
    outcome: Option<Outcome>,
    played: Vec<String>,
    /// The analysed positions, the last first.
    moments: Vec<AnalyzedPosition>,
    /// The judged moves, the last first.
    moves: Vec<JudgedMove>,
}

impl Review {
    /// Creates a review of the moves played so far.
    pub fn new(game: AnyGame) -> Review {
        let outcome = game.outcome();
        let score = game.end_score();
        let mut review = Review {
            played: game.history().into_iter().map(|mv| mv.text).collect(),
            game: Some(game),
            outcome,
            moments: Vec::new(),
            moves: Vec::new(),
        };
        if let Some(score) = score {
            review.note(score, true, None);
        }
        review
    }

    /// Returns the game at the position to search next, or `None` when the review is complete.
    pub fn next(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// Returns the number of positions and how many of them are done.
    pub fn progress(&self) -> (usize, usize) {
        (self.moments.len(), self.played.len() + 1)
    }

    /// Records the search result of [`Review::next`]. [`Review::last_judged`] is then the move that was
    /// played there.
    pub fn thought(&mut self, thought: &Thought<String>) {
        let is_exact = thought.is_exact() || thought.score().plies_to_end().is_some();
        self.note(thought.score(), is_exact, Some(thought.best.clone()));
    }

    /// Returns the move that was judged last: the one played at the last analysed position, if any.
    pub fn last_judged(&self) -> Option<&JudgedMove> {
        self.moves.last()
    }

    /// Returns the position that was analysed last.
    pub fn last_moment(&self) -> Option<&AnalyzedPosition> {
        self.moments.last()
    }

    /// Returns the analysed positions from the first to the last.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &AnalyzedPosition> + ExactSizeIterator {
        self.moments.iter().rev()
    }

    /// Returns the judged moves from the first to the last.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &JudgedMove> + ExactSizeIterator {
        self.moves.iter().rev()
    }

    /// Returns the result of the game, if it was over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns how well a side played, from 0 to 100: the mean over its moves of a measure that is 100 for
    /// the best move and halves for every seventh of the winning chances that a move loses. Returns `None`
    /// for a side that never had a choice.
    pub fn accuracy(&self, color: Color) -> Option<u32> {
        let chosen = self.moves.iter().filter(|mv| mv.mover == color && !mv.is_forced);
        let measures: Vec<f64> = chosen
            .map(|mv| 100.0 * 0.5_f64.powf(7.0 * mv.lost().max(0.0)))
            .collect();
        let mean = measures.iter().sum::<f64>() / measures.len() as f64;
        (!measures.is_empty()).then_some(mean.round() as u32)
    }

    /// Returns the moves in the form that the story of a game needs.
    pub fn swings(&self) -> Vec<Swing> {
        let swings = self.moves().map(|mv| Swing {
            number: mv.number,
            mover: mv.mover,
            played: mv.played.clone(),
            better: mv.verdict.map(|_| mv.best.clone()),
            prospects: mv.chances.map(|chance| chance - 0.5),
        });
        swings.collect()
    }

    /// Records the score and the best move of the current position, judges the move that was played there,
    /// and goes back to the position before.
    fn note(&mut self, score: Score, is_exact: bool, best: Option<String>) {
        let Some(mut game) = self.game.take() else { return };
        let turn = game.turn();
        // The same function turns Black's scores into the mover's.
        let for_black = |score: Score| if turn == Color::Black { score } else { -score };
        let chance_of_black = |score: Score| {
            let chance = win_chance(&game, score);
            if turn == Color::Black {
                chance
            } else {
                1.0 - chance
            }
        };
        let ply = game.len();
        let is_forced = game.legal_moves().len() < 2;
        let after = self.moments.last().filter(|_| best.is_some());
        let (score, is_exact) = match after {
            Some(after) => settled(
                (score, is_exact),
                (for_black(after.score), after.is_exact),
                is_forced,
            ),
            None => (score, is_exact),
        };
        let moment = AnalyzedPosition {
            ply,
            score: for_black(score),
            is_exact,
            chance: match self.outcome.filter(|_| best.is_none()) {
                Some(Outcome::Win(Color::Black)) => 1.0,
                Some(Outcome::Win(Color::White)) => 0.0,
                Some(Outcome::Draw) => 0.5,
                None => chance_of_black(score),
            },
            best: best.clone(),
        };
        if let (Some(after), Some(best), Some(played)) = (after, best, self.played.get(ply)) {
            let is_best = best == *played;
            let played_score = for_black(after.score);
            // Between two proven scores only the scores count: whether the game was over after one of them
            // changes nothing.
            let chances = if is_exact && after.is_exact {
                [score, played_score].map(chance_of_black)
            } else {
                [moment.chance, after.chance]
            };
            let mut judged = JudgedMove {
                number: after.ply,
                mover: turn,
                played: played.clone(),
                is_forced,
                // If the engine evaluates the position after the move higher than before, its first score was
                // wrong, not the move.
                scores: [
                    if is_best {
                        played_score
                    } else {
                        score.max(played_score)
                    },
                    played_score,
                ],
                are_exact: [if is_best { after.is_exact } else { is_exact }, after.is_exact],
                chances,
                verdict: None,
                best,
            };
            if !is_best && !is_forced {
                judged.verdict = Verdict::of_loss(judged.lost());
            }
            self.moves.push(judged);
        }
        self.moments.push(moment);
        self.game = game.undo().then_some(game);
    }
}

/// Returns the score of a position for the mover and whether it is proven, given the same for the move that
/// was played there. A proven score of the move is a lower bound for the position, and exact if the move was
/// forced.
fn settled(found: (Score, bool), played: (Score, bool), is_forced: bool) -> (Score, bool) {
    let (least, is_proven) = (a_ply_earlier(played.0), played.1);
    match found {
        _ if is_proven && is_forced => (least, true),
        (score, _) if is_proven && score < least => (least, false),
        found => found,
    }
}

/// Returns a score seen from one ply earlier: a proven end is then one ply further away.
fn a_ply_earlier(score: Score) -> Score {
    if score.is_win() {
        score - 1
    } else if score.is_loss() {
        score + 1
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::{Kind, Spec};

    use super::*;

    fn start(kind: Kind) -> AnyGame {
        AnyGame::new(&Spec::default_for(kind)).expect("the start")
    }

    fn thought(best: &str, score: Score) -> Thought<String> {
        let mut thought = Thought::unsearched(best.to_owned());
        thought.lines[0].score = score;
        thought
    }

    #[test]
    fn the_more_a_move_loses_the_worse_it_is_called() {
        assert_eq!(Verdict::of_loss(-0.4), None);
        assert_eq!(Verdict::of_loss(0.069), None);
        let mut least = 0.0;
        for verdict in Verdict::ALL {
            assert!(verdict.least_loss() > least);
            least = verdict.least_loss();
            assert_eq!(Verdict::of_loss(least), Some(verdict));
        }
        assert_eq!(Verdict::of_loss(1.0), Some(Verdict::Blunder));
    }

    #[test]
    fn chances_are_even_at_zero_and_certain_when_the_end_is_proven() {
        for kind in Kind::ALL {
            let game = start(kind);
            assert_eq!(win_chance(&game, Score::DRAW), 0.5);
            assert_eq!(win_chance(&game, Score::win_in(9)), 1.0);
            assert_eq!(win_chance(&game, Score::loss_in(9)), 0.0);
            let chances: Vec<f64> = (-20..20).map(|n| win_chance(&game, Score(n * 50))).collect();
            assert!(chances.is_sorted() && chances[0] > 0.0);
            let both = win_chance(&game, Score(70)) + win_chance(&game, Score(-70));
            assert!((both - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_review_judges_every_move_from_the_last_to_the_first() {
        let mut game = start(Kind::Loa);
        for mv in ["b1-b3", "a2-c2"] {
            game.play(mv).expect("legal");
        }
        let last_move = game.legal_moves()[0].text.clone();
        game.play(&last_move).expect("legal");
        let mut review = Review::new(game);
        // The score of each position for the side to move, the last first. Black gave away a win with its
        // second move.
        let scores = [Score(0), Score::win_in(5), Score(0), Score(10)];
        for (score, n_done) in scores.into_iter().zip(1..) {
            assert_eq!(review.next().map(AnyGame::len), Some(4 - n_done));
            review.thought(&thought("none of these", score));
            assert_eq!(review.progress(), (n_done, 4));
        }
        assert!(review.next().is_none());
        let verdicts: Vec<_> = review
            .moves()
            .map(|mv| (mv.number, mv.mover, mv.verdict))
            .collect();
        assert_eq!(
            verdicts,
            [
                (1, Color::Black, None),
                (2, Color::White, Some(Verdict::Blunder)),
                (3, Color::Black, Some(Verdict::Blunder)),
            ]
        );
        let last = review.moves().last().expect("a move");
        assert_eq!(
            (last.played.as_str(), last.best.as_str()),
            (last_move.as_str(), "none of these")
        );
        assert_eq!(last.scores, [Score::win_in(5), Score(0)]);
        assert!((last.lost() - 0.5).abs() < 1e-9);
        let swings = review.swings();
        assert_eq!(swings.iter().filter(|swing| swing.better.is_some()).count(), 2);
        assert!(review.accuracy(Color::Black) < review.accuracy(Color::White).map(|it| it + 100));
        assert_eq!(
            review.moments().map(|moment| moment.ply).collect::<Vec<_>>(),
            [0, 1, 2, 3]
        );
    }

    #[test]
    fn the_best_move_and_a_move_without_a_choice_are_never_bad() {
        let mut game = start(Kind::Loa);
        game.play("b1-b3").expect("legal");
        let mut review = Review::new(game);
        review.thought(&thought("a2-c2", Score::win_in(3)));
        review.thought(&thought("b1-b3", Score(200)));
        let judged = review.last_judged().expect("a move");
        assert_eq!(judged.verdict, None, "the engine would have played it too");
        assert!(judged.lost() > 0.4);
        assert_eq!(judged.scores, [Score::loss_in(3), Score::loss_in(3)]);
    }

    fn exactly(best: &str, score: Score) -> Thought<String> {
        let mut thought = thought(best, score);
        thought.lines[0].is_exact = true;
        thought
    }

    #[test]
    fn no_move_improves_a_proven_score_of_its_own_side() {
        let mut game = start(Kind::Othello);
        for mv in ["f5", "d6"] {
            game.play(mv).expect("legal");
        }
        let mut review = Review::new(game);
        review.thought(&exactly("c3", Score(400)));
        // White's move before it: an estimate, and worse than the proven score of the move.
        review.thought(&thought("f6", Score(-600)));
        review.thought(&thought("f5", Score(900)));
        let moments: Vec<(Score, bool)> = review.moments().map(|it| (it.score, it.is_exact)).collect();
        assert_eq!(
            moments,
            [(Score(900), false), (Score(400), false), (Score(400), true)]
        );
        let white = review.moves().last().expect("a move");
        assert_eq!(white.scores, [Score(-400), Score(-400)]);
        assert_eq!((white.are_exact, white.verdict), ([false, true], None));
    }

    #[test]
    fn between_proven_scores_two_discs_are_two_discs_to_the_last_move() {
        let mut game = start(Kind::Othello);
        for mv in ["f5", "f6"] {
            game.play(mv).expect("legal");
        }
        let mut review = Review::new(game);
        review.thought(&exactly("e6", Score(200)));
        review.thought(&exactly("d6", Score(-200)));
        let same = review.last_judged().expect("a move");
        assert!(same.lost().abs() < 1e-9 && same.verdict.is_none());
        review.thought(&exactly("d3", Score(600)));
        let worse = review.last_judged().expect("a move");
        assert_eq!(worse.are_exact, [true, true]);
        assert!(worse.lost() > 0.07, "{worse:?}");
    }

    #[test]
    fn a_finished_game_needs_no_thought_about_its_end() {
        let small = Spec::default_for(Kind::Othello)
            .with("size", "4x4")
            .expect("a size");
        let mut game = AnyGame::new(&small).expect("a game");
        while let Some(mv) = game.legal_moves().first() {
            let text = mv.text.clone();
            game.play(&text).expect("legal");
        }
        let review = Review::new(game.clone());
        assert_eq!(review.next().map(AnyGame::len), Some(game.len() - 1));
        let end = review.last_moment().expect("the end");
        let discs = game.counts().0.map(|n| n as i32);
        let lead = discs[0] - discs[1];
        let n_empties = 16 - discs[0] - discs[1];
        assert_eq!(end.score, Score::from_discs(lead + lead.signum() * n_empties));
        assert!(end.is_exact);
        let chance = end.chance;
        match game.outcome().expect("an end") {
            Outcome::Win(Color::Black) => assert_eq!(chance, 1.0),
            Outcome::Win(Color::White) => assert_eq!(chance, 0.0),
            Outcome::Draw => assert_eq!(chance, 0.5),
        }
    }
}
