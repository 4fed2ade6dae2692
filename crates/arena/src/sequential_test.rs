//! The sequential test (SPRT) of a match of two.

use std::collections::HashMap;

use crate::store::GameResult;
use parlor_measure::sprt::{Sprt, Verdict};

/// A sequential test that is updated with new results from the store.
///
/// Pairs are tested one by one in the order of their completion, so the verdict does not depend on how often
/// it is updated. The first verdict is final: later pairs are not counted.
pub(crate) struct SequentialTest {
    sprt: Sprt,
    // All results up to this one were added (see `GameResult::ended`).
    last_ended: i64,
    // The half points of the first entrant in encounters with one finished game.
    halfway: HashMap<(i64, i64), u32>,
    pairs: [u32; 5],
    verdict: Verdict,
}

impl SequentialTest {
    pub(crate) fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest {
            sprt,
            // Stores of the first version have no order of completion: all their results have 0.
            last_ended: -1,
            halfway: HashMap::new(),
            pairs: [0; 5],
            verdict: Verdict::Open,
        }
    }

    /// The `ended` after which results are new.
    pub(crate) fn last_ended(&self) -> i64 {
        self.last_ended
    }

    /// Adds the new results, in the order of completion. Returns the verdict in words once there is one.
    pub(crate) fn update(&mut self, new_results: &[GameResult]) -> Option<String> {
        for result in new_results {
            self.last_ended = self.last_ended.max(result.ended);
            self.add(result);
        }
        self.words()
    }

    fn add(&mut self, result: &GameResult) {
        if self.verdict != Verdict::Open {
            return;
        }
        let game = result.planned;
        let black_halves = u32::try_from(result.halves).unwrap_or_default().min(2);
        let halves = if game.black < game.white {
            black_halves
        } else {
            2 - black_halves
        };
        let encounter = (game.round, game.encounter);
        match self.halfway.remove(&encounter) {
            None => {
                self.halfway.insert(encounter, halves);
            }
            Some(before) => {
                self.pairs[(before + halves) as usize] += 1;
                self.verdict = self.sprt.verdict(&self.pairs);
            }
        }
    }

    fn words(&self) -> Option<String> {
        let words = match self.verdict {
            Verdict::Open => return None,
            Verdict::Accepted => "accepted: enough was gained",
            Verdict::Rejected => "rejected: nothing was gained",
        };
        let n: u32 = self.pairs.iter().sum();
        let llr = self.sprt.llr(&self.pairs);
        Some(format!("SPRT {words} (LLR {llr:.2} after {n} pairs)"))
    }
}

#[cfg(test)]
mod tests {
    use crate::store::Planned;
    use parlor_measure::sprt::Model;

    use super::*;

    fn sequential_test() -> SequentialTest {
        SequentialTest::new(Sprt {
            elo0: 0.0,
            elo1: 200.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalised,
        })
    }

    /// Two games per encounter, both won or both lost by the first entrant, in this order of completion.
    fn results(encounters: &[(i64, bool)]) -> Vec<GameResult> {
        let pairs = (1..).zip(encounters).flat_map(|(place, &(encounter, is_won))| {
            [0, 1].map(|black: i64| GameResult {
                planned: Planned {
                    number: 2 * encounter + black,
                    round: encounter,
                    encounter: 0,
                    black,
                    white: 1 - black,
                    opening: 0,
                },
                halves: if (black == 0) == is_won { 2 } else { 0 },
                ended: 2 * place + black,
            })
        });
        pairs.collect()
    }

    #[test]
    fn the_first_verdict_stands_however_rarely_the_test_is_updated() {
        // Ten pairs won, of which seven suffice, then enough losses to undo them.
        let course: Vec<(i64, bool)> = (0..60).map(|encounter| (encounter, encounter < 10)).collect();
        let at_once = sequential_test().update(&results(&course)).expect("a verdict");
        assert!(
            at_once.contains("accepted") && at_once.ends_with("after 7 pairs)"),
            "{at_once}"
        );
        let mut often = sequential_test();
        let spoken: Vec<Option<String>> = (1..=course.len())
            .map(|n| {
                let after = often.last_ended();
                let mut new_results = results(&course[..n]);
                new_results.retain(|result| result.ended > after);
                assert_eq!(new_results.len(), 2);
                often.update(&new_results)
            })
            .collect();
        assert!(spoken[..6].iter().all(Option::is_none));
        assert!(spoken[6..].iter().all(|words| *words == Some(at_once.clone())));
    }

    #[test]
    fn pairs_count_in_the_order_of_their_completion() {
        // The losses were planned later but finished earlier.
        let course: Vec<(i64, bool)> = (20..40)
            .map(|encounter| (encounter, false))
            .chain((0..20).map(|encounter| (encounter, true)))
            .collect();
        let words = sequential_test().update(&results(&course)).expect("a verdict");
        assert!(words.contains("rejected"), "{words}");
    }

    #[test]
    fn half_a_pair_does_not_count() {
        let mut all = results(&[
            (0, true),
            (1, true),
            (2, true),
            (3, true),
            (4, true),
            (5, true),
            (6, true),
        ]);
        let last = all.pop();
        let mut sequential_test = sequential_test();
        assert_eq!(sequential_test.update(&all), None);
        assert!(
            sequential_test
                .update(&last.into_iter().collect::<Vec<_>>())
                .is_some()
        );
    }
}
