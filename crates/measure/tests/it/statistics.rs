//! Tests that ratings and sequential tests have the values that scipy computes by other means
//! (`oracles/match_statistics.py`, run by `make check-slow`, recomputes them).

use parlor_measure::rating::{PRIOR_DEVIATION, ratings};
use parlor_measure::sprt::Sprt;
use parlor_measure::{Pairing, Tally};
use serde::Deserialize;

#[derive(Deserialize)]
struct Known {
    ratings: Vec<KnownRatings>,
    sprt: Vec<KnownTest>,
}

#[derive(Deserialize, Debug)]
struct KnownRatings {
    entrants: usize,
    prior: f64,
    /// First entrant, second entrant, wins, draws, losses.
    pairings: Vec<(usize, usize, u32, u32, u32)>,
    elo: Vec<f64>,
    error: Vec<f64>,
}

#[derive(Deserialize, Debug)]
struct KnownTest {
    model: String,
    elo0: f64,
    elo1: f64,
    pairs: [u32; 5],
    llr: f64,
}

fn known() -> Known {
    serde_json::from_str(include_str!("../known/statistics.json")).expect("known values")
}

#[test]
fn ratings_with_draws_are_those_of_an_independent_fit() {
    for known in known().ratings {
        assert_eq!(known.prior, PRIOR_DEVIATION);
        let pairings: Vec<Pairing> = known
            .pairings
            .iter()
            .map(|&(first, second, wins, draws, losses)| Pairing {
                first,
                second,
                tally: Tally {
                    wins,
                    draws,
                    losses,
                    pairs: [0; 5],
                },
            })
            .collect();
        let fitted = ratings(known.entrants, &pairings);
        for (entrant, rating) in fitted.iter().enumerate() {
            let off = (rating.elo - known.elo[entrant]).abs();
            assert!(off < 0.01, "entrant {entrant} of {known:?}: {rating:?}");
            let off = (rating.error - known.error[entrant]).abs();
            assert!(off < 0.05, "entrant {entrant} of {known:?}: {rating:?}");
        }
    }
}

#[test]
fn sequential_tests_are_those_of_an_independent_optimiser() {
    for known in known().sprt {
        let sprt: Sprt = serde_json::from_value(serde_json::json!({
            "elo0": known.elo0, "elo1": known.elo1, "alpha": 0.05, "beta": 0.05, "model": known.model,
        }))
        .expect("a test");
        let llr = sprt.llr(&known.pairs);
        assert!((llr - known.llr).abs() < 0.002, "{known:?}: {llr}");
    }
}
