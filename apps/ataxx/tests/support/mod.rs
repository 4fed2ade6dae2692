//! Real programs, driven through pipes or a terminal. Every wait is bounded and fails the test.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses its own part of this"
)]

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing in these tests takes nearly as long.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// A text that grows while a program runs.
#[derive(Clone, Default)]
pub struct Transcript(Arc<(Mutex<String>, Condvar)>);

impl Transcript {
    pub fn collect(mut source: impl Read + Send + 'static) -> Transcript {
        let transcript = Transcript::default();
        let growing = transcript.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = source.read(&mut buffer) {
                let (text, grown) = &*growing.0;
                text.lock()
                    .unwrap()
                    .push_str(&String::from_utf8_lossy(&buffer[..n]));
                grown.notify_all();
            }
        });
        transcript
    }

    pub fn text(&self) -> String {
        self.0.0.lock().unwrap().clone()
    }

    /// Waits until `wanted` appears after `from`, and returns where it ends.
    fn find(&self, wanted: &str, from: usize) -> Option<usize> {
        let (text, grown) = &*self.0;
        let deadline = Instant::now() + PATIENCE;
        let mut text = text.lock().unwrap();
        loop {
            if let Some(at) = text[from..].find(wanted) {
                return Some(from + at + wanted.len());
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            text = grown.wait_timeout(text, left).unwrap().0;
        }
    }
}

/// An `ataxx` that runs.
pub struct Program {
    pub child: Child,
    input: Option<Box<dyn Write + Send>>,
    pub output: Transcript,
    pub errors: Transcript,
    read_output: usize,
    read_errors: usize,
}

impl Program {
    /// Starts `ataxx` on pipes. Games are offered on loopback and any free port, so that tests can run side
    /// by side.
    pub fn start(options: &[&str]) -> Program {
        let mut all = vec!["--port", "0", "--bind", "127.0.0.1"];
        all.extend(options);
        Program::start_with(&all)
    }

    /// Starts `ataxx` on pipes with these options alone.
    pub fn start_with(options: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = Transcript::collect(child.stdout.take().unwrap());
        let errors = Transcript::collect(child.stderr.take().unwrap());
        let input: ChildStdin = child.stdin.take().unwrap();
        Program::around(child, Box::new(input), output, errors)
    }

    /// A program that somebody else started.
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

    /// Types lines, separated by `;`.
    pub fn type_lines(&mut self, lines: &str) {
        for line in lines.split(';') {
            let input = self.input.as_mut().unwrap();
            // A program that has ended says so in its exit code; here it only takes no more lines.
            let _ = input.write_all(format!("{}\n", line.trim()).as_bytes());
            let _ = input.flush();
        }
    }

    /// Waits for a text on the standard output, after what was waited for before.
    pub fn expect(&mut self, wanted: &str) {
        match self.output.find(wanted, self.read_output) {
            Some(end) => self.read_output = end,
            None => self.fail(wanted),
        }
    }

    /// Waits for a text on the standard error, after what was waited for before.
    pub fn expect_error(&mut self, wanted: &str) {
        match self.errors.find(wanted, self.read_errors) {
            Some(end) => self.read_errors = end,
            None => self.fail(wanted),
        }
    }

    fn fail(&self, wanted: &str) -> ! {
        panic!(
            "waited in vain for {wanted:?}\n--- output\n{}\n--- errors\n{}",
            self.output.text(),
            self.errors.text()
        );
    }

    /// Offers a game and returns its port.
    pub fn host(&mut self, id: &str) -> u16 {
        self.type_lines(&format!("host {id}"));
        self.expect("port ");
        let text = self.output.text();
        let digits: String = text[self.read_output..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        self.expect("Waiting for a partner");
        digits.parse().unwrap()
    }

    /// Joins a game on this machine.
    pub fn join(&mut self, id: &str, port: u16) {
        self.type_lines(&format!("join {id}@localhost:{port}"));
    }

    /// Kills the program as `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends the input and waits for the program to end by itself.
    pub fn finish(mut self) -> String {
        drop(self.input.take());
        let status = self.wait();
        assert_eq!(status.code(), Some(0), "{}", self.errors.text());
        assert!(!self.errors.text().contains("panicked"), "{}", self.errors.text());
        // The reading threads see the end of the pipes soon after the end of the program.
        thread::sleep(Duration::from_millis(50));
        self.output.text()
    }

    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                Instant::now() < deadline,
                "the program does not end\n{}\n{}",
                self.output.text(),
                self.errors.text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A test that fails leaves no program behind.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last dump in a text.
pub fn last_dump(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("===\n").collect();
    parts.pop();
    parts.pop().unwrap_or_default().to_owned()
}

/// The set-up moves after which red wins with `a3-b2`.
pub const NEARLY_WON: &str = "a7-a5;g7-e5;a5-a3;e5-c3;g1-g3;c3-c1";
