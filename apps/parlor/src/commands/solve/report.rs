//! Prints the results of solving, as text and as JSON.

use std::io::{self, Write};
use std::time::Duration;

use parlor_games::Cell;
use parlor_players::{Proof, Proven};
use serde_json::{Value, json};

use super::Problem;

/// A position and its result.
pub(super) struct Solved<'a> {
    pub(super) problem: &'a Problem,
    pub(super) proof: Proof<String>,
    pub(super) time: Duration,
}

impl Solved<'_> {
    /// Whether the result differs from the score in the file.
    fn is_contradicted(&self) -> bool {
        match (self.proof.proven, self.problem.known) {
            (Proven::Discs { lower, upper, .. }, Some(known)) => known < lower || known > upper,
            _ => false,
        }
    }

    fn n_empties(&self) -> usize {
        let cells = self.problem.game.cells();
        cells.into_iter().filter(|&cell| cell == Cell::Empty).count()
    }

    pub(super) fn text(&self) -> String {
        let (line, nodes, seconds) = (self.problem.line, self.proof.nodes, self.time.as_secs_f64());
        let verdict = verdict(&self.proof);
        let moves = self.proof.line.join(" ");
        match self.proof.proven {
            Proven::Discs { .. } => format!(
                "{line:>4} {:>2} empty {verdict:>6} {nodes:>14} nodes {seconds:>9.3} s {:>7.1} M/s  {moves}{}",
                self.n_empties(),
                millions_per_second(nodes, self.time),
                if self.is_contradicted() {
                    "  (the file has another score)"
                } else {
                    ""
                },
            ),
            _ => format!("{line:>4} {verdict:<14} {nodes:>12} nodes {seconds:>9.3} s  {moves}"),
        }
    }

    pub(super) fn json(&self) -> Value {
        let mut row = json!({
            "line": self.problem.line,
            "position": self.problem.game.position_text(),
            "empties": self.n_empties(),
            "nodes": self.proof.nodes,
            "seconds": self.time.as_secs_f64(),
            "best_line": self.proof.line.join(" "),
        });
        match self.proof.proven {
            Proven::Discs { lower, upper, score } => {
                row["score"] = json!((lower == upper).then_some(score));
                row["lower"] = json!(lower);
                row["upper"] = json!(upper);
                row["known"] = json!(self.problem.known);
            }
            _ => row["verdict"] = json!(verdict_word(self.proof.proven)),
        }
        row
    }
}

fn verdict(proof: &Proof<String>) -> String {
    match proof.proven {
        Proven::Discs { lower, upper, score } if lower == upper => format!("{score:+}"),
        Proven::Discs { lower, upper, .. } if lower <= 0 && upper >= 0 => format!("{lower:+}..{upper:+}"),
        Proven::Win if !proof.line.is_empty() => format!("win in {}", proof.line.len()),
        other => verdict_word(other).to_owned(),
    }
}

fn verdict_word(proven: Proven) -> &'static str {
    match proven {
        Proven::Discs { lower, .. } if lower > 0 => "win",
        Proven::Discs { .. } => "loss",
        Proven::Win => "win",
        Proven::NoWin => "no forced win",
        Proven::Nothing => "unknown",
    }
}

fn millions_per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// The totals over all positions.
#[derive(Default)]
pub(super) struct Totals {
    positions: usize,
    /// The number of exact results, and the number of results with at least a winner.
    exact: usize,
    won: usize,
    /// The number of results with a score in discs.
    counted: usize,
    wins: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
}

impl Totals {
    pub(super) fn add(&mut self, solved: &Solved) {
        self.positions += 1;
        let (is_exact, is_won) = match solved.proof.proven {
            Proven::Discs { lower, upper, .. } => (lower == upper, lower == upper || lower > 0 || upper < 0),
            Proven::Win | Proven::NoWin => (true, true),
            Proven::Nothing => (false, false),
        };
        self.exact += usize::from(is_exact);
        self.won += usize::from(is_won);
        self.counted += usize::from(matches!(solved.proof.proven, Proven::Discs { .. }));
        self.wins += usize::from(solved.proof.proven == Proven::Win);
        self.wrong += usize::from(solved.is_contradicted());
        self.nodes += solved.proof.nodes;
        self.time += solved.time;
    }

    /// The number of solved positions. With `only_winner`, knowing the winner is enough.
    pub(super) fn decided(&self, only_winner: bool) -> usize {
        if only_winner { self.won } else { self.exact }
    }

    /// Whether all results agree with the scores in the file.
    pub(super) fn has_no_contradictions(&self) -> bool {
        self.wrong == 0
    }

    pub(super) fn write(&self, as_json: bool, out: &mut impl Write) -> io::Result<()> {
        let Totals {
            positions,
            counted,
            wins,
            wrong,
            nodes,
            time,
            ..
        } = self;
        let seconds = time.as_secs_f64();
        if as_json {
            let mut totals = json!({ "positions": positions, "nodes": nodes, "seconds": seconds });
            if *counted > 0 {
                totals["wrong"] = json!(wrong);
            } else {
                totals["wins"] = json!(wins);
            }
            return writeln!(out, "{}", json!({ "totals": totals }));
        }
        let noun = if *positions == 1 { "position" } else { "positions" };
        if *counted == 0 {
            let won = if *wins == 1 { "proven win" } else { "proven wins" };
            return writeln!(
                out,
                "{positions} {noun}, {wins} {won}, {nodes} nodes, {seconds:.3} s"
            );
        }
        writeln!(
            out,
            "{positions} {noun}, {nodes} nodes, {seconds:.3} s, {:.1} M nodes/s{}",
            millions_per_second(*nodes, *time),
            if *wrong > 0 {
                format!(", {wrong} different from the file")
            } else {
                String::new()
            },
        )
    }
}
