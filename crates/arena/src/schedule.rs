//! Who plays whom, in which round, from which opening.
//!
//! A schedule is a pure function of the settings and the results so far, so a process that resumes a
//! tournament computes the same schedule. The unit is the encounter: two games from one opening with colours
//! swapped.

use serde::{Deserialize, Serialize};

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every entrant plays every other.
    RoundRobin {
        /// Number of encounters of each pair.
        encounters: u32,
    },
    /// The first entrant plays all others.
    Gauntlet {
        /// Number of encounters of each pair.
        encounters: u32,
    },
    /// In each round, entrants with similar points who have not met play each other.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// In each round, neighbours on the ladder play each other. The lower one moves up if it wins.
    Ladder {
        /// Number of rounds.
        rounds: u32,
    },
}

impl Format {
    /// Whether later rounds depend on the results of earlier ones.
    pub const fn waits(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Ladder { .. })
    }

    /// The number of rounds.
    pub const fn rounds(self) -> u32 {
        match self {
            Format::RoundRobin { encounters } | Format::Gauntlet { encounters } => encounters,
            Format::Swiss { rounds } | Format::Ladder { rounds } => rounds,
        }
    }

    /// The number of games for this many entrants.
    pub fn n_games(self, n_entrants: usize) -> u64 {
        let n = n_entrants as u64;
        let per_round = match self {
            Format::RoundRobin { .. } => n * n.saturating_sub(1) / 2,
            Format::Gauntlet { .. } => n.saturating_sub(1),
            Format::Swiss { .. } => n / 2,
            Format::Ladder { rounds } => {
                // Even rounds pair from the top, odd rounds from the second place.
                let (even, odd) = (u64::from(rounds).div_ceil(2), u64::from(rounds) / 2);
                return 2 * (even * (n / 2) + odd * (n.saturating_sub(1) / 2));
            }
        };
        2 * per_round * u64::from(self.rounds())
    }
}

/// An encounter: two games of two entrants from one opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePair {
    /// The entrant that is black in the first game.
    pub first: usize,
    /// The entrant that is black in the second game.
    pub second: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// The result of an encounter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairResult {
    /// The round, from 0.
    pub round: u32,
    /// The first entrant.
    pub first: usize,
    /// The second entrant.
    pub second: usize,
    /// The half points of the first entrant. The second has the rest of the four.
    pub halves: u32,
}

/// Returns the encounters of a round. `met` has the results of the previous rounds, which must be complete if
/// the format [waits](Format::waits).
pub fn round(format: Format, n_entrants: usize, round: u32, met: &[PairResult]) -> Vec<GamePair> {
    let opening = round as usize;
    let encounter = |(first, second): (usize, usize)| GamePair {
        first,
        second,
        opening,
    };
    match format {
        Format::RoundRobin { .. } => (0..n_entrants)
            .flat_map(|first| (first + 1..n_entrants).map(move |second| (first, second)))
            .map(encounter)
            .collect(),
        Format::Gauntlet { .. } => (1..n_entrants).map(|second| encounter((0, second))).collect(),
        Format::Swiss { .. } => swiss_pairs(n_entrants, round, met)
            .into_iter()
            .map(encounter)
            .collect(),
        Format::Ladder { .. } => {
            let order = ladder(n_entrants, round, met);
            let skipped = (round % 2) as usize;
            order[skipped.min(order.len())..]
                .chunks_exact(2)
                .map(|pair| encounter((pair[0], pair[1])))
                .collect()
        }
    }
}

/// The half points of every entrant after this many rounds of a Swiss tournament. A bye counts as two wins.
pub fn swiss_points(n_entrants: usize, rounds: u32, met: &[PairResult]) -> Vec<u32> {
    let mut points = vec![0; n_entrants];
    for round in 0..rounds {
        let mut has_played = vec![false; n_entrants];
        for met in met.iter().filter(|met| met.round == round) {
            points[met.first] += met.halves;
            points[met.second] += 4 - met.halves.min(4);
            has_played[met.first] = true;
            has_played[met.second] = true;
        }
        for (points, has_played) in points.iter_mut().zip(has_played) {
            *points += if has_played { 0 } else { 4 };
        }
    }
    points
}

fn swiss_pairs(n_entrants: usize, round: u32, met: &[PairResult]) -> Vec<(usize, usize)> {
    let points = swiss_points(n_entrants, round, met);
    let have_met = |a: usize, b: usize| {
        met.iter()
            .any(|met| (met.first, met.second) == (a, b) || (met.first, met.second) == (b, a))
    };
    let mut order: Vec<usize> = (0..n_entrants).collect();
    order.sort_by_key(|&entrant| (std::cmp::Reverse(points[entrant]), entrant));
    if n_entrants % 2 == 1 {
        // Of the entrants with the fewest byes, the lowest gets a bye.
        let byes = |entrant: usize| {
            let played = met
                .iter()
                .filter(|met| met.first == entrant || met.second == entrant);
            (round as usize).saturating_sub(played.count())
        };
        let fewest = order
            .iter()
            .map(|&entrant| byes(entrant))
            .min()
            .unwrap_or_default();
        if let Some(at) = order.iter().rposition(|&entrant| byes(entrant) == fewest) {
            order.remove(at);
        }
    }
    let mut steps = SEARCH_STEPS;
    let mut pairs = Vec::new();
    if !pair_up(&order, &have_met, &mut pairs, &mut steps) {
        // Rematches cannot be avoided, or not found within the search limit: neighbours meet again.
        pairs = order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    }
    // The entrant that was first more often becomes second, so that no entrant keeps an advantage from the
    // opening.
    for (first, second) in &mut pairs {
        let firsts = |entrant: usize| met.iter().filter(|met| met.first == entrant).count();
        if firsts(*first) > firsts(*second) {
            std::mem::swap(first, second);
        }
    }
    pairs
}

/// The maximum number of steps in the search for a round without rematches.
const SEARCH_STEPS: u32 = 100_000;

/// Pairs the first entrant with the nearest it has not met, and so on. Backtracks when an entrant is left over.
fn pair_up(
    order: &[usize],
    have_met: &dyn Fn(usize, usize) -> bool,
    pairs: &mut Vec<(usize, usize)>,
    steps: &mut u32,
) -> bool {
    let Some((&first, rest)) = order.split_first() else {
        return true;
    };
    for (index, &second) in rest.iter().enumerate() {
        if have_met(first, second) {
            continue;
        }
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let mut others = rest.to_vec();
        others.remove(index);
        pairs.push((first, second));
        if pair_up(&others, have_met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// The ladder after this many rounds, top first.
pub fn ladder(n_entrants: usize, rounds: u32, met: &[PairResult]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n_entrants).collect();
    for round in 0..rounds {
        let mut at = (round % 2) as usize;
        while at + 1 < order.len() {
            let (upper, lower) = (order[at], order[at + 1]);
            let climbs = met
                .iter()
                .any(|met| met.round == round && (met.first, met.second) == (upper, lower) && met.halves < 2);
            if climbs {
                order.swap(at, at + 1);
            }
            at += 2;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_entrants_meet_in_a_round_robin() {
        let encounters = round(Format::RoundRobin { encounters: 3 }, 5, 2, &[]);
        let pairs: HashSet<_> = encounters.iter().map(|e| (e.first, e.second)).collect();
        assert_eq!(pairs.len(), 10);
        assert!(encounters.iter().all(|e| e.opening == 2));
        assert_eq!(Format::RoundRobin { encounters: 3 }.n_games(5), 60);
        assert_eq!(round(Format::Gauntlet { encounters: 1 }, 5, 0, &[]).len(), 4);
    }

    #[test]
    fn a_swiss_tournament_has_no_rematches_and_at_most_one_bye_each() {
        for n in [2, 5, 8, 9, 30, 31] {
            let rounds = if n == 2 { 1 } else { 4 };
            let mut met = Vec::new();
            let mut byes = vec![0; n];
            for number in 0..rounds {
                let encounters = round(Format::Swiss { rounds }, n, number, &met);
                assert_eq!(encounters.len(), n / 2, "{n} entrants, round {number}");
                let mut playing = HashSet::new();
                for encounter in encounters {
                    let (a, b) = (encounter.first, encounter.second);
                    assert!(playing.insert(a) && playing.insert(b));
                    let again = met
                        .iter()
                        .any(|met: &PairResult| [(a, b), (b, a)].contains(&(met.first, met.second)));
                    assert!(!again, "{n} entrants, round {number}: {a} and {b} have met");
                    // The entrant with the smaller number wins.
                    met.push(PairResult {
                        round: number,
                        first: a,
                        second: b,
                        halves: if a < b { 4 } else { 0 },
                    });
                }
                for (entrant, byes) in byes.iter_mut().enumerate() {
                    *byes += u32::from(!playing.contains(&entrant));
                }
            }
            assert!(byes.iter().all(|&byes| byes <= 1), "{n}: {byes:?}");
            let points = swiss_points(n, rounds, &met);
            assert_eq!(points.iter().max(), Some(&points[0]), "{n}: {points:?}");
        }
    }

    #[test]
    fn the_winner_climbs_the_ladder() {
        let mut met = Vec::new();
        let rounds = 8;
        for number in 0..rounds {
            for encounter in round(Format::Ladder { rounds }, 5, number, &met) {
                // The entrant with the greater number wins.
                let halves = if encounter.first > encounter.second { 4 } else { 0 };
                met.push(PairResult {
                    round: number,
                    first: encounter.first,
                    second: encounter.second,
                    halves,
                });
            }
        }
        assert_eq!(ladder(5, rounds, &met), [4, 3, 2, 1, 0]);
        assert_eq!(met.len() as u64 * 2, Format::Ladder { rounds }.n_games(5));
    }
}
