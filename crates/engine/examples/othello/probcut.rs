//! Measures how far shallow searches are off deep ones, for the margins of ProbCut in Othello.
//!
//!     othello_probcut [GAMES] [DEEPEST] [WEIGHTS]
//!
//! Plays self-play games from random openings, searches positions at every depth up to the deepest with
//! ProbCut switched off, and prints the standard deviation of the difference, in hundredths of a disc, by
//! stage of the game, shallow depth and deep depth.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::collections::BTreeMap;

use parlor_core::random::split_mix;
use parlor_core::{Game, MoveList};
use parlor_engine::othello::OthelloNode;
use parlor_engine::{Engine, EngineNode, Limits, LoadedWeights, Options, SearchEngine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = words.first().map_or(Ok(20), |word| word.parse())?;
    let deepest: u32 = words.get(1).map_or(Ok(9), |word| word.parse())?;
    let weights = match words.get(2) {
        Some(path) => Some(LoadedWeights::read::<OthelloNode>(&std::fs::read(path)?)?),
        None => None,
    };
    let options = Options {
        hash_mib: 8,
        weights,
        ..Options::default()
    };
    let overrides = [
        ("probe_quantile", 0),
        ("solve_beyond_depth", 0),
        ("reduction_depth", 0),
    ];
    let mut engine =
        SearchEngine::<OthelloNode>::new(&options, &overrides.map(|(name, value)| (name.to_owned(), value)));
    // For each stage and pair of depths: the number of differences and the sum of their squares.
    let mut sums: BTreeMap<(u32, u32, u32), (f64, f64)> = BTreeMap::new();
    let mut random = 1;
    for _ in 0..games {
        let mut record = OthelloNode::start();
        while record.outcome().is_none() && record.position().empties().count() > 10 {
            let mut moves = MoveList::new();
            record.position().legal_moves(&mut moves);
            let is_opening = record.len() < 10;
            let mut mv = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
            if !is_opening {
                engine.new_game();
                let mut scores = BTreeMap::new();
                let thought = engine.think(&record, &Limits::depth(deepest), &mut |info| {
                    scores.insert(info.depth, f64::from(info.score.0));
                });
                let stage = record.position().empties().count() / 10 * 10;
                for (&shallow, a) in &scores {
                    for (&deep, b) in scores.range(shallow + 1..) {
                        let sum = sums.entry((stage, shallow, deep)).or_default();
                        *sum = (sum.0 + 1.0, sum.1 + (a - b).powi(2));
                    }
                }
                mv = thought.map_or(mv, |thought| thought.best);
            }
            record.play(mv)?;
        }
    }
    println!("empties  shallow  deep  positions  error");
    for ((stage, shallow, deep), (n, squares)) in sums {
        if (deep - shallow) % 2 == 0 {
            println!(
                "{stage:>5}+  {shallow:>7}  {deep:>4}  {n:>9}  {:>5.0}",
                (squares / n).sqrt()
            );
        }
    }
    Ok(())
}
