//! Scores in the form that the page shows: from Black's point of view, with the corresponding chance of
//! winning.

use parlor_core::{Color, Outcome, Score};
use parlor_games::AnyGame;
use parlor_players::judge::{self, AnalyzedPosition};

use crate::wire::{ScoreValue, ScoreView, Side};

/// Returns the view of a score for the side to move in a game.
pub(crate) fn score_view(game: &AnyGame, score: Score) -> ScoreView {
    let chance = judge::win_chance(game, score);
    match game.turn() {
        Color::Black => ScoreView {
            value: value(score),
            chance,
        },
        Color::White => ScoreView {
            value: value(-score),
            chance: 1.0 - chance,
        },
    }
}

/// Returns the score of a moment of a review; for the last one, the result of the game, if it has ended.
pub(crate) fn moment_score(moment: &AnalyzedPosition, ended: Option<Outcome>) -> ScoreView {
    ScoreView {
        value: match ended {
            Some(outcome) => ScoreValue::Result {
                winner: outcome.winner().map(Into::into),
            },
            None => value(moment.score),
        },
        chance: moment.chance,
    }
}

/// Returns the value of a score for Black.
fn value(score: Score) -> ScoreValue {
    match score.plies_to_end() {
        Some(plies) => ScoreValue::Win {
            side: if score.is_win() { Side::Black } else { Side::White },
            plies: plies.unsigned_abs(),
        },
        None => ScoreValue::Pieces {
            pieces: f64::from(score.0) / f64::from(Score::PIECE),
        },
    }
}
