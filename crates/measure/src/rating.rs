//! Ratings by maximum likelihood: the Bradley–Terry model with Davidson's extension for draws.
//!
//! Each entrant has a strength π. Between i and j the probabilities of a win of i, of a win of j and of a
//! draw are as π(i) : π(j) : ν √(π(i) π(j)), with one ν for all. Newton's method on λ = ln π and ln ν finds
//! the strengths and ν that maximise the likelihood, which is concave in them, so there is one maximum. A
//! rating is 400 / ln 10 · λ, with a mean of 0 over all entrants. Its error comes from the curvature at the
//! maximum.
//!
//! An entrant that won or lost everything would be infinitely strong or weak, and two groups that never met
//! could not be compared. So there is also a weak prior: a normal distribution of strengths with
//! [`PRIOR_DEVIATION`]. R. A. Bradley and M. E. Terry (1952); R. R. Davidson (1970); D. R. Hunter (2004).

use std::fmt;

use crate::elo::Elo;
use crate::ldl::LdlFactorization;
use crate::pairing::Pairing;

/// The standard deviation of the prior, in Elo: so wide that a hundred games outweigh it two hundred times.
pub const PRIOR_DEVIATION: f64 = 500.0;

/// A rating with its 95 % error bar, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; the mean of all entrants is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Writes the rating like a difference in Elo.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rating { elo, error } = *self;
        let difference = Elo {
            difference: elo,
            error,
        };
        difference.fmt(f)
    }
}

const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
const ITERATIONS: usize = 200;

/// Returns the ratings of this many entrants.
pub fn ratings(n_entrants: usize, pairings: &[Pairing]) -> Vec<Rating> {
    fit(n_entrants, pairings, Some(PRIOR_DEVIATION / ELO_PER_UNIT))
}

/// Returns the fit. Without a prior, every entrant must have both won and lost.
fn fit(n_entrants: usize, pairings: &[Pairing], prior: Option<f64>) -> Vec<Rating> {
    if n_entrants == 0 {
        return Vec::new();
    }
    // The last parameter is ln ν.
    let n = n_entrants + 1;
    let mut parameters = vec![0.0; n];
    let precision = prior.map_or(1e-9, |deviation| 1.0 / (deviation * deviation));
    let has_draws = pairings.iter().any(|pairing| pairing.tally.draws > 0);
    parameters[n_entrants] = if has_draws { 0.0 } else { f64::NEG_INFINITY };
    let mut curvature = None;
    for _ in 0..ITERATIONS {
        let (gradient, hessian) = derivatives(&parameters, pairings, n_entrants, has_draws, precision);
        let Some(factored) = LdlFactorization::new(n, hessian) else {
            break;
        };
        let Some(step) = factored.solve(&gradient) else {
            break;
        };
        let largest = step.iter().copied().map(f64::abs).fold(0.0, f64::max);
        // Far from the maximum a full step may overshoot.
        let damping = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        for (index, step) in step.iter().enumerate() {
            if index < n_entrants || has_draws {
                parameters[index] += damping * step;
            }
        }
        curvature = Some(factored);
        if largest < 1e-10 {
            break;
        }
    }
    let mean = parameters[..n_entrants].iter().sum::<f64>() / n_entrants as f64;
    // The error relative to the mean of all entrants: the variance of λ(i) - mean.
    let share = 1.0 / n_entrants as f64;
    let mut contrast = vec![-share; n];
    contrast[n_entrants] = 0.0;
    (0..n_entrants)
        .map(|entrant| {
            contrast[entrant] = 1.0 - share;
            let solved = curvature.as_ref().and_then(|factored| factored.solve(&contrast));
            let variance = solved.map_or(f64::INFINITY, |solved| dot(&solved, &contrast).max(0.0));
            contrast[entrant] = -share;
            Rating {
                elo: ELO_PER_UNIT * (parameters[entrant] - mean),
                error: 1.96 * ELO_PER_UNIT * variance.sqrt(),
            }
        })
        .collect()
}

/// Returns the gradient of the log-likelihood, and its negated Hessian row by row.
fn derivatives(
    parameters: &[f64],
    pairings: &[Pairing],
    n_entrants: usize,
    has_draws: bool,
    precision: f64,
) -> (Vec<f64>, Vec<f64>) {
    let n = n_entrants + 1;
    let mut gradient = vec![0.0; n];
    let mut hessian = vec![0.0; n * n];
    for index in 0..n_entrants {
        gradient[index] -= precision * parameters[index];
        hessian[index * n + index] += precision;
    }
    if !has_draws {
        hessian[n_entrants * n + n_entrants] = 1.0;
    }
    for pairing in pairings {
        let (i, j) = (pairing.first, pairing.second);
        let tally = &pairing.tally;
        let games = f64::from(tally.games());
        let nu = parameters[n_entrants];
        let logits = [
            parameters[i],
            parameters[j],
            nu + 0.5 * (parameters[i] + parameters[j]),
        ];
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = logits.map(|logit| (logit - most).exp());
        let sum: f64 = weights.iter().sum();
        let p = weights.map(|weight| weight / sum);
        let observed = [
            f64::from(tally.wins),
            f64::from(tally.losses),
            f64::from(tally.draws),
        ];
        // The derivatives of the three logits by λ(i), λ(j) and ln ν.
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 1.0]];
        let places = [i, j, n_entrants];
        let n_used = if has_draws { 3 } else { 2 };
        for a in 0..n_used {
            let expected: f64 = (0..3).map(|k| p[k] * rows[k][a]).sum();
            gradient[places[a]] += (0..3).map(|k| observed[k] * rows[k][a]).sum::<f64>() - games * expected;
            for b in 0..n_used {
                let other: f64 = (0..3).map(|k| p[k] * rows[k][b]).sum();
                let both: f64 = (0..3).map(|k| p[k] * rows[k][a] * rows[k][b]).sum();
                hessian[places[a] * n + places[b]] += games * (both - expected * other);
            }
        }
    }
    (gradient, hessian)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;

    use super::*;
    use crate::elo::Tally;

    fn pairing(first: usize, second: usize, wins: u32, draws: u32, losses: u32) -> Pairing {
        Pairing {
            first,
            second,
            tally: Tally {
                wins,
                draws,
                losses,
                pairs: [0; 5],
            },
        }
    }

    /// American League baseball of 1987, the example of Agresti's textbook; the strengths relative to
    /// Baltimore are those that the R package BradleyTerry2 prints.
    #[test]
    fn baseball_has_its_known_strengths() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins of the row.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut pairings = Vec::new();
        for (i, row) in wins.iter().enumerate() {
            for (j, other) in wins.iter().enumerate().skip(i + 1) {
                pairings.push(pairing(i, j, row[j], 0, other[i]));
            }
        }
        let fitted = fit(7, &pairings, None);
        let known = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (rating, known) in fitted.iter().zip(known) {
            let strength = (rating.elo - fitted[6].elo) / ELO_PER_UNIT;
            assert!((strength - known).abs() < 2e-4, "{strength} instead of {known}");
        }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_wins_and_losses() {
        // Davidson's model of one pairing has as many parameters as results: it fits them exactly.
        let fitted = fit(2, &[pairing(0, 1, 30, 50, 20)], None);
        let expected = 400.0 * (30.0f64 / 20.0).log10();
        assert!((fitted[0].elo - fitted[1].elo - expected).abs() < 1e-6);
        assert!(fitted[0].error > 0.0 && fitted[0].error < 200.0);
    }

    #[test]
    fn an_entrant_that_wins_everything_gets_a_finite_rating_at_the_top() {
        let pairings = [pairing(0, 1, 10, 0, 0), pairing(1, 2, 10, 0, 0)];
        let fitted = ratings(4, &pairings);
        assert!(fitted.iter().all(|rating| rating.elo.is_finite()));
        assert!(fitted[0].elo > fitted[1].elo && fitted[1].elo > fitted[2].elo);
        assert!(fitted[3].error > fitted[1].error, "who never played is uncertain");
    }

    /// Returns this many entrants of equally spaced strength, each pair of which met in four games or not at
    /// all.
    fn field(n_entrants: usize) -> Vec<Pairing> {
        let mut random = 1;
        let mut pairings = Vec::new();
        for first in 0..n_entrants {
            for second in first + 1..n_entrants {
                let mut counts = [0; 3];
                for _ in 0..4 * (split_mix(&mut random) % 2) {
                    let chance = (split_mix(&mut random) % 100) as usize;
                    let lead = 40 * (second - first) / n_entrants;
                    counts[if chance < 20 {
                        1
                    } else {
                        2 * usize::from(chance >= 60 + lead)
                    }] += 1;
                }
                let [wins, draws, losses] = counts;
                pairings.push(pairing(first, second, wins, draws, losses));
            }
        }
        pairings
    }

    /// The values of version 0.1, which repeated the elimination for every entrant.
    #[test]
    fn a_field_of_many_has_the_ratings_that_it_always_had() {
        let fitted = ratings(40, &field(40));
        let known = [
            (0, 233.091_858_042_6, 92.813_341_905_0),
            (1, 109.888_475_219_5, 97.713_786_534_9),
            (7, 86.177_192_130_3, 99.822_446_047_2),
            (20, -108.123_575_826_9, 83.980_491_844_2),
            (33, -196.528_510_267_0, 96.620_609_262_9),
            (39, -194.648_533_228_3, 110.705_169_459_1),
        ];
        for (entrant, elo, error) in known {
            let Rating {
                elo: found,
                error: bar,
            } = fitted[entrant];
            assert!(
                (found - elo).abs() < 1e-6 && (bar - error).abs() < 1e-6,
                "{entrant}: {found} ± {bar}"
            );
        }
    }

    #[test]
    fn even_results_are_even_ratings() {
        let fitted = ratings(3, &[pairing(0, 1, 5, 3, 5), pairing(1, 2, 2, 0, 2)]);
        assert!(fitted.iter().all(|rating| rating.elo.abs() < 1e-6), "{fitted:?}");
    }
}
