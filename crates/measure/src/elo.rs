//! Elo differences from the results of a match.

use std::fmt;

/// The results of a match from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games from one opening with colours swapped, by their points: 0, ½, 1, 1½, 2.
    pub pairs: [u32; 5],
}

/// A difference in strength with its 95 % error bar, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference. Infinite if one side won everything.
    pub difference: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

impl Tally {
    /// Adds the two games of a pair, each as points of the first player in halves (0, 1 or 2).
    pub fn add_pair(&mut self, halves: [u32; 2]) {
        for points in halves {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[((halves[0] + halves[1]) as usize).min(4)] += 1;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the first player's share of the points, or ½ if there are no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            n => (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(n),
        }
    }

    /// Returns the standard error of the score. Pairs are the independent trials: the two games of a pair
    /// share their opening, so any advantage it gives cancels out.
    ///
    /// The spread of pair results is estimated from the pairs played, and a few equal results would suggest
    /// that all are equal. So one extra pair is counted, a fifth of it for each of the five results, because
    /// without evidence all are equally likely. It keeps a few pairs from proving anything, and is negligible
    /// among many.
    pub fn standard_error(&self) -> f64 {
        let n: u32 = self.pairs.iter().sum();
        if n == 0 {
            return 0.5;
        }
        let n = f64::from(n);
        let mean = self.score();
        let squares = self.pairs.iter().enumerate().map(|(quarters, &count)| {
            let count = f64::from(count) + PRIOR_PAIRS / 5.0;
            count * (quarters as f64 / 4.0 - mean).powi(2)
        });
        let variance = squares.sum::<f64>() / (n + PRIOR_PAIRS);
        (variance / n).sqrt()
    }

    /// Returns the same results from the other player's point of view.
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }

    /// Returns the difference in Elo.
    pub fn elo(&self) -> Elo {
        let (score, error) = (self.score(), 1.96 * self.standard_error());
        let low = elo_of(score - error);
        let high = elo_of(score + error);
        Elo {
            difference: elo_of(score),
            // If everything was won or lost, the difference is unbounded on that side.
            error: if low.is_finite() && high.is_finite() {
                (high - low) / 2.0
            } else {
                f64::INFINITY
            },
        }
    }

    /// Returns the likelihood that the first player is the stronger one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        normal_cdf((self.score() - 0.5) / self.standard_error())
    }
}

/// Writes `+31 ± 17`, with `∞` for an unbounded value.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Do not print a negative zero.
        let difference = if self.difference.abs() < 0.5 {
            0.0
        } else {
            self.difference
        };
        let text = if difference.is_infinite() {
            let sign = if difference > 0.0 { '+' } else { '-' };
            format!("{sign}∞")
        } else if self.error.is_finite() {
            format!("{difference:+.0} ± {:.0}", self.error)
        } else {
            format!("{difference:+.0} ± ∞")
        };
        f.pad(&text)
    }
}

/// The weight of the prior on pair results, in pairs.
const PRIOR_PAIRS: f64 = 1.0;

fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Returns the normal distribution function, to about seven digits (Abramowitz and Stegun 26.2.17).
fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let coefficients = [
        0.319_381_53,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let series = coefficients.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = series * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_match_says_nothing() {
        let mut tally = Tally::default();
        tally.add_pair([2, 0]);
        tally.add_pair([2, 2]);
        tally.add_pair([0, 0]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 0, 3));
        assert!(tally.elo().difference.abs() < 1e-9);
        assert!((tally.likelihood_of_superiority() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let tally = Tally {
            wins: 75,
            losses: 25,
            pairs: [5, 0, 15, 0, 30],
            ..Tally::default()
        };
        assert!((tally.elo().difference - 190.85).abs() < 0.01);
        assert!(tally.likelihood_of_superiority() > 0.999);
    }

    #[test]
    fn a_player_who_won_everything_is_stronger_by_an_unknown_amount() {
        let mut tally = Tally::default();
        tally.add_pair([2, 2]);
        let elo = tally.elo();
        assert_eq!((elo.difference, elo.error), (f64::INFINITY, f64::INFINITY));
        assert_eq!(elo.to_string(), "+∞");
    }

    #[test]
    fn a_few_games_prove_little_however_alike_they_are() {
        // With all strengths equally likely, two wins in two games would be 1 - 1/2³.
        let mut tally = Tally::default();
        tally.add_pair([2, 2]);
        assert!((tally.likelihood_of_superiority() - 0.875).abs() < 0.002);
        tally.add_pair([2, 1]);
        assert!(tally.likelihood_of_superiority() < 0.99);
        let mut lost = Tally::default();
        lost.add_pair([0, 0]);
        assert!((lost.likelihood_of_superiority() - 0.125).abs() < 0.002);
        for pair in [[1, 1], [2, 0]] {
            let mut even = Tally::default();
            even.add_pair(pair);
            assert!((even.likelihood_of_superiority() - 0.5).abs() < 1e-6);
            assert!(even.elo().error > 300.0, "{}", even.elo());
            for _ in 0..49 {
                even.add_pair(pair);
            }
            assert!(
                even.elo().error > 1.0 && even.elo().error < 20.0,
                "{}",
                even.elo()
            );
        }
    }

    #[test]
    fn many_games_are_what_they_are_without_the_prior() {
        let tally = Tally {
            wins: 502,
            losses: 296,
            pairs: [40, 0, 216, 0, 143],
            ..Tally::default()
        };
        assert_eq!(tally.elo().to_string(), "+92 ± 23");
        assert_eq!(format!("{:>10}", tally.elo()), "  +92 ± 23");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9)] {
            assert!((normal_cdf(x) - expected).abs() < 1e-6, "{x}");
        }
    }
}
