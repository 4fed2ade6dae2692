//! Two real programs on loopback. Every wait is bounded and fails the test.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes that is waited for here, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a program says on one of its outputs. The two are kept apart: which of them is read first is chance.
struct Speech {
    source: Receiver<Vec<u8>>,
    said: String,
    // Where the part of it begins that was not waited for yet.
    unread: usize,
}

impl Speech {
    fn of(mut output: impl Read + Send + 'static) -> Speech {
        let (sender, source) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Speech {
            source,
            said: String::new(),
            unread: 0,
        }
    }

    /// Waits for a text after what was waited for before.
    fn expect(&mut self, text: &str) {
        loop {
            if let Some(at) = self.said[self.unread..].find(text) {
                self.unread += at + text.len();
                return;
            }
            match self.source.recv_timeout(PATIENCE) {
                Ok(bytes) => self.said += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("no {text:?} in\n{}", self.said),
            }
        }
    }

    /// Waits until the output is closed.
    fn end(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.source.recv_timeout(left) {
                Ok(bytes) => self.said += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("no end of\n{}", self.said),
            }
        }
    }
}

/// An `othello` on pipes, with what it has said.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Speech,
    errors: Speech,
}

impl Program {
    /// Starts a program that offers games on loopback and any free port, so that tests can run side by side.
    fn start(options: &str) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_othello"))
            .args(["--port", "0", "--bind", "127.0.0.1"])
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Program {
            input: child.stdin.take(),
            output: Speech::of(child.stdout.take().unwrap()),
            errors: Speech::of(child.stderr.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for a text on the standard output.
    fn expect(&mut self, text: &str) {
        self.output.expect(text);
    }

    /// Offers a game and returns its port.
    fn host(&mut self, operands: &str) -> String {
        self.say(&format!("host {operands}"));
        self.expect("port ");
        let at = self.output.unread;
        self.expect("Waiting for a partner");
        let digits = self.output.said[at..].chars().take_while(char::is_ascii_digit);
        digits.collect()
    }

    /// Ends the input, waits for the program to end by itself and returns all that it said on its standard
    /// output.
    fn finish(mut self) -> String {
        drop(self.input.take());
        self.output.end();
        self.errors.end();
        let errors = &self.errors.said;
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        std::mem::take(&mut self.output.said)
    }
}

/// A test that fails leaves no program behind.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A host and a client that have found each other, with these options and operands.
fn connected(options: &str, host_part: &str, client_part: &str) -> (Program, Program) {
    let (mut host, mut client) = (Program::start(options), Program::start(options));
    let port = host.host(&format!("Game_1 {host_part}"));
    client.say(&format!("join Game_1@localhost:{port} {client_part}"));
    host.expect("A partner has joined Game_1.");
    client.expect("You have joined Game_1 on localhost.");
    host.expect("The game begins. ");
    client.expect("The game begins. ");
    (host, client)
}

const PERSON_BEGINS: &str = "--black human --white engine:1 --seed 4";

#[test]
fn two_computers_play_a_whole_game_and_agree_on_it() {
    for color in ["black", "white"] {
        let (mut host, mut client) = connected(PERSON_BEGINS, &format!("{color} auto"), "auto");
        for side in [&mut host, &mut client] {
            side.expect("The game is over: ");
            side.expect("Game over (new, save FILE, quit)> ");
        }
        let end = |said: &str| {
            let at = said.find("The game is over: ").unwrap();
            // The last board stands before the result.
            let board = said[..at].rfind("\nA |").unwrap();
            said[board..].split("Game over (").next().unwrap().to_owned()
        };
        assert_eq!(end(&host.finish()), end(&client.finish()));
    }
}

#[test]
fn people_play_and_one_resigns() {
    let (mut host, mut client) = connected(PERSON_BEGINS, "", "");
    host.expect("Black (X), your move> ");
    host.say("E6");
    client.expect("Black (X) plays E6.");
    client.expect("White (O), your move> ");
    client.say("F4");
    host.expect("White (O) plays F4.");
    host.say("resign");
    host.expect("Black (X) resigns: white wins.");
    client.expect("The other side has resigned.");
    client.expect("Black (X) forfeits: white wins.");
    host.finish();
    client.finish();
}

#[test]
fn a_program_that_is_killed_forfeits() {
    let (mut host, mut client) = connected(PERSON_BEGINS, "white", "");
    client.expect("Black (X), your move> ");
    client.child.kill().unwrap();
    host.errors.expect("error: the connection was lost");
    host.expect("Black (X) forfeits: white wins.");
    host.expect("Game over (new, save FILE, quit)> ");
    host.finish();
}
