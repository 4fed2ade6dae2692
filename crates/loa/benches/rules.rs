//! Benchmarks of the rules: `cargo bench -p parlor-loa`.
//!
//! Times are wall-clock, the best of a few runs, because other work on the machine only ever adds to them.
//! Generation, play and contiguity are timed on positions of random games.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use parlor_core::random::split_mix;
use parlor_core::{Color, Game, MoveList};
use parlor_loa::{Position, is_contiguous, perft};

const RUNS: u32 = 7;

fn main() {
    let positions = random_positions(100);
    println!("{} positions of random games", positions.len());
    per_item("legal_moves", &positions, |position| {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.len() as u64
    });
    per_item("count_moves", &positions, Position::count_moves);
    per_item("outcome", &positions, |position| {
        position.outcome().is_some().into()
    });
    per_item("is_contiguous (both sides)", &positions, |position| {
        let [black, white] = Color::ALL.map(|color| is_contiguous(position.pieces(color)));
        u64::from(black) + u64::from(white)
    });
    let with_moves: Vec<_> = positions
        .iter()
        .map(|position| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            (*position, moves)
        })
        .filter(|(_, moves)| !moves.is_empty())
        .collect();
    let n_moves: usize = with_moves.iter().map(|(_, moves)| moves.len()).sum();
    let time = best_of_runs(|| {
        for (position, moves) in &with_moves {
            for &mv in moves {
                let mut next = *position;
                next.play_unchecked(mv);
                black_box(next.decided());
            }
        }
    });
    report("play_unchecked, judged", time, n_moves);

    let mut nodes = 0;
    let seconds = best_of_runs(|| nodes = perft(&Position::default(), 5)).as_secs_f64();
    println!(
        "perft 5: {nodes} nodes, {seconds:.3} s, {:.0} M nodes/s (to reach: 200 M)",
        nodes as f64 / seconds / 1e6
    );
}

fn random_positions(games: u32) -> Vec<Position> {
    let mut random = 2002;
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::default();
        for _ in 0..80 {
            positions.push(position);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
        }
    }
    positions
}

fn per_item(name: &str, positions: &[Position], measured: impl Fn(&Position) -> u64) {
    let time = best_of_runs(|| {
        for position in positions {
            black_box(measured(black_box(position)));
        }
    });
    report(name, time, positions.len());
}

fn best_of_runs(mut run: impl FnMut()) -> Duration {
    let timed = (0..RUNS).map(|_| {
        let began = Instant::now();
        run();
        began.elapsed()
    });
    timed.min().unwrap_or_default()
}

fn report(name: &str, time: Duration, n: usize) {
    println!("{name:<28} {:>7.1} ns", time.as_nanos() as f64 / n as f64);
}
