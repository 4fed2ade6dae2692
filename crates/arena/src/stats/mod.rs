//! What results mean: differences in Elo, sequential tests, ratings.

pub mod rating;
pub mod sprt;

pub use parlor_engine::{Elo, Tally};

/// What two entrants have done against each other, seen from the one with the smaller number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The smaller number.
    pub first: usize,
    /// The greater number.
    pub second: usize,
    /// The results of the first.
    pub tally: Tally,
}

/// The same results seen from the other side.
pub fn reversed(tally: &Tally) -> Tally {
    let mut pairs = tally.pairs;
    pairs.reverse();
    Tally {
        wins: tally.losses,
        draws: tally.draws,
        losses: tally.wins,
        pairs,
    }
}

/// How likely it is that the first player is the stronger one. Where all pairs of games came out the same there is no
/// telling how far pairs differ; then single games are counted, of which a few prove little.
pub fn superiority(tally: &Tally) -> f64 {
    let n_kinds = tally.pairs.iter().filter(|&&count| count > 0).count();
    if n_kinds != 1 {
        return tally.likelihood_of_superiority();
    }
    let (wins, losses) = (f64::from(tally.wins), f64::from(tally.losses));
    if wins + losses == 0.0 {
        return 0.5;
    }
    normal_cdf((wins - losses) / (wins + losses).sqrt())
}

/// The share of a normal distribution below x, by the approximation 26.2.17 of Abramowitz and Stegun (7.5e-8).
fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [
        1.330_274_429,
        -1.821_255_978,
        1.781_477_937,
        -0.356_563_782,
        0.319_381_530,
    ];
    let tail = terms.iter().fold(0.0, |sum, term| (sum + term) * t);
    let above = tail * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 0.0 { above } else { 1.0 - above }
}

/// All results of an entrant together.
pub fn total(pairings: &[Pairing], entrant: usize) -> Tally {
    let mut sum = Tally::default();
    for pairing in pairings {
        let tally = if pairing.first == entrant {
            pairing.tally
        } else if pairing.second == entrant {
            reversed(&pairing.tally)
        } else {
            continue;
        };
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
        for (sum, pairs) in sum.pairs.iter_mut().zip(tally.pairs) {
            *sum += pairs;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_wins_in_a_row_prove_little() {
        let mut tally = Tally::default();
        tally.add_pair([2, 2]);
        assert!(
            (superiority(&tally) - 0.9213).abs() < 1e-4,
            "the normal share below √2"
        );
        assert!((superiority(&reversed(&tally)) - 0.0787).abs() < 1e-4);
        let mut drawn = Tally::default();
        drawn.add_pair([1, 1]);
        assert_eq!(superiority(&drawn), 0.5);
        tally.add_pair([2, 1]);
        assert_eq!(superiority(&tally), tally.likelihood_of_superiority());
    }

    #[test]
    fn the_total_counts_both_sides_of_every_pairing() {
        let mut tally = Tally::default();
        tally.add_pair([2, 1]);
        let pairings = [
            Pairing {
                first: 0,
                second: 1,
                tally,
            },
            Pairing {
                first: 1,
                second: 2,
                tally,
            },
        ];
        let middle = total(&pairings, 1);
        assert_eq!((middle.wins, middle.draws, middle.losses), (1, 2, 1));
        assert_eq!(middle.pairs, [0, 1, 0, 1, 0]);
        assert_eq!(total(&pairings, 2).losses, 1);
    }
}
