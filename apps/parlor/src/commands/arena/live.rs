//! How a tournament goes, while it goes: the table on a terminal, now and then a line elsewhere.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_arena::report::Results;
use parlor_arena::store::{Progress, Store};
use parlor_arena::tournament::Tournament;

/// How often the table is redrawn.
const DRAW_EVERY: Duration = Duration::from_secs(1);
/// How often a line is printed where there is no terminal.
const SAY_EVERY: Duration = Duration::from_secs(10);
/// Reading results takes at most one part in this many of the time.
const SELDOM: u32 = 20;
/// The lines of a terminal that are not for the table: the bar, and what stood there before.
const OTHER_LINES: usize = 3;

/// Shows how a tournament goes, on standard error.
pub(super) struct Live<'a> {
    store: &'a dyn Store,
    id: i64,
    term: Term,
    bar: ProgressBar,
    began_at: Instant,
    due_at: Instant,
    /// How many games the last line spoke of.
    said: Option<u64>,
    /// How many games the table speaks of, and for which size of the terminal it was made.
    drawn: Option<(u64, (u16, u16))>,
}

impl<'a> Live<'a> {
    pub(super) fn new(store: &'a dyn Store, id: i64) -> anyhow::Result<Live<'a>> {
        let term = Term::stderr();
        // The bar draws nothing where standard error is no terminal.
        let bar = ProgressBar::new(0);
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
            said: None,
            drawn: None,
        })
    }

    /// Takes note of how far it is, and shows it when it is time.
    pub(super) fn update(&mut self, tournament: &Tournament, progress: &Progress) {
        let done = u64::try_from(progress.done).unwrap_or_default();
        let total = tournament.format.n_games(tournament.entrants.len());
        self.bar.set_length(total);
        if self.bar.position() == 0 && done > 0 {
            // What was played before an interruption must not make the rest look quick.
            self.bar.reset_eta();
        }
        self.bar.set_position(done);
        let now = Instant::now();
        if now < self.due_at || self.drawn == Some((done, self.term.size())) {
            return;
        }
        // This is only for show: what cannot be read now is read at the end.
        let Ok(results) = Results::read(self.store, self.id) else {
            return;
        };
        let pause = if self.term.is_term() {
            let (height, width) = self.term.size();
            let table = results.live(
                usize::from(width),
                usize::from(height).saturating_sub(OTHER_LINES),
            );
            self.bar.set_message(table);
            self.drawn = Some((done, (height, width)));
            DRAW_EVERY
        } else {
            // A tournament that has just started has no results yet.
            if now > self.began_at + SAY_EVERY / 2 && self.said != Some(done) {
                self.said = Some(done);
                let line = format!("{done}/{total} games  {}", results.headline());
                // Nobody may be listening any more; the tournament goes on.
                let _ = writeln!(io::stderr(), "{line}");
            }
            SAY_EVERY
        };
        self.due_at = Instant::now() + pause.max(SELDOM * now.elapsed());
    }

    /// Takes the table away: what comes after it is the final one.
    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }
}
