//! The results of many who met each other.

use crate::elo::Tally;

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

/// All results of an entrant together.
pub fn total(pairings: &[Pairing], entrant: usize) -> Tally {
    let mut sum = Tally::default();
    for pairing in pairings {
        let tally = if pairing.first == entrant {
            pairing.tally
        } else if pairing.second == entrant {
            pairing.tally.reversed()
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
