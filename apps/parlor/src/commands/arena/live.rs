//! Shows the progress of a tournament: a live table on a terminal, else a line from time to time.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_arena::report::Results;
use parlor_arena::run::OnOutage;
use parlor_arena::store::{Progress, Store};
use parlor_arena::tournament::Tournament;

use crate::commands::progress;

/// How often the table is redrawn.
const DRAW_INTERVAL: Duration = Duration::from_secs(1);
/// How often a line is printed if there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);
/// Reading the results may take at most this fraction of the time: one in `READING_SHARE`.
const READING_SHARE: u32 = 20;
/// The lines of the terminal that the table leaves free: for the progress bar and what was printed before.
const OTHER_LINES: usize = 3;

/// Shows the progress of a tournament on standard error.
pub(super) struct Live<'a> {
    store: &'a dyn Store,
    id: i64,
    term: Term,
    bar: ProgressBar,
    began_at: Instant,
    due_at: Instant,
    /// The number of games in the last printed line.
    printed: Option<u64>,
    /// The number of games in the table, and the size of the terminal it was made for.
    drawn: Option<(u64, (u16, u16))>,
}

impl<'a> Live<'a> {
    pub(super) fn new(store: &'a dyn Store, id: i64) -> anyhow::Result<Live<'a>> {
        let term = Term::stderr();
        // The bar draws nothing if standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(Some(0), progress::target());
        bar.set_style(ProgressStyle::with_template(
            "{msg}{bar:24} {pos}/{len} games in {elapsed}, {eta} left",
        )?);
        let now = Instant::now();
        Ok(Live {
            store,
            id,
            term,
            bar,
            began_at: now,
            due_at: now,
            printed: None,
            drawn: None,
        })
    }

    /// Updates the bar, and the table or line if it is time.
    pub(super) fn update(&mut self, tournament: &Tournament, progress: &Progress) {
        let done = u64::try_from(progress.done).unwrap_or_default();
        let total = tournament.format.n_games(tournament.entrants.len());
        self.bar.set_length(total);
        if self.bar.position() == 0 && done > 0 {
            // Games of an earlier run must not make the remaining time look short.
            self.bar.reset_eta();
        }
        self.bar.set_position(done);
        let now = Instant::now();
        if now < self.due_at || self.drawn == Some((done, self.term.size())) {
            return;
        }
        // If the results cannot be read now, the next update tries again.
        let Ok(results) = Results::read(self.store, self.id) else {
            return;
        };
        let pause = if self.term.is_term() {
            let (height, width) = self.term.size();
            let table = results.live(
                usize::from(progress::columns(&self.term)),
                usize::from(height).saturating_sub(OTHER_LINES),
            );
            self.bar.set_message(table);
            self.drawn = Some((done, (height, width)));
            DRAW_INTERVAL
        } else {
            // A tournament that has just started has no results yet.
            if now > self.began_at + LINE_INTERVAL / 2 && self.printed != Some(done) {
                self.printed = Some(done);
                let line = format!("{done}/{total} games  {}", results.headline());
                // If standard error is closed, the tournament continues anyway.
                let _ = writeln!(io::stderr(), "{line}");
            }
            LINE_INTERVAL
        };
        self.due_at = Instant::now() + pause.max(READING_SHARE * now.elapsed());
    }

    /// Returns a function that reports an outage of the store, above the table and the bar.
    pub(super) fn on_outage(&self) -> Arc<OnOutage> {
        let bar = self.bar.clone();
        Arc::new(move |error| {
            bar.suspend(|| {
                // If standard error is closed, the tournament continues anyway.
                let _ = writeln!(io::stderr(), "{error}; asking again");
            });
        })
    }

    /// Removes the table and the bar. The final table follows.
    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }
}
