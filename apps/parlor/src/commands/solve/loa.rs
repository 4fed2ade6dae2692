//! Forced wins of Lines of Action.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use parlor_core::cpu::Cpu;
use parlor_core::{GameRecord, Notation};
use parlor_engine::Stop;
use parlor_engine::loa::dfpn::{Solution, Solver, Verdict};
use parlor_loa::{Coordinates, Position, Rules, Setup};
use serde_json::json;

use super::{Arguments, DEFAULT_NODES, PositionLine};

pub(super) fn run(arguments: &Arguments, lines: &[PositionLine]) -> anyhow::Result<ExitCode> {
    let positions = lines.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    let mut solver = Solver::new(arguments.hash as usize);
    if arguments.portable {
        solver.set_cpu(Cpu::Portable);
    }
    let bar = arguments.progress_bar(positions.len())?;
    let stop = Stop::new();
    let (mut proven, mut nodes, mut time) = (0, 0, Duration::ZERO);
    let mut out = io::stdout().lock();
    for (line, position) in lines.iter().zip(&positions) {
        bar.set_message(format!("line {}", line.number));
        let began = Instant::now();
        let solution = solver.solve(position, arguments.nodes.unwrap_or(DEFAULT_NODES), &stop);
        let taken = began.elapsed();
        proven += usize::from(solution.verdict == Verdict::Win);
        nodes += solution.nodes;
        time += taken;
        let row = row(arguments.json, line.number, position, &solution, taken);
        bar.suspend(|| writeln!(out, "{row}").and_then(|()| out.flush()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (total, seconds) = (positions.len(), time.as_secs_f64());
    if arguments.json {
        let totals = json!({ "positions": total, "wins": proven, "nodes": nodes, "seconds": seconds });
        writeln!(out, "{}", json!({ "totals": totals }))?;
    } else {
        writeln!(
            out,
            "{total} positions, {proven} proven wins, {nodes} nodes, {seconds:.3} s"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(line: &PositionLine) -> anyhow::Result<Position> {
    let text = line.text.split([';', '%']).next().unwrap_or_default().trim();
    let setup: Setup = text.parse().with_context(|| format!("line {}", line.number))?;
    Position::from_setup(&setup, Rules::default()).with_context(|| format!("line {}", line.number))
}

fn row(as_json: bool, number: usize, position: &Position, solution: &Solution, time: Duration) -> String {
    let mut record = GameRecord::new(*position);
    let mut words = Vec::new();
    for &mv in &solution.line {
        words.push(Coordinates.format(record.position(), mv));
        if record.play(mv).is_err() {
            break;
        }
    }
    let verdict = match solution.verdict {
        Verdict::Win => "win",
        Verdict::NoWin => "no forced win",
        Verdict::Unknown => "unknown",
    };
    let (seconds, plies) = (time.as_secs_f64(), words.len());
    if as_json {
        return json!({
            "line": number,
            "position": position.setup().to_string(),
            "verdict": verdict,
            "best_line": words.join(" "),
            "nodes": solution.nodes,
            "seconds": seconds,
        })
        .to_string();
    }
    let verdict = if plies > 0 {
        format!("{verdict} in {plies}")
    } else {
        verdict.to_owned()
    };
    format!(
        "{number:>4} {verdict:<14} {:>12} nodes {seconds:>9.3} s  {}",
        solution.nodes,
        words.join(" ")
    )
}
