//! The live table of a running tournament, cut to the size of a terminal.

use std::fmt::Write as _;

use super::Results;
use super::columns::{cut, n_columns, padded};

/// The width of all columns except the name.
const OTHER_COLUMNS: usize = 60;
/// Names are never cut to a smaller width.
const MIN_NAME_WIDTH: usize = 6;

impl Results {
    /// Returns the top of the table, the sequential test and the counts of faults, in at most `height` lines
    /// that take fewer than `width` columns of the terminal. Returns an empty text if there is too little room.
    pub fn live(&self, width: usize, height: usize) -> String {
        let tail = self.live_tail();
        // Leave room for the heading and the line with the number of entrants left out.
        let room = height.saturating_sub(tail.len() + 2);
        if room == 0 {
            return String::new();
        }
        let longest = self.order.iter().map(|&entrant| n_columns(self.name(entrant)));
        let name_width = longest
            .max()
            .unwrap_or_default()
            .max(4)
            .min(width.saturating_sub(OTHER_COLUMNS + 1))
            .max(MIN_NAME_WIDTH);
        let mut lines = vec![format!(
            "{:>3} {:name_width$} {:>6} {:>5} {:>5} {:>5} {:>6} {:>11} {:>5} {:>5}",
            "#", "name", "games", "won", "drawn", "lost", "%", "Elo", "LOS", "fault"
        )];
        for (place, &entrant) in self.order.iter().enumerate().take(room) {
            let tally = self.tally(entrant);
            let elo = tally.elo();
            let name = padded(cut(self.name(entrant), name_width), name_width);
            lines.push(format!(
                "{:>3} {name} {:>6} {:>5} {:>5} {:>5} {:>6.1} {:>11} {:>5.1} {:>5}",
                place + 1,
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * tally.score(),
                elo,
                100.0 * tally.likelihood_of_superiority(),
                self.n_faults(entrant),
            ));
        }
        if self.order.len() > room {
            lines.push(format!("    and {} more", self.order.len() - room));
        }
        lines.extend(tail);
        let mut text = String::new();
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", cut(&line, width.saturating_sub(1)));
        }
        text
    }

    /// The lines below the table.
    fn live_tail(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((llr, (lower, upper))) = self.sprt() {
            lines.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2})"));
        }
        let mut reasons: Vec<(&str, i64)> = Vec::new();
        for fault in &self.faults {
            match reasons.iter_mut().find(|(reason, _)| *reason == fault.reason) {
                Some((_, count)) => *count += fault.count,
                None => reasons.push((&fault.reason, fault.count)),
            }
        }
        if !reasons.is_empty() {
            let shown: Vec<String> = reasons
                .iter()
                .map(|(reason, count)| format!("{count} {reason}"))
                .collect();
            lines.push(format!("forfeited: {}", shown.join(", ")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{FaultCount, Progress};
    use crate::tournament::Tournament;
    use parlor_measure::rating::ratings;
    use parlor_measure::{Pairing, Tally, totals};

    use super::*;

    fn results(n: usize) -> Results {
        let entrants: Vec<String> = (0..n)
            .map(|i| {
                format!("{{\"name\":\"a program with a long name {i}\",\"language\":\"parlor\",\"command\":\"random\"}}")
            })
            .collect();
        let tournament: Tournament = serde_json::from_str(&format!(
            "{{\"name\":\"t\",\"game\":\"ataxx\",\"entrants\":[{}],\"format\":{{\"swiss\":{{\"rounds\":3}}}},\
            \"openings\":[[]],\"control\":\"none\"}}",
            entrants.join(",")
        ))
        .expect("a tournament");
        let mut tally = Tally::default();
        tally.add_pair([2, 1]);
        let pairings = vec![Pairing {
            first: 0,
            second: 1,
            tally,
        }];
        Results {
            tournament,
            progress: Progress {
                pending: 0,
                leased: 0,
                done: 2,
                rounds: 1,
                verdict: None,
            },
            ratings: ratings(n, &pairings),
            tallies: totals(n, &pairings),
            pairings,
            faults: vec![
                FaultCount {
                    entrant: 0,
                    reason: "hang".into(),
                    count: 2,
                },
                FaultCount {
                    entrant: 1,
                    reason: "hang".into(),
                    count: 1,
                },
            ],
            work: vec![Default::default(); n],
            busy: 0,
            order: (0..n).collect(),
        }
    }

    #[test]
    fn the_table_fits_any_terminal() {
        let results = results(30);
        for (width, height) in [(80, 24), (40, 10), (200, 60), (1, 1), (0, 0), (80, 5)] {
            let text = results.live(width, height);
            assert!(text.lines().count() <= height, "{width} by {height}:\n{text}");
            assert!(text.lines().all(|line| line.chars().count() < width.max(1)));
        }
        let text = results.live(80, 24);
        assert!(text.contains("and 9 more"), "{text}");
        assert!(text.contains("forfeited: 3 hang"), "{text}");
        let first = text.lines().nth(1).unwrap_or_default();
        assert!(
            first.contains("+191"),
            "three of four half points are 191 Elo:\n{text}"
        );
    }

    #[test]
    fn wide_names_fit_the_table_too() {
        let mut results = results(3);
        results.tournament.entrants[0].name = "\u{9ed2}\u{77f3}".repeat(20);
        results.tournament.entrants[1].name = "\u{767d}\u{77f3}".to_owned();
        for width in [20, 40, 80, 100, 200] {
            let text = results.live(width, 24);
            assert!(
                text.lines().all(|line| n_columns(line) < width),
                "{width}:\n{text}"
            );
        }
        // The columns after the name begin at the same place in all lines.
        for text in [results.live(200, 24), results.text(), results.cross_table()] {
            let widths: Vec<usize> = text.lines().take(4).map(n_columns).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        }
    }
}
