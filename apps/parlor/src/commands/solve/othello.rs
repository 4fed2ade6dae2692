//! Othello's endgames.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use parlor_core::cpu::Cpu;
use parlor_core::{GameRecord, Notation};
use parlor_engine::othello::OthelloNode;
use parlor_engine::othello::solver::{Mode, Solution, Solver};
use parlor_othello::formats::{obf, plain};
use parlor_othello::notation::Standard;
use parlor_othello::{Board, Rules};
use serde_json::json;

use super::{Arguments, PositionLine};
use crate::commands::weights;

pub(super) fn run(arguments: &Arguments, lines: &[PositionLine]) -> anyhow::Result<ExitCode> {
    let positions = lines
        .iter()
        .map(Problem::read)
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut solver = Solver::new(arguments.hash as usize, arguments.threads.map_or(1, usize::from));
    let weights = weights::<OthelloNode>(arguments.weights.as_deref())?;
    if let Some(learned) = weights.and_then(|weights| weights.of::<OthelloNode>()) {
        solver.set_weights(learned);
    }
    if arguments.portable {
        solver.set_cpu(Cpu::Portable);
    }
    let mode = if arguments.wdl {
        Mode::WinDrawLoss
    } else {
        Mode::Exact
    };
    let bar = arguments.progress_bar(positions.len())?;
    let never = AtomicBool::new(false);
    let mut totals = Totals::default();
    let mut out = io::stdout().lock();
    for problem in &positions {
        // Each position is solved from scratch, so that its nodes do not depend on those before it.
        solver.clear();
        let began = Instant::now();
        let solution = solver.solve(&problem.board, mode, &never, &mut |progress| {
            bar.set_message(format!(
                "line {}: depth {} at {} %, {:+}, {} nodes",
                problem.line, progress.depth, progress.confidence, progress.score, progress.nodes
            ));
        })?;
        let time = began.elapsed();
        let wrong = problem.contradicts(&solution);
        totals.add(&solution, time, wrong);
        let row = if arguments.json {
            problem.json(&solution, time).to_string()
        } else {
            problem.text(&solution, time, wrong)
        };
        bar.suspend(|| writeln!(out, "{row}").and_then(|()| out.flush()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    totals.write(arguments.json, &mut out)?;
    Ok(if totals.wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A position to solve, and its score if the line told it.
struct Problem {
    line: usize,
    board: Board,
    known: Option<i32>,
}

impl Problem {
    fn read(line: &PositionLine) -> anyhow::Result<Problem> {
        let (setup, known) = match line.text.parse::<obf::Entry>() {
            Ok(entry) => (entry.setup, entry.best_score().map(i32::from)),
            // What follows the board may be a comment instead of scored moves.
            Err(_) => {
                let board = line.text.split([';', '%']).next().unwrap_or_default();
                (
                    plain::read(board).with_context(|| format!("line {}", line.number))?,
                    None,
                )
            }
        };
        let board =
            Board::from_setup(&setup, Rules::Pass).with_context(|| format!("line {}", line.number))?;
        Ok(Problem {
            line: line.number,
            board,
            known,
        })
    }

    fn contradicts(&self, solution: &Solution) -> bool {
        self.known
            .is_some_and(|known| known < solution.lower || known > solution.upper)
    }

    fn line_text(&self, solution: &Solution) -> String {
        let mut record = GameRecord::new(self.board);
        let mut words = Vec::new();
        for &mv in &solution.line {
            words.push(Standard.format(record.position(), mv));
            if record.play(mv).is_err() {
                break;
            }
        }
        words.join(" ")
    }

    fn text(&self, solution: &Solution, time: Duration, wrong: bool) -> String {
        let seconds = time.as_secs_f64();
        format!(
            "{:>4} {:>2} empty {:>6} {:>14} nodes {seconds:>9.3} s {:>7.1} M/s  {}{}",
            self.line,
            self.board.empties().count(),
            verdict(solution),
            solution.nodes,
            millions_per_second(solution.nodes, time),
            self.line_text(solution),
            if wrong { "  (the line says otherwise)" } else { "" },
        )
    }

    fn json(&self, solution: &Solution, time: Duration) -> serde_json::Value {
        json!({
            "line": self.line,
            "position": plain::write(&self.board.setup()),
            "empties": self.board.empties().count(),
            "score": solution.is_exact().then_some(solution.score),
            "lower": solution.lower,
            "upper": solution.upper,
            "known": self.known,
            "nodes": solution.nodes,
            "seconds": time.as_secs_f64(),
            "best_line": self.line_text(solution),
        })
    }
}

fn verdict(solution: &Solution) -> String {
    if solution.is_exact() {
        return format!("{:+}", solution.score);
    }
    match solution.result() {
        Some(Ordering::Greater) => "win".to_owned(),
        Some(Ordering::Less) => "loss".to_owned(),
        Some(Ordering::Equal) => "draw".to_owned(),
        None => format!("{:+}..{:+}", solution.lower, solution.upper),
    }
}

fn millions_per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

#[derive(Default)]
struct Totals {
    positions: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
}

impl Totals {
    fn add(&mut self, solution: &Solution, time: Duration, wrong: bool) {
        self.positions += 1;
        self.wrong += usize::from(wrong);
        self.nodes += solution.nodes;
        self.time += time;
    }

    fn write(&self, as_json: bool, out: &mut impl Write) -> io::Result<()> {
        let (positions, wrong, nodes, seconds) =
            (self.positions, self.wrong, self.nodes, self.time.as_secs_f64());
        if as_json {
            let totals =
                json!({ "positions": positions, "wrong": wrong, "nodes": nodes, "seconds": seconds });
            return writeln!(out, "{}", json!({ "totals": totals }));
        }
        writeln!(
            out,
            "{positions} positions, {nodes} nodes, {seconds:.3} s, {:.1} M nodes/s{}",
            millions_per_second(nodes, self.time),
            if wrong > 0 {
                format!(", {wrong} unlike the file says")
            } else {
                String::new()
            },
        )
    }
}
