//! Runs real programs on pipes for tests. Every wait has a time limit; when it expires, the test fails and
//! shows all output so far.

mod postgres;

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use postgres::Server;

/// The time limit of every wait: longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Captured output that grows while a program runs.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<(Mutex<Captured>, Condvar)>);

#[derive(Debug, Default)]
struct Captured {
    text: String,
    has_ended: bool,
}

impl Transcript {
    /// Captures the output of a source in the background until the source is closed.
    pub fn collect(mut source: impl Read + Send + 'static) -> Transcript {
        let transcript = Transcript::default();
        let growing = transcript.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = source.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..n]);
                growing.captured().text.push_str(&text);
                growing.0.1.notify_all();
            }
            growing.captured().has_ended = true;
            growing.0.1.notify_all();
        });
        transcript
    }

    fn captured(&self) -> MutexGuard<'_, Captured> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the output so far.
    pub fn text(&self) -> String {
        self.captured().text.clone()
    }

    /// Waits until `look` returns a value. Returns `None` if the source is closed first or the time limit
    /// expires.
    fn wait<T>(&self, mut look: impl FnMut(&Captured) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + PATIENCE;
        let mut said = self.captured();
        loop {
            if let Some(found) = look(&said) {
                return Some(found);
            }
            if said.has_ended {
                return None;
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            let woken = self.0.1.wait_timeout(said, left);
            said = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until `wanted` appears at or after the byte offset `from`, and returns the offset of its end.
    fn find(&self, wanted: &str, from: usize) -> Option<usize> {
        self.wait(|said| Some(from + said.text[from..].find(wanted)? + wanted.len()))
    }

    /// Waits until the source is closed. Returns false if the time limit expires first.
    fn end(&self) -> bool {
        self.wait(|said| said.has_ended.then_some(())).is_some()
    }
}

/// A running program.
pub struct Program {
    /// Its process.
    pub child: Child,
    input: Option<Box<dyn Write + Send>>,
    /// Its standard output.
    pub output: Transcript,
    /// Its standard error, captured separately because the relative order of the two is not deterministic.
    pub errors: Transcript,
    read_output: usize,
    read_errors: usize,
}

impl Program {
    /// Starts a program on pipes.
    ///
    /// # Panics
    /// If the program cannot be started.
    pub fn start(binary: &str, options: &[&str]) -> Program {
        let mut child = Command::new(binary)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{binary} does not start: {error}"));
        let output = Transcript::collect(child.stdout.take().expect("its output is a pipe"));
        let errors = Transcript::collect(child.stderr.take().expect("its errors are a pipe"));
        let input = child.stdin.take().expect("its input is a pipe");
        Program::around(child, Box::new(input), output, errors)
    }

    /// Wraps a program that was started elsewhere.
    pub fn around(
        child: Child,
        input: Box<dyn Write + Send>,
        output: Transcript,
        errors: Transcript,
    ) -> Program {
        Program {
            child,
            input: Some(input),
            output,
            errors,
            read_output: 0,
            read_errors: 0,
        }
    }

    /// Sends lines, separated by `;`, to the program's standard input.
    pub fn type_lines(&mut self, lines: &str) {
        let Some(input) = &mut self.input else { return };
        for line in lines.split(';') {
            // A program that has ended accepts no more lines. Its exit code shows the reason, so the error is
            // ignored here.
            let _ = input.write_all(format!("{}\n", line.trim()).as_bytes());
            let _ = input.flush();
        }
    }

    /// Waits for a text on standard output, after the last match.
    pub fn expect(&mut self, wanted: &str) {
        match self.output.find(wanted, self.read_output) {
            Some(end) => self.read_output = end,
            None => self.fail(&format!("waited in vain for {wanted:?}")),
        }
    }

    /// Waits for a text on standard error, after the last match.
    pub fn expect_error(&mut self, wanted: &str) {
        match self.errors.find(wanted, self.read_errors) {
            Some(end) => self.read_errors = end,
            None => self.fail(&format!("waited in vain for {wanted:?}")),
        }
    }

    fn fail(&self, why: &str) -> ! {
        panic!(
            "{why}\n--- output\n{}\n--- errors\n{}",
            self.output.text(),
            self.errors.text()
        );
    }

    /// Hosts a game and returns its port. `id` may include operands for the program's `host` command.
    pub fn host(&mut self, id: &str) -> u16 {
        self.type_lines(&format!("host {id}"));
        self.expect("port ");
        let at = self.read_output;
        self.expect("Waiting for a partner");
        let text = self.output.text();
        let digits: String = text[at..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or_else(|_| self.fail("no port was named"))
    }

    /// Joins a hosted game on this machine.
    pub fn join(&mut self, id: &str, port: u16) {
        self.type_lines(&format!("join {id}@localhost:{port}"));
    }

    /// Kills the program as `kill -9` does.
    ///
    /// # Panics
    /// If the system refuses.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it was running");
    }

    /// Closes the input, waits for the program to exit and returns its output.
    ///
    /// # Panics
    /// If the program does not exit in time, fails or panics.
    pub fn finish(mut self) -> String {
        drop(self.input.take());
        let status = self.wait();
        if !self.output.end() || !self.errors.end() {
            self.fail("an output is not closed");
        }
        let errors = self.errors.text();
        assert_eq!(status.code(), Some(0), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        self.output.text()
    }

    /// Waits for the program to exit.
    ///
    /// # Panics
    /// If it does not exit in time.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it was running") {
                return status;
            }
            if Instant::now() >= deadline {
                self.fail("the program does not end");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Kills the program, so that a failed test leaves no process behind.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_read_apart_and_an_end_is_no_wait() {
        let mut program = Program::start("sh", &["-c", "read a; echo got $a; echo oops >&2; echo more"]);
        program.type_lines("x");
        program.expect_error("oops");
        program.expect("got x");
        assert_eq!(program.output.find("never said", 0), None);
        assert_eq!(program.finish(), "got x\nmore\n");
    }

    #[test]
    #[should_panic(expected = "waited in vain for \"this\"\n--- output\nthat\n")]
    fn what_is_not_said_fails_with_what_was() {
        Program::start("sh", &["-c", "echo that"]).expect("this");
    }
}
