//! Calibration: the scale of the logistic curve that best fits scores to the results of games.
//!
//! The chance to win at a score is 1 / (1 + e^(-score / scale)); a draw is half a win. The scale maximises
//! the likelihood of the games' results given the scores of their positions. Proven scores carry no
//! information about it and are left out.

use parlor_core::Score;

use crate::positions::Labelled;

/// The result of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// The number of positions used.
    pub n_positions: usize,
    /// The scale, in hundredths of a piece.
    pub scale: f64,
    /// Its standard error, as if the positions of one game were independent.
    pub error: f64,
    /// The mean negative log-likelihood of a result.
    pub loss: f64,
}

/// The maximum score, in scales. Scores beyond it are certain either way.
const CERTAIN: f64 = 30.0;
/// The maximum number of steps; a handful is enough.
const STEPS: usize = 100;

/// Returns the score and the result, 1 for a win and 0 for a loss, of a position that carries information.
pub fn sample(position: &Labelled) -> Option<(Score, f64)> {
    let says_something = !position.is_exact && position.score.plies_to_end().is_none();
    let result = match position.result.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    says_something.then_some((position.score, result))
}

/// Fits the scale to scores and results. Returns `None` when they do not determine it: there are none, or the
/// better score never wins.
pub fn fit(samples: &[(Score, f64)]) -> Option<Calibration> {
    let spread = samples
        .iter()
        .map(|(score, _)| f64::from(score.0).abs())
        .sum::<f64>();
    if spread == 0.0 {
        return None;
    }
    // The reciprocal of the scale, in which the likelihood is concave.
    let mut slope = samples.len() as f64 / spread;
    let mut curvature = 0.0;
    for _ in 0..STEPS {
        let mut gradient = 0.0;
        curvature = 0.0;
        for &(score, result) in samples {
            let score = f64::from(score.0);
            let chance = chance(slope * score);
            gradient += (result - chance) * score;
            curvature += chance * (1.0 - chance) * score * score;
        }
        // Never so far that the sign changes: a step that is too long is followed by shorter ones.
        let step = (gradient / curvature).clamp(-slope / 2.0, slope);
        slope += step;
        if !slope.is_normal() {
            return None;
        }
        if step.abs() < slope * 1e-9 {
            break;
        }
    }
    let scale = 1.0 / slope;
    let is_sound = scale.is_finite() && curvature.is_normal() && scale < f64::from(Score::WIN.0);
    is_sound.then(|| Calibration {
        n_positions: samples.len(),
        scale,
        error: scale * scale / curvature.sqrt(),
        loss: loss(samples, scale),
    })
}

/// Returns the mean negative log-likelihood of the results with a given scale.
pub fn loss(samples: &[(Score, f64)], scale: f64) -> f64 {
    let one = |&(score, result): &(Score, f64)| {
        let chance = chance(f64::from(score.0) / scale);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

fn chance(in_scales: f64) -> f64 {
    1.0 / (1.0 + (-in_scales.clamp(-CERTAIN, CERTAIN)).exp())
}

#[cfg(test)]
mod tests {
    use parlor_core::Color;
    use parlor_core::random::split_mix;

    use super::*;

    /// Returns scores with results that are as likely as a scale says.
    fn samples(scale: f64, n: usize) -> Vec<(Score, f64)> {
        let mut state = 7;
        let mut draw = || split_mix(&mut state) as f64 / u64::MAX as f64;
        let sample = |_| {
            let score = ((draw() - 0.5) * 6.0 * scale) as i32;
            let wins = draw() < chance(f64::from(score) / scale);
            (Score(score), f64::from(u8::from(wins)))
        };
        (0..n).map(sample).collect()
    }

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        for scale in [40.0, 380.0, 2000.0] {
            let samples = samples(scale, 20_000);
            let found = fit(&samples).expect("a scale");
            assert!((found.scale - scale).abs() < 5.0 * found.error, "{found:?}");
            assert!(found.error < 0.05 * scale, "{found:?}");
            assert!(found.loss <= loss(&samples, scale));
            assert!(found.loss < loss(&samples, 2.0 * scale));
        }
    }

    #[test]
    fn uninformative_data_gives_no_scale() {
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&[(Score(0), 1.0)]), None);
        assert_eq!(fit(&[(Score(100), 0.0), (Score(-100), 1.0)]), None);
    }

    #[test]
    fn proven_scores_are_left_out() {
        let position = |score, result, is_exact| Labelled {
            own: 1,
            other: 2,
            blocks: 0,
            score,
            mv: 0,
            result,
            turn: Color::Black,
            is_exact,
            ply: 9,
            clock: 0,
        };
        assert_eq!(sample(&position(Score(50), 12, false)), Some((Score(50), 1.0)));
        assert_eq!(sample(&position(Score(50), 0, false)), Some((Score(50), 0.5)));
        assert_eq!(sample(&position(Score(50), -1, false)), Some((Score(50), 0.0)));
        assert_eq!(sample(&position(Score(50), 1, true)), None);
        assert_eq!(sample(&position(Score::win_in(4), 1, false)), None);
    }
}
