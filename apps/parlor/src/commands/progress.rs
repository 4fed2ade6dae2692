//! How far a long command is: a bar on a terminal, which leaves nothing behind, and elsewhere a line every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// How often a bar is drawn in a second, at most.
const DRAWINGS_A_SECOND: u8 = 20;
/// The columns at the right that a bar leaves free: a terminal shows Ctrl-C as `^C` where the cursor is. At the right edge that
/// would begin another line, and the bar could no longer be removed.
const FREE_COLUMNS: u16 = 4;

/// Where bars are drawn: on standard error, if that is a terminal.
pub(super) fn target() -> ProgressDrawTarget {
    let term = Term::stderr();
    if !term.is_term() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(Narrow(term)), DRAWINGS_A_SECOND)
}

/// A terminal without its last columns.
#[derive(Debug)]
struct Narrow<T>(T);

impl<T: TermLike> TermLike for Narrow<T> {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub(FREE_COLUMNS).max(1)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// How often a line is printed where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Reports the progress of a command on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    lines: Option<Lines>,
}

/// A thread that prints lines, and what it prints.
struct Lines {
    shared: Arc<(Mutex<State>, Condvar)>,
    printer: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    position: u64,
    length: u64,
    message: String,
    has_ended: bool,
}

impl Progress {
    /// Starts a report on this many things of this name.
    pub(crate) fn new(length: u64, unit: &'static str) -> anyhow::Result<Progress> {
        let bar = ProgressBar::with_draw_target(Some(length), target());
        // The message is cut off where the terminal ends.
        let template = format!("{{bar:20}} {{pos}}/{{len}} {unit}, {{elapsed}}  {{wide_msg}}");
        bar.set_style(ProgressStyle::with_template(&template)?);
        let lines = (!io::stderr().is_terminal()).then(|| Lines::begin(length, unit));
        Ok(Progress { bar, lines })
    }

    /// Sets the number of things that are done.
    pub(crate) fn set(&self, position: u64) {
        self.bar.set_position(position);
        self.change(|state| state.position = position);
    }

    /// Says more about where it is.
    pub(crate) fn say(&self, message: String) {
        self.change(|state| state.message.clone_from(&message));
        self.bar.set_message(message);
    }

    /// Prints a row of the result while the bar is out of the way.
    pub(crate) fn print(&self, out: &mut impl Write, row: &str) -> io::Result<()> {
        self.bar
            .suspend(|| writeln!(out, "{row}").and_then(|()| out.flush()))
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        if let Some(lines) = &self.lines {
            change(&mut lines.shared.0.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// The bar disappears and the lines end.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.change(|state| state.has_ended = true);
        if let Some(lines) = &mut self.lines {
            lines.shared.1.notify_all();
            if let Some(printer) = lines.printer.take() {
                // It only prints, and a line that could not be printed is no reason to fail.
                let _ = printer.join();
            }
        }
    }
}

impl Lines {
    fn begin(length: u64, unit: &'static str) -> Lines {
        let state = State {
            length,
            ..State::default()
        };
        let shared = Arc::new((Mutex::new(state), Condvar::new()));
        let of_printer = Arc::clone(&shared);
        let printer = std::thread::spawn(move || {
            let (state, changed) = &*of_printer;
            let began = Instant::now();
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let waited = changed.wait_timeout_while(state, BETWEEN_LINES, |state| !state.has_ended);
                let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                state = now;
                if !timeout.timed_out() {
                    return;
                }
                let line = line(&state, unit, began.elapsed());
                if writeln!(io::stderr(), "{line}").is_err() {
                    return;
                }
            }
        });
        Lines {
            shared,
            printer: Some(printer),
        }
    }
}

fn line(state: &State, unit: &str, time: Duration) -> String {
    let State {
        position,
        length,
        message,
        ..
    } = state;
    let line = format!("{position} of {length} {unit}, {} s  {message}", time.as_secs());
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let mut state = State {
            position: 3,
            length: 60,
            ..State::default()
        };
        let time = Duration::from_millis(20_400);
        assert_eq!(line(&state, "positions", time), "3 of 60 positions, 20 s");
        state.message = "depth 12".to_owned();
        assert_eq!(
            line(&state, "positions", time),
            "3 of 60 positions, 20 s  depth 12"
        );
    }

    #[test]
    fn a_bar_leaves_room_for_what_ctrl_c_shows() {
        let term = Term::stderr();
        let whole = TermLike::width(&term);
        assert_eq!(Narrow(term).width(), whole - "^C".len() as u16 - 2);
    }

    #[test]
    fn the_lines_end_with_the_command() {
        let progress = Progress::new(5, "games").unwrap();
        progress.set(2);
        progress.say("half of it".to_owned());
        drop(progress);
    }
}
