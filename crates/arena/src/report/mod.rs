//! The results of a tournament, as text, HTML, CSV and JSON.

mod columns;
mod files;
mod html;
mod live;
mod plot;
mod viewer;

use std::fmt::Write as _;

use serde_json::{Value, json};

pub use files::write_files;

use self::columns::{n_columns, padded};
use crate::run::pair_results;
use crate::schedule::{Format, ladder, swiss_points};
use crate::store::{FaultCount, Finished, Progress, SearchTotals, Store, StoreError};
use crate::tournament::Tournament;
use parlor_measure::rating::{Rating, ratings};
use parlor_measure::{Pairing, Tally, totals};

/// Everything that a report needs, read once from the store.
#[derive(Clone, Debug)]
pub struct Results {
    /// The settings.
    pub tournament: Tournament,
    /// How many games are played.
    pub progress: Progress,
    /// The results of every pair of entrants, in order of their numbers.
    pub pairings: Vec<Pairing>,
    /// The total results, by entrant.
    pub tallies: Vec<Tally>,
    /// The ratings, by entrant.
    pub ratings: Vec<Rating>,
    /// How often entrants forfeited a game, by reason.
    pub faults: Vec<FaultCount>,
    /// The search effort, by entrant.
    pub work: Vec<SearchTotals>,
    /// The number of games in which the machine was too busy for the clocks.
    pub busy: i64,
    /// The entrants, best first.
    pub order: Vec<usize>,
}

impl Results {
    /// Reads the results so far.
    pub fn read(store: &dyn Store, id: i64) -> Result<Results, StoreError> {
        let tournament = store.tournament(id)?;
        let progress = store.progress(id)?;
        let pairings = store.pairings(id)?;
        let n = tournament.entrants.len();
        let ratings = ratings(n, &pairings);
        let tallies = totals(n, &pairings);
        let points = |entrant: usize| {
            let tally: &Tally = &tallies[entrant];
            2 * tally.wins + tally.draws
        };
        let rounds = u32::try_from(progress.rounds).unwrap_or_default();
        let order = match tournament.format {
            Format::Ladder { .. } => ladder(n, rounds, &pair_results(store, id)?),
            Format::Swiss { .. } => {
                let points = swiss_points(n, rounds, &pair_results(store, id)?);
                sorted(n, |entrant| (f64::from(points[entrant]), ratings[entrant].elo))
            }
            _ => sorted(n, |entrant| (f64::from(points(entrant)), ratings[entrant].elo)),
        };
        let mut work = vec![SearchTotals::default(); n];
        for (entrant, sum) in store.work(id)? {
            let entrant = usize::try_from(entrant).ok();
            if let Some(own) = entrant.and_then(|entrant| work.get_mut(entrant)) {
                *own = sum;
            }
        }
        Ok(Results {
            faults: store.faults(id)?,
            work,
            busy: store.busy(id)?,
            tournament,
            progress,
            tallies,
            pairings,
            ratings,
            order,
        })
    }

    /// The total results of an entrant.
    pub fn tally(&self, entrant: usize) -> Tally {
        self.tallies[entrant]
    }

    /// How often an entrant forfeited a game.
    pub fn n_faults(&self, entrant: usize) -> i64 {
        let own = self.faults.iter().filter(|fault| fault.entrant == entrant as i64);
        own.map(|fault| fault.count).sum()
    }

    fn name(&self, entrant: usize) -> &str {
        &self.tournament.entrants[entrant].name
    }

    /// The log-likelihood ratio and its bounds, if the tournament has a sequential test.
    pub fn sprt(&self) -> Option<(f64, (f64, f64))> {
        let sprt = self.tournament.sprt?;
        let pairs = self
            .pairings
            .first()
            .map_or([0; 5], |pairing| pairing.tally.pairs);
        Some((sprt.llr(&pairs), sprt.bounds()))
    }

    /// The table, the sequential test, the reasons and the verdict, as plain text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let width = self
            .order
            .iter()
            .map(|&e| n_columns(self.name(e)))
            .max()
            .unwrap_or(4)
            .max(4);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  # {:width$} {:>6} {:>5} {:>5} {:>5} {:>7} {:>5} {:>12} {:>12} {:>5} {:>6}",
            "name", "games", "won", "drawn", "lost", "points", "%", "Elo", "rating", "LOS", "faults"
        );
        for (place, &entrant) in self.order.iter().enumerate() {
            let tally = self.tally(entrant);
            let elo = tally.elo();
            let rating = self.ratings[entrant];
            let points = f64::from(tally.wins) + 0.5 * f64::from(tally.draws);
            let _ = writeln!(
                text,
                "{:>3} {} {:>6} {:>5} {:>5} {:>5} {:>7.1} {:>5.1} {:>12} {:>12} {:>5.1} {:>6}",
                place + 1,
                padded(self.name(entrant), width),
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                points,
                100.0 * tally.score(),
                elo,
                rating,
                100.0 * tally.likelihood_of_superiority(),
                self.n_faults(entrant),
            );
        }
        if let Some((llr, (lower, upper))) = self.sprt() {
            let pairs = self
                .pairings
                .first()
                .map_or([0; 5], |pairing| pairing.tally.pairs);
            let _ = writeln!(
                text,
                "\nLLR {llr:.2} ({lower:.2}, {upper:.2})  pairs by points 0 to 2: {pairs:?}"
            );
        }
        if self.work.iter().any(|work| work.moves > 0) {
            text.push('\n');
            self.work_table(&mut text, width);
        }
        if !self.faults.is_empty() {
            let _ = writeln!(text, "\nForfeited games:");
            for fault in &self.faults {
                let name = usize::try_from(fault.entrant).map_or("", |entrant| self.name(entrant));
                let _ = writeln!(text, "  {name}: {} {}", fault.count, fault.reason);
            }
        }
        if let Some(warning) = self.warning() {
            let _ = writeln!(text, "\n{warning}");
        }
        let verdict = self.progress.verdict.as_deref().unwrap_or("not over yet");
        let _ = writeln!(text, "\n{} games, {verdict}", self.progress.done);
        text
    }

    /// A warning if the machine was too busy for the clocks.
    fn warning(&self) -> Option<String> {
        (self.busy > 0).then(|| {
            format!(
                "The machine was too busy in {} of {} games: their programs waited for a processor for more than 1/{} of their time.",
                self.busy,
                self.progress.done,
                Finished::BUSY_PART
            )
        })
    }

    /// Appends the search effort of every player. Figures that a player did not report are left blank.
    fn work_table(&self, text: &mut String, width: usize) {
        let _ = writeln!(
            text,
            "    {:width$} {:>12} {:>9} {:>10} {:>9} {:>7} {:>11}",
            "name", "time", "moves", "seconds", "a move", "depth", "nodes/s"
        );
        for &entrant in &self.order {
            let work = self.work[entrant];
            let _ = writeln!(
                text,
                "    {} {:>12} {:>9} {:>10.1} {:>9} {:>7} {:>11}",
                padded(self.name(entrant), width),
                self.control(entrant),
                work.moves,
                work.seconds(),
                or_blank(work.seconds_per_move(), 4),
                or_blank(work.depth(), 1),
                or_blank(work.nodes_per_second(), 0),
            );
        }
    }

    /// The time control of an entrant.
    fn control(&self, entrant: usize) -> String {
        let entrant = &self.tournament.entrants[entrant];
        self.tournament.control_of(entrant).to_string()
    }

    /// The cross table: the points of the row's player against the column's, and their games.
    pub fn cross_table(&self) -> String {
        let mut text = String::new();
        let width = self
            .order
            .iter()
            .map(|&e| n_columns(self.name(e)))
            .max()
            .unwrap_or(4);
        let _ = write!(text, "{:>3} {:width$}", "", "");
        for place in 1..=self.order.len() {
            let _ = write!(text, " {place:>9}");
        }
        text.push('\n');
        for (place, &row) in self.order.iter().enumerate() {
            let _ = write!(text, "{:>3} {}", place + 1, padded(self.name(row), width));
            for &column in &self.order {
                let _ = write!(text, " {:>9}", self.against(row, column).unwrap_or_default());
            }
            text.push('\n');
        }
        text
    }

    /// The results of one entrant against another, if they have met.
    fn tally_against(&self, row: usize, column: usize) -> Option<Tally> {
        if row == column {
            return None;
        }
        // The store returns pairings in this order.
        let wanted = (row.min(column), row.max(column));
        let found = self
            .pairings
            .binary_search_by_key(&wanted, |pairing| (pairing.first, pairing.second));
        let pairing = &self.pairings[found.ok()?];
        Some(if pairing.first == row {
            pairing.tally
        } else {
            pairing.tally.reversed()
        })
    }

    /// The same, as `points/games`.
    fn against(&self, row: usize, column: usize) -> Option<String> {
        let tally = self.tally_against(row, column)?;
        let points = f64::from(tally.wins) + 0.5 * f64::from(tally.draws);
        Some(format!("{points}/{}", tally.games()))
    }

    /// The results as JSON.
    pub fn json(&self) -> Value {
        let table: Vec<Value> = self
            .order
            .iter()
            .enumerate()
            .map(|(place, &entrant)| {
                let tally = self.tally(entrant);
                let elo = tally.elo();
                let rating = self.ratings[entrant];
                json!({
                    "place": place + 1,
                    "name": self.name(entrant),
                    "games": tally.games(),
                    "wins": tally.wins,
                    "draws": tally.draws,
                    "losses": tally.losses,
                    "pairs": tally.pairs,
                    "score": tally.score(),
                    "elo": finite(elo.difference),
                    "elo_error": finite(elo.error),
                    "rating": finite(rating.elo),
                    "rating_error": finite(rating.error),
                    "los": tally.likelihood_of_superiority(),
                    "faults": self.n_faults(entrant),
                    "control": self.control(entrant),
                    "moves": self.work[entrant].moves,
                    "seconds": self.work[entrant].seconds(),
                    "seconds_per_move": self.work[entrant].seconds_per_move(),
                    "depth": self.work[entrant].depth(),
                    "nodes_per_second": self.work[entrant].nodes_per_second(),
                })
            })
            .collect();
        let pairings: Vec<Value> = self
            .pairings
            .iter()
            .map(|pairing| {
                json!({
                    "first": self.name(pairing.first),
                    "second": self.name(pairing.second),
                    "wins": pairing.tally.wins,
                    "draws": pairing.tally.draws,
                    "losses": pairing.tally.losses,
                    "pairs": pairing.tally.pairs,
                })
            })
            .collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|fault| {
                let name = usize::try_from(fault.entrant).map_or("", |entrant| self.name(entrant));
                json!({ "name": name, "reason": fault.reason, "count": fault.count })
            })
            .collect();
        let sprt = self
            .sprt()
            .map(|(llr, (lower, upper))| json!({ "llr": finite(llr), "lower": lower, "upper": upper }));
        json!({
            "name": self.tournament.name,
            "game": self.tournament.game,
            "control": self.tournament.control.to_string(),
            "games": self.progress.done,
            "busy_games": self.busy,
            "verdict": self.progress.verdict,
            "table": table,
            "pairings": pairings,
            "faults": faults,
            "sprt": sprt,
        })
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "place,name,games,wins,draws,losses,score,elo,elo_error,rating,rating_error,los,faults,\
            control,moves,seconds,seconds_per_move,depth,nodes_per_second\n",
        );
        for (place, &entrant) in self.order.iter().enumerate() {
            let tally = self.tally(entrant);
            let elo = tally.elo();
            let rating = self.ratings[entrant];
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{:.4},{},{},{},{},{:.4},{},{},{},{:.3},{},{},{}",
                place + 1,
                csv_field(self.name(entrant)),
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                tally.score(),
                csv_number(elo.difference),
                csv_number(elo.error),
                csv_number(rating.elo),
                csv_number(rating.error),
                tally.likelihood_of_superiority(),
                self.n_faults(entrant),
                csv_field(&self.control(entrant)),
                self.work[entrant].moves,
                self.work[entrant].seconds(),
                or_blank(self.work[entrant].seconds_per_move(), 6),
                or_blank(self.work[entrant].depth(), 2),
                or_blank(self.work[entrant].nodes_per_second(), 0),
            );
        }
        text
    }

    /// One line for a progress bar.
    pub fn headline(&self) -> String {
        if let (Some((llr, (lower, upper))), Some(pairing)) = (self.sprt(), self.pairings.first()) {
            let elo = pairing.tally.elo();
            return format!("LLR {llr:.2} ({lower:.2}, {upper:.2})  Elo {}", elo);
        }
        let best = self.order.iter().take(3).map(|&entrant| {
            format!(
                "{} {:.0} %",
                self.name(entrant),
                100.0 * self.tally(entrant).score()
            )
        });
        best.collect::<Vec<_>>().join(", ")
    }
}

fn sorted(n: usize, key: impl Fn(usize) -> (f64, f64)) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    order
}

/// JSON has no infinite numbers: `None` stands for them.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn csv_number(value: f64) -> String {
    finite(value).map_or_else(String::new, |value| format!("{value:.1}"))
}

pub(crate) fn or_blank(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(String::new, |value| format!("{value:.digits$}"))
}

pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
