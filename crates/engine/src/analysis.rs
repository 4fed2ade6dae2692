//! Where a game turned: what each position was worth, and which moves gave something away.

use parlor_core::{Color, Game, GameRecord, Outcome, Score};
use parlor_search::Limits;

use crate::engine::Engine;

/// How bad a move was, by what it gave away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// Nothing worth a word.
    Sound,
    /// Something, but not what decides games.
    Inaccuracy,
    /// Enough to decide an even game.
    Mistake,
    /// A win or a draw thrown away, or far more than a mistake.
    Blunder,
}

/// One move of a game, judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedMove<M> {
    /// Who moved.
    pub mover: Color,
    /// What was played.
    pub played: M,
    /// What the engine would have played.
    pub best: M,
    /// What the best move was worth to the mover.
    pub best_score: Score,
    /// What the played one was worth to the mover.
    pub played_score: Score,
    /// How bad it was.
    pub judgement: Judgement,
}

/// A whole game, judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review<M> {
    /// What every position was worth to black, the start first: one more than there are moves.
    pub scores: Vec<Score>,
    /// The moves in order.
    pub moves: Vec<JudgedMove<M>>,
}

/// A loss below this is noise.
const INACCURACY: i32 = Score::PIECE;
/// From here on an even game is no longer even.
const MISTAKE: i32 = 3 * Score::PIECE;
/// From here on it is as good as lost.
const BLUNDER: i32 = 8 * Score::PIECE;
/// Scores beyond this all mean that the game is decided, so that differences between them mean nothing.
const DECIDED: i32 = 25 * Score::PIECE;

/// Judges a game from its first move to its last. Every position is searched within `limits`; `progress` is
/// told how many of how many positions are done, and ends the review early by returning false.
pub fn review<G: Game>(
    game: &GameRecord<G>,
    engine: &mut dyn Engine<G>,
    limits: &Limits<G::Move>,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Review<G::Move> {
    let mut replay = GameRecord::new(game.start().clone());
    // A limit that the game itself kept cannot be one that its beginning breaks.
    let _ = replay.set_move_limit(game.move_limit());
    let n_positions = game.len() + 1;
    let mut played = game.moves();
    let mut review = Review {
        scores: Vec::with_capacity(n_positions),
        moves: Vec::with_capacity(game.len()),
    };
    let mut expected: Option<(Color, G::Move, Score)> = None;
    for done in 0..n_positions {
        let turn = replay.turn();
        let thought = engine.think(&replay, limits, &mut |_| {});
        let score = match (&thought, replay.outcome()) {
            (Some(thought), _) => thought.score(),
            (None, outcome) => final_score(outcome, turn),
        };
        if let (Some((mover, best, best_score)), Some(last)) = (expected, replay.last_move()) {
            let played_score = if mover == turn { score } else { -score };
            // Where the engine saw more after the move than before it, its first opinion was wrong, not the move.
            let best_score = if best == last {
                played_score
            } else {
                best_score.max(played_score)
            };
            let judgement = judge(best_score, played_score);
            review.moves.push(JudgedMove {
                mover,
                played: last,
                best,
                best_score,
                played_score,
                judgement,
            });
        }
        review
            .scores
            .push(if turn == Color::Black { score } else { -score });
        expected = thought.map(|thought| (turn, thought.best, thought.score()));
        let go_on = progress(done + 1, n_positions);
        match played.next() {
            Some(mv) if go_on && replay.play(mv).is_ok() => {}
            _ => break,
        }
    }
    review
}

fn final_score(outcome: Option<Outcome>, turn: Color) -> Score {
    match outcome {
        Some(Outcome::Win(winner)) if winner == turn => Score::win_in(0),
        Some(Outcome::Win(_)) => Score::loss_in(0),
        Some(Outcome::Draw) | None => Score::DRAW,
    }
}

fn judge(best: Score, played: Score) -> Judgement {
    let within = |score: Score| score.0.clamp(-DECIDED, DECIDED);
    let gave_away_a_win = best.is_win() && !played.is_win();
    let walked_into_a_loss = played.is_loss() && !best.is_loss();
    match within(best) - within(played) {
        loss if loss >= BLUNDER => Judgement::Blunder,
        _ if gave_away_a_win || walked_into_a_loss => Judgement::Mistake,
        loss if loss >= MISTAKE => Judgement::Mistake,
        loss if loss >= INACCURACY => Judgement::Inaccuracy,
        _ => Judgement::Sound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::LoaNode;
    use crate::{Contender, Options};

    #[test]
    fn throwing_a_win_away_is_a_blunder_and_a_slower_win_is_not() {
        assert_eq!(judge(Score::win_in(3), Score(0)), Judgement::Blunder);
        assert_eq!(judge(Score::win_in(3), Score::win_in(9)), Judgement::Sound);
        assert_eq!(judge(Score(2_400), Score::loss_in(8)), Judgement::Blunder);
        assert_eq!(judge(Score(-2_400), Score::loss_in(8)), Judgement::Mistake);
        assert_eq!(judge(Score(150), Score(0)), Judgement::Inaccuracy);
        assert_eq!(judge(Score(400), Score(0)), Judgement::Mistake);
        assert_eq!(judge(Score(50), Score(0)), Judgement::Sound);
    }

    #[test]
    fn a_review_has_a_score_for_every_position_and_a_judgement_for_every_move() {
        let mut game = LoaNode::start();
        let mut engine = LoaNode::engine(&Options {
            hash_mib: 1,
            ..Options::default()
        });
        for _ in 0..6 {
            let thought = engine.think(&game, &Limits::nodes(200), &mut |_| {}).unwrap();
            game.play(thought.best).unwrap();
        }
        let mut told = 0;
        let review = review(&game, &mut *engine, &Limits::nodes(300), &mut |done, of| {
            told += 1;
            assert_eq!((done, of), (told, 7));
            true
        });
        assert_eq!((review.scores.len(), review.moves.len()), (7, 6));
        for judged in &review.moves {
            assert!(judged.best_score >= judged.played_score);
        }
    }
}
