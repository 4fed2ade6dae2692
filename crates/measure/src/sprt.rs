//! Wald's sequential probability ratio test on pairs of games.
//!
//! Two games from one opening with colours swapped are one trial with five results: 0, ½, 1, 1½ or 2 points,
//! as shares x = 0, ¼, ½, ¾, 1. Their frequencies p are known only from the results, so the hypotheses
//! concern their mean, and each is evaluated with the most likely frequencies that it allows (the generalised
//! test):
//!
//! - logistic: the mean is s = 1 / (1 + 10^(-elo/400)). The most likely frequencies under that constraint are
//!   p(i) / (1 + θ (x(i) - s)), where θ solves Σ p(i) (x(i) - s) / (1 + θ (x(i) - s)) = 0.
//! - normalised: the mean is ½ + t σ, where σ is the standard deviation under the hypothesis itself and t is
//!   the normalised Elo over 800 / ln 10 and, for pairs, times √2. The most likely frequencies are found by
//!   iterating the same equation with x replaced by its values relative to mean and deviation.
//!
//! The log-likelihood ratio is N Σ p(i) (ln p1(i) - ln p0(i)) over N pairs. It is compared with Wald's bounds
//! ln(β / (1 - α)) and ln((1 - β) / α). The model is Michel Van den Bergh's, used by Fishtest and by
//! fastchess, whose published values our test uses.

use serde::{Deserialize, Serialize};

/// The scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo by the expected score.
    Logistic,
    /// Elo by the expected score in units of its standard deviation, so that it does not depend on the share
    /// of draws.
    #[default]
    Normalised,
}

/// A sequential test of two hypotheses about a difference in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the first hypothesis: no gain.
    pub elo0: f64,
    /// The difference of the second hypothesis: enough gain.
    pub elo1: f64,
    /// The probability that a useless change passes.
    pub alpha: f64,
    /// The probability that a good change fails.
    pub beta: f64,
    /// The scale.
    #[serde(default)]
    pub model: Model,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The test continues.
    Open,
    /// The first hypothesis is accepted: no gain.
    Rejected,
    /// The second hypothesis is accepted: enough gain.
    Accepted,
}

/// The count of an empty class of results, so that logarithms stay finite.
const MIN_COUNT: f64 = 1e-3;

impl Sprt {
    /// Returns the lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Returns the log-likelihood ratio after pairs with these results: 0, ½, 1, 1½ and 2 points.
    pub fn llr(&self, pairs: &[u32; 5]) -> f64 {
        let n: u64 = pairs.iter().map(|&count| u64::from(count)).sum();
        if n == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(MIN_COUNT));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => by_mean(&frequencies, &SHARES, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalised => {
                let t = elo / (800.0 / std::f64::consts::LN_10) * std::f64::consts::SQRT_2;
                by_t(&frequencies, t)
            }
        };
        let (p0, p1) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain: f64 = (0..5).map(|i| frequencies[i] * (p1[i].ln() - p0[i].ln())).sum();
        total * gain
    }

    /// Returns the state of the test.
    pub fn verdict(&self, pairs: &[u32; 5]) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr >= upper {
            Verdict::Accepted
        } else if llr <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the most likely frequencies with this mean of the values.
fn by_mean(frequencies: &[f64; 5], values: &[f64; 5], mean: f64) -> [f64; 5] {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Every frequency must stay positive, which bounds θ; between the bounds the sum decreases monotonically.
    let (mut left, mut right) = (-1.0 / (high - mean), 1.0 / (mean - low));
    let sum = |theta: f64| -> f64 {
        (0..5)
            .map(|i| frequencies[i] * (values[i] - mean) / (1.0 + theta * (values[i] - mean)))
            .sum()
    };
    for _ in 0..200 {
        let middle = 0.5 * (left + right);
        if sum(middle) > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    let theta = 0.5 * (left + right);
    std::array::from_fn(|i| frequencies[i] / (1.0 + theta * (values[i] - mean)))
}

/// Returns the most likely frequencies whose mean is t deviations above one half.
fn by_t(frequencies: &[f64; 5], t: f64) -> [f64; 5] {
    let mut p = [0.2; 5];
    for _ in 0..100 {
        let mean: f64 = (0..5).map(|i| p[i] * SHARES[i]).sum();
        let variance: f64 = (0..5).map(|i| p[i] * (SHARES[i] - mean).powi(2)).sum();
        let deviation = variance.sqrt().max(1e-12);
        // The constraint, linearised at the current frequencies: its gradient has this form.
        let values: [f64; 5] = std::array::from_fn(|i| {
            let distance = (mean - SHARES[i]) / deviation;
            SHARES[i] - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance)
        });
        let next = by_mean(frequencies, &values, 0.0);
        let change = (0..5).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-12 {
            break;
        }
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    /// The published values of fastchess's tests, which agree with Fishtest's calculator.
    #[test]
    fn the_ratio_has_its_known_values() {
        let known = [
            (
                [365, 16618, 36229, 16974, 390],
                test(0.0, 2.0, Model::Normalised),
                2.25,
            ),
            (
                [127, 4883, 10712, 5150, 104],
                test(-1.75, 0.25, Model::Normalised),
                3.01,
            ),
            ([0, 0, 0, 0, 5550], test(0.0, 5.0, Model::Normalised), 111.82),
            (
                [223, 9863, 21279, 10037, 246],
                test(0.5, 2.5, Model::Logistic),
                -3.07,
            ),
            (
                [871, 26175, 55983, 26678, 821],
                test(0.0, 2.0, Model::Logistic),
                -4.98,
            ),
        ];
        for (pairs, sprt, expected) in known {
            let llr = sprt.llr(&pairs);
            assert!(
                (llr - expected).abs() <= 0.01 * expected.abs().max(1.0),
                "{pairs:?}: {llr} instead of {expected}"
            );
        }
    }

    #[test]
    fn walds_bounds_are_two_ninety_four() {
        let (lower, upper) = test(0.0, 2.0, Model::Logistic).bounds();
        assert!((upper - 2.944).abs() < 0.001 && (lower + 2.944).abs() < 0.001);
    }

    #[test]
    fn a_one_sided_match_is_decided_soon_and_an_even_one_is_not() {
        let sprt = test(0.0, 10.0, Model::Normalised);
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(sprt.verdict(&[5, 10, 20, 10, 5]), Verdict::Open);
        assert_eq!(sprt.verdict(&[0, 0, 50, 400, 300]), Verdict::Accepted);
        assert_eq!(sprt.verdict(&[300, 400, 50, 0, 0]), Verdict::Rejected);
    }
}
