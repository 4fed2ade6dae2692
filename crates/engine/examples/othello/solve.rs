//! Solves the positions of an OBF file exactly and prints the cost of each.
//!
//!     othello_solve FILE [FIRST LAST] [THREADS] [WEIGHTS]
//!
//! Positions are counted from 1. WEIGHTS is a weights file for move ordering, instead of the embedded
//! weights. The time is wall-clock time; on a busy machine compare `user` of the shell's `time`.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use parlor_engine::othello::eval::weights::Learned;
use parlor_engine::othello::solver::{Mode, Solver};
use parlor_othello::formats::obf;
use parlor_othello::{Board, Rules};

const HASH_MIB: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = words.first().ok_or("expected a file of positions")?;
    let number = |index: usize, default: usize| -> Result<usize, std::num::ParseIntError> {
        words.get(index).map_or(Ok(default), |word| word.parse())
    };
    let (first, last, threads) = (number(1, 1)?, number(2, usize::MAX)?, number(3, 1)?);
    let entries = obf::read(&std::fs::read_to_string(file)?)?;
    let mut solver = Solver::new(HASH_MIB, threads);
    if let Some(path) = words.get(4) {
        solver.set_weights(&Learned::from_bytes(&std::fs::read(path)?)?);
    }
    let (mut all_nodes, started) = (0, Instant::now());
    for (number, entry) in (1..).zip(&entries) {
        if number < first || number > last {
            continue;
        }
        let board = Board::from_setup(&entry.setup, Rules::Pass)?;
        solver.clear();
        let before = Instant::now();
        let solution = solver.solve(&board, Mode::Exact, &AtomicBool::new(false), &mut |_| ())?;
        let seconds = before.elapsed().as_secs_f64();
        all_nodes += solution.nodes;
        let verdict = match entry.best_score() {
            Some(score) if i32::from(score) == solution.score => "as published",
            Some(_) => "NOT as published",
            None => "",
        };
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        println!(
            "#{number} {} empty: {:+} {verdict}, {} nodes, {seconds:.2} s, {}",
            board.empties().count(),
            solution.score,
            solution.nodes,
            line.join(" ")
        );
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{all_nodes} nodes, {seconds:.2} s, {:.1} M nodes/s",
        all_nodes as f64 / seconds / 1e6
    );
    Ok(())
}
