//! Fits the weights of a game's evaluation to the results of games that it plays against itself: logistic
//! regression by Newton's method, on every position whose result is not yet proven.
//!
//!     fit_weights GAME GAMES NODES SEED
//!
//! The weights are printed on the scale of the present ones, so that the margins of the search still fit. A
//! match has to show whether they are better.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use parlor_core::Outcome;
use parlor_core::descriptor::Described;
use parlor_core::zobrist::split_mix;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::{Contender, Engine, Limits, Options, SearchEngine};
use parlor_search::isa::Portable;

/// The weight with which a feature is read off the evaluation: great enough for the rounding not to matter,
/// small enough for the evaluation to stay in its range.
const PROBE: i32 = 300;
const NEWTON_STEPS: usize = 12;
/// Keeps the equations solvable when two features say the same.
const RIDGE: f64 = 1e-3;

/// A position: what is not weighted, then every feature; and the result for the side to move.
struct Example {
    features: Vec<f64>,
    result: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, numbers @ ..] = words.as_slice() else {
        return Err("expected GAME GAMES NODES SEED".into());
    };
    let numbers: Vec<u64> = numbers
        .iter()
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let &[games, nodes, seed] = numbers.as_slice() else {
        return Err("expected GAME GAMES NODES SEED".into());
    };
    match game.as_str() {
        "ataxx" => fit::<AtaxxNode>(games, nodes, seed),
        "loa" => fit::<LoaNode>(games, nodes, seed),
        _ => Err("the weights of ataxx and of loa can be fitted".into()),
    }
}

fn fit<N: Contender<Game: Described>>(
    games: u64,
    nodes: u64,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let examples = examples::<N>(games, nodes, seed)?;
    let n = N::WEIGHT_NAMES.len() + 1;
    let mut weights = vec![0.0; n];
    for _ in 0..NEWTON_STEPS {
        newton_step(&examples, &mut weights);
    }
    let present = present_weights::<N>();
    let scale = spread(&examples, &present) / spread(&examples, &weights);
    println!(
        "{} positions, loss {:.5}",
        examples.len(),
        loss(&examples, &weights)
    );
    println!("{:16} {:8.2}  (1 at present)", "unweighted", weights[0] * scale);
    for ((name, fitted), present) in N::WEIGHT_NAMES.iter().zip(&weights[1..]).zip(&present[1..]) {
        println!("{name:16} {:8.1}  ({present} at present)", fitted * scale);
    }
    Ok(())
}

fn with_weights<N: Contender>(weight: impl Fn(usize) -> i32) -> N::Context {
    let mut cx = N::context();
    for (index, name) in N::WEIGHT_NAMES.iter().enumerate() {
        N::set_weight(&mut cx, name, weight(index));
    }
    cx
}

fn present_weights<N: Contender>() -> Vec<f64> {
    let cx = N::context();
    let weights = N::WEIGHT_NAMES
        .iter()
        .map(|name| N::weight(&cx, name).unwrap_or(0).into());
    std::iter::once(1.0).chain(weights).collect()
}

fn examples<N: Contender<Game: Described>>(
    games: u64,
    nodes: u64,
    mut seed: u64,
) -> Result<Vec<Example>, Box<dyn std::error::Error>> {
    let options = Options {
        hash_mib: 2,
        ..Options::default()
    };
    let mut engine = SearchEngine::<N>::new(&options, &[]);
    let mut bare = with_weights::<N>(|_| 0);
    let n = N::WEIGHT_NAMES.len();
    let mut probes: Vec<N::Context> = (0..n)
        .map(|i| with_weights::<N>(|j| if i == j { PROBE } else { 0 }))
        .collect();
    let mut examples = Vec::new();
    for _ in 0..games {
        let mut record = N::start();
        let [least, most] = <N::Game as Described>::DESCRIPTOR.opening_plies;
        let plies = least + (split_mix(&mut seed) % u64::from(most - least + 1)) as u32;
        record.play_randomly(plies, &mut seed);
        engine.new_game();
        let mut seen = Vec::new();
        while let Some(thought) = engine.think(&record, &Limits::nodes(nodes), &mut |_| {}) {
            if thought.score().plies_to_end().is_none() {
                let position = record.position();
                let unweighted = N::new(position, &bare).evaluate(Portable, &mut bare).0;
                let mut features = vec![f64::from(unweighted)];
                features.extend(probes.iter_mut().map(|cx| {
                    let score = N::new(position, cx).evaluate(Portable, cx).0;
                    f64::from(score - unweighted) / f64::from(PROBE)
                }));
                seen.push((record.turn(), features));
            }
            record.play(thought.best)?;
        }
        examples.extend(seen.into_iter().map(|(turn, features)| Example {
            features,
            result: match record.outcome() {
                Some(Outcome::Win(winner)) if winner == turn => 1.0,
                Some(Outcome::Win(_)) => 0.0,
                _ => 0.5,
            },
        }));
    }
    Ok(examples)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn expected(example: &Example, weights: &[f64]) -> f64 {
    1.0 / (1.0 + (-dot(&example.features, weights)).exp())
}

fn newton_step(examples: &[Example], weights: &mut [f64]) {
    let n = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut hessian = vec![vec![0.0; n]; n];
    for (i, row) in hessian.iter_mut().enumerate() {
        row[i] = RIDGE;
    }
    for example in examples {
        let p = expected(example, weights);
        for (i, x) in example.features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            gradient[i] += (example.result - p) * x;
            for (cell, y) in hessian[i].iter_mut().zip(&example.features) {
                *cell += p * (1.0 - p) * x * y;
            }
        }
    }
    // Gaussian elimination; the matrix is positive definite, so no pivoting is needed.
    for i in 0..n {
        let pivot = hessian[i].clone();
        for j in i + 1..n {
            let factor = hessian[j][i] / pivot[i];
            for (cell, above) in hessian[j].iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
            gradient[j] -= factor * gradient[i];
        }
    }
    for i in (0..n).rev() {
        let known = dot(&hessian[i][i + 1..], &gradient[i + 1..]);
        gradient[i] = (gradient[i] - known) / hessian[i][i];
    }
    for (weight, step) in weights.iter_mut().zip(&gradient) {
        *weight += step;
    }
}

fn loss(examples: &[Example], weights: &[f64]) -> f64 {
    let of = |example: &Example| {
        let p = expected(example, weights).clamp(1e-9, 1.0 - 1e-9);
        -(example.result * p.ln() + (1.0 - example.result) * (1.0 - p).ln())
    };
    examples.iter().map(of).sum::<f64>() / examples.len() as f64
}

/// The standard deviation of the evaluation.
fn spread(examples: &[Example], weights: &[f64]) -> f64 {
    let scores: Vec<f64> = examples
        .iter()
        .map(|example| dot(&example.features, weights))
        .collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / scores.len() as f64;
    variance.sqrt()
}
