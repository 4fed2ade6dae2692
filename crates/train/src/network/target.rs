//! The training target of a network.

use parlor_core::Score;

use super::model::chance;
use crate::positions::Labelled;

/// Returns the target chance to win in a position: a share `blend` from the search, the rest from the result
/// of the game.
#[inline(always)]
pub(crate) fn target(position: &Labelled, blend: f32, scale: f32) -> f32 {
    blend * searched_chance(position, scale) + (1.0 - blend) * result_chance(position.result)
}

/// Returns the result of a game as a chance to win.
pub(crate) fn result_chance(result: i8) -> f32 {
    (f32::from(result.signum()) + 1.0) / 2.0
}

/// Returns the chance to win according to the search.
#[inline(always)]
pub(crate) fn searched_chance(position: &Labelled, scale: f32) -> f32 {
    match position.score {
        score if score.is_win() => 1.0,
        score if score.is_loss() => 0.0,
        Score(score) => chance(score as f32 / scale),
    }
}
