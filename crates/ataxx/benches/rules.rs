//! Benchmarks of the rules: `cargo bench -p parlor-ataxx`.
//!
//! Prints nanoseconds per operation for generating, counting and playing moves, and the speed of perft next
//! to the figures of other programs. Those were measured on another machine, so compare only orders of
//! magnitude.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::hint::black_box;
use std::time::Instant;

use parlor_ataxx::{Position, Rules, perft_on};
use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_core::{Game, MoveList};

/// The published speed of other programs, leaves counted in bulk, in billions of nodes per second.
const PEERS: &str = "libataxx 1.3–1.5, two others about 1.0, the board-game crate 0.47";

fn main() {
    let positions = random_positions(2000);
    let n_moves: usize = positions.iter().map(|position| legal(position).len()).sum();
    println!(
        "{} positions of random games, {n_moves} legal moves",
        positions.len()
    );
    per_operation("generate, per position", positions.len(), || {
        for position in &positions {
            black_box(legal(black_box(position)));
        }
    });
    per_operation("count, per position", positions.len(), || {
        for position in &positions {
            black_box(black_box(position).count_moves());
        }
    });
    per_operation("outcome, per position", positions.len(), || {
        for position in &positions {
            black_box(black_box(position).outcome());
        }
    });
    let moves: Vec<_> = positions.iter().map(legal).collect();
    per_operation("copy and play, per move", n_moves, || {
        for (position, moves) in positions.iter().zip(&moves) {
            for &mv in moves {
                let mut next = *position;
                next.play_unchecked(mv);
                black_box(next);
            }
        }
    });

    println!("perft, leaves counted in bulk, no table (others: {PEERS} G nodes/s)");
    let start = Position::start(Rules::Tools);
    for depth in [6, 7] {
        for cpu in [Cpu::Portable, Cpu::Avx2] {
            nodes_per_second(&format!("start, depth {depth}, {cpu:?}"), || {
                perft_on(cpu, &start, depth)
            });
        }
    }
    nodes_per_second("start, depth 6, through the Game trait", || {
        parlor_core::perft(&start, 6)
    });
    for cpu in [Cpu::Portable, Cpu::Avx2] {
        nodes_per_second(&format!("random positions, depth 3, {cpu:?}"), || {
            positions
                .iter()
                .step_by(20)
                .map(|position| perft_on(cpu, position, 3))
                .sum()
        });
    }
}

/// Returns positions from random games, so every phase is covered.
fn random_positions(n: usize) -> Vec<Position> {
    let mut positions = Vec::with_capacity(n);
    let mut random = 1;
    let mut position = Position::start(Rules::Tools);
    while positions.len() < n {
        let moves = legal(&position);
        if moves.is_empty() {
            position = Position::start(Rules::Tools);
        } else {
            positions.push(position);
            position.play_unchecked(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
        }
    }
    positions
}

fn legal(position: &Position) -> MoveList<parlor_ataxx::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// Prints the best of several runs: on a shared machine noise only ever adds time.
fn per_operation(name: &str, n: usize, mut run: impl FnMut()) {
    let seconds = (0..20)
        .map(|_| seconds_of(&mut run))
        .fold(f64::INFINITY, f64::min);
    println!("{name:<44} {:>9.1} ns", seconds * 1e9 / n as f64);
}

fn nodes_per_second(name: &str, mut count: impl FnMut() -> u64) {
    let mut nodes = 0;
    let seconds = (0..3)
        .map(|_| seconds_of(|| nodes = count()))
        .fold(f64::INFINITY, f64::min);
    println!(
        "{name:<44} {nodes:>12} nodes {:>7.2} G nodes/s",
        nodes as f64 / seconds / 1e9
    );
}

fn seconds_of(mut run: impl FnMut()) -> f64 {
    let begin = Instant::now();
    run();
    begin.elapsed().as_secs_f64()
}
