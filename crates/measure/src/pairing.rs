//! The results of entrants against each other.

use crate::elo::Tally;

/// The results of two entrants against each other, from the point of view of the one with the smaller number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The smaller number.
    pub first: usize,
    /// The greater number.
    pub second: usize,
    /// The results of the first entrant.
    pub tally: Tally,
}

/// Returns the total results of each of this many entrants, in one pass.
pub fn totals(n_entrants: usize, pairings: &[Pairing]) -> Vec<Tally> {
    let mut sums = vec![Tally::default(); n_entrants];
    for pairing in pairings {
        let sides = [
            (pairing.first, pairing.tally),
            (pairing.second, pairing.tally.reversed()),
        ];
        for (entrant, tally) in sides {
            let Some(sum) = sums.get_mut(entrant) else {
                continue;
            };
            sum.wins += tally.wins;
            sum.draws += tally.draws;
            sum.losses += tally.losses;
            for (sum, pairs) in sum.pairs.iter_mut().zip(tally.pairs) {
                *sum += pairs;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let totals = totals(3, &pairings);
        let middle = totals[1];
        assert_eq!((middle.wins, middle.draws, middle.losses), (1, 2, 1));
        assert_eq!(middle.pairs, [0, 1, 0, 1, 0]);
        assert_eq!((totals[2].losses, totals[0].wins), (1, 1));
    }
}
