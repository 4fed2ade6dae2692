//! Shows the progress of a long command: a bar on a terminal, which leaves nothing behind, else a line every
//! ten seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use console::{Term, measure_text_width};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// The maximum number of redraws per second.
const DRAWS_PER_SECOND: u8 = 20;
/// The columns on the right that a bar leaves free. A terminal shows Ctrl-C as `^C` where the cursor is, at
/// the end of the bar. At the right edge this would start a new line, and the bar could not be removed
/// completely.
const FREE_COLUMNS: u16 = 4;

/// The target for progress bars: standard error, if it is a terminal.
pub(super) fn target() -> ProgressDrawTarget {
    let term = Term::stderr();
    if !term.is_term() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(Narrow::new(term)), DRAWS_PER_SECOND)
}

/// The width of a terminal without the columns that bars leave free.
pub(super) fn columns(term: &impl TermLike) -> u16 {
    term.width().saturating_sub(FREE_COLUMNS).max(1)
}

/// A terminal without its last columns.
///
/// A bar of several lines fills each of them up to the width, and relies on the terminal to wrap. Here the width
/// is not that of the terminal, so this type starts new lines itself.
#[derive(Debug)]
struct Narrow<T> {
    term: T,
    /// The column of the cursor.
    column: AtomicUsize,
}

impl<T: TermLike> Narrow<T> {
    fn new(term: T) -> Narrow<T> {
        Narrow {
            term,
            column: AtomicUsize::new(0),
        }
    }
}

impl<T: TermLike> TermLike for Narrow<T> {
    fn width(&self) -> u16 {
        columns(&self.term)
    }

    fn height(&self) -> u16 {
        self.term.height()
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)?;
        self.write_str("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let width = usize::from(self.width());
        let mut column = self.column.load(Ordering::Relaxed);
        let mut wrapped = String::with_capacity(text.len() + 1);
        for letter in text.chars() {
            if letter == '\r' || letter == '\n' {
                column = 0;
            } else {
                let n_columns = measure_text_width(letter.encode_utf8(&mut [0; 4]));
                if column + n_columns > width {
                    wrapped.push('\n');
                    column = 0;
                }
                column += n_columns;
            }
            wrapped.push(letter);
        }
        self.column.store(column, Ordering::Relaxed);
        self.term.write_str(&wrapped)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.column.store(0, Ordering::Relaxed);
        self.term.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.term.flush()
    }
}

/// How often a line is printed if there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Reports the progress of a command on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    lines: Option<Lines>,
}

/// A thread that prints lines, and the state that it prints.
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
    /// Starts to report the progress of `length` items. `unit` is their name in the plural.
    pub(crate) fn new(length: u64, unit: &'static str) -> anyhow::Result<Progress> {
        let bar = ProgressBar::with_draw_target(Some(length), target());
        // The message is cut at the edge of the terminal.
        let template = format!("{{bar:20}} {{pos}}/{{len}} {unit}, {{elapsed}}  {{wide_msg}}");
        bar.set_style(ProgressStyle::with_template(&template)?);
        let lines = (!io::stderr().is_terminal()).then(|| Lines::begin(length, unit));
        Ok(Progress { bar, lines })
    }

    /// Sets the number of finished items.
    pub(crate) fn set(&self, position: u64) {
        self.bar.set_position(position);
        self.change(|state| state.position = position);
    }

    /// Sets the message, which describes the current item.
    pub(crate) fn say(&self, message: String) {
        self.change(|state| state.message.clone_from(&message));
        self.bar.set_message(message);
    }

    /// Prints a row of the result. The bar is hidden while it prints.
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

/// Removes the bar and ends the thread.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.change(|state| state.has_ended = true);
        if let Some(lines) = &mut self.lines {
            lines.shared.1.notify_all();
            if let Some(printer) = lines.printer.take() {
                // The thread only prints, so its failure can be ignored.
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
                let waited = changed.wait_timeout_while(state, LINE_INTERVAL, |state| !state.has_ended);
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
    fn a_line_shows_the_progress() {
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
    fn a_bar_leaves_room_for_the_echo_of_ctrl_c() {
        let term = Term::stderr();
        let whole = TermLike::width(&term);
        assert_eq!(Narrow::new(term).width(), whole - "^C".len() as u16 - 2);
    }

    /// Records what is written to a terminal with ten columns.
    #[derive(Debug, Default)]
    struct Recorder(Mutex<String>);

    impl TermLike for Recorder {
        fn width(&self) -> u16 {
            10
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\n"))
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_of_several_lines_wraps_before_the_free_columns() {
        let term = Narrow::new(Recorder::default());
        for text in ["one", "   ", "two", "   ", "a name of its", "\r", "end"] {
            term.write_str(text).unwrap();
        }
        let written = term.term.0.into_inner().unwrap();
        assert_eq!(written, "one   \ntwo   \na name\n of it\ns\rend");
    }

    #[test]
    fn the_printing_thread_ends_with_the_command() {
        let progress = Progress::new(5, "games").unwrap();
        progress.set(2);
        progress.say("half of it".to_owned());
        drop(progress);
    }
}
