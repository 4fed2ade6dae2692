//! The program on a terminal: colours, completion, Ctrl-C.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program;

/// Longer than any wait in these tests, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// `othello` on its own pseudo-terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    unread: String,
    // The folder of the history, until the program has ended.
    _home: tempfile::TempDir,
}

impl Terminal {
    fn start(arguments: &str, no_color: Option<&str>) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let end = || Stdio::from(open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(program("othello"));
        command
            .args(arguments.split_whitespace())
            .env("TERM", "xterm")
            .env("XDG_STATE_HOME", home.path())
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end());
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let child = command.spawn().unwrap();
        let keyboard = File::from(master);
        let mut output = keyboard.try_clone().unwrap();
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails once the program has closed its end.
            while let Ok(n @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            keyboard,
            screen,
            unread: String::new(),
            _home: home,
        }
    }

    /// Waits for a text and returns everything up to its end.
    fn expect(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.unread.find(text) {
                let rest = self.unread.split_off(at + text.len());
                return std::mem::replace(&mut self.unread, rest);
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.unread += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("no {text:?} in {:?}", self.unread),
            }
        }
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
    }

    fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn discs_are_coloured_and_the_last_one_is_marked() {
    let mut terminal = Terminal::start("--black weights --seed 1 --size 4x4", None);
    let shown = terminal.expect("your move> ");
    assert!(
        shown.contains("\x1b[1;36mX\x1b[0m") && shown.contains("\x1b[1;33mO\x1b[0m"),
        "{shown:?}"
    );
    assert!(shown.contains("[\x1b[1;36mX\x1b[0m]"), "{shown:?}");
    terminal.types("quit\r");
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn no_color_keeps_the_marks_without_colours() {
    let mut terminal = Terminal::start("--black weights --seed 1 --size 4x4", Some("1"));
    let shown = terminal.expect("your move> ");
    assert!(shown.contains("[X]"), "{shown:?}");
    assert!(!shown.contains("\x1b[1;"), "{shown:?}");
    // End of input.
    terminal.types("\x04");
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn the_tab_key_completes_commands() {
    let mut terminal = Terminal::start("--black human --white human", Some("1"));
    terminal.expect("your move> ");
    terminal.types("sco\t\r");
    terminal.expect("Black (X) has 2 discs, white (O) has 2.");
    terminal.expect("your move> ");
    terminal.types("quit\r");
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn a_second_ctrl_c_at_the_prompt_ends_the_program() {
    let mut terminal = Terminal::start("--black human --white human", Some("1"));
    terminal.expect("your move> ");
    terminal.types("\x03");
    terminal.expect("Press Ctrl-C again, or type quit, to leave.");
    terminal.expect("your move> ");
    terminal.types("\x03");
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn ctrl_c_makes_a_thinking_engine_move_at_once() {
    let mut terminal = Terminal::start("--black engine:10 --movetime 3600", Some("1"));
    // The last line of the first board: from here on, the engine thinks.
    terminal.expect("5   6   7   8");
    thread::sleep(Duration::from_millis(300));
    terminal.interrupt();
    terminal.expect("The computer, black (X), plays ");
    terminal.expect("White (O), your move> ");
    terminal.types("quit\r");
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn a_second_ctrl_c_takes_over_a_side_from_two_engines() {
    let mut terminal = Terminal::start("--black engine:10 --white engine:10 --movetime 3600", Some("1"));
    terminal.expect("5   6   7   8");
    thread::sleep(Duration::from_millis(300));
    terminal.interrupt();
    terminal.expect("Black (X) plays ");
    terminal.expect("5   6   7   8");
    thread::sleep(Duration::from_millis(300));
    terminal.interrupt();
    terminal.expect("White (O) is yours now");
    terminal.expect("White (O), your move> ");
    terminal.types("quit\r");
    assert_eq!(terminal.wait().code(), Some(0));
}
