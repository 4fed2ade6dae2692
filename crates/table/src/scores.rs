//! Scores as the page shows them: from black's side, with the chance of winning that they stand for.

use parlor_core::{Color, Score};
use parlor_games::{AnyGame, Kind};

use crate::wire::ScoreView;

/// A score of the side to move in a game.
pub(crate) fn score_view(game: &AnyGame, score: Score) -> ScoreView {
    let score = if game.turn() == Color::Black {
        score
    } else {
        -score
    };
    // How many pieces ahead make a win twice as likely as not, about; the games differ in how much a piece
    // says before the end.
    let scale = match game.kind() {
        Kind::Othello => 8.0,
        Kind::Ataxx => 6.0,
        Kind::Loa => 3.0,
    };
    let chance = if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.0) / (f64::from(Score::PIECE) * scale)).exp())
    };
    let text = match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("+#{plies}"),
        Some(plies) => format!("−#{plies}"),
        None => {
            let sign = if score.0 < 0 { '−' } else { '+' };
            format!("{sign}{:.1}", f64::from(score.0.abs()) / f64::from(Score::PIECE))
        }
    };
    ScoreView { text, chance }
}

/// The score of a game that is over.
pub(crate) fn ended_score(winner: Option<Color>) -> ScoreView {
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
