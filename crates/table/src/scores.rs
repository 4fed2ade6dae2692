//! Scores as the page shows them: from black's side, with the chance of winning that they stand for.

use parlor_core::{Color, Outcome, Score};
use parlor_games::AnyGame;
use parlor_players::judge::{self, AnalyzedPosition};

use crate::wire::{ScoreValue, ScoreView, Side};

/// A score of the side to move in a game.
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

/// The score of a moment of a review; of the last one, how the game has ended, if it has.
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

/// What a score of black's says.
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
