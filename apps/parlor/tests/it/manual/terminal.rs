//! Types the sessions of the manual at a terminal, line by line.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::are_like;

/// Longer than a program takes to answer a line, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program at a terminal without cursor movement, so that the screen is what it printed.
pub(super) struct Session {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    unread: String,
}

impl Session {
    pub(super) fn start(command: &str, folder: &Path, path: &str) -> Session {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let end = || Stdio::from(open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
        let child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .current_dir(folder)
            .env("PATH", path)
            .env("HOME", folder)
            .env("XDG_STATE_HOME", folder)
            .env("TERM", "dumb")
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
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
        Session {
            child,
            keyboard,
            screen,
            unread: String::new(),
        }
    }

    /// Follows a block: waits for the output in it, and types what follows the prompts.
    pub(super) fn follow(&mut self, block: &[String]) -> Result<(), String> {
        let mut shown = Vec::new();
        for line in block {
            match line.find("> ").filter(|_| !line.starts_with(' ')) {
                Some(at) if !line[at + 2..].trim().is_empty() => {
                    shown.push(line[..=at].to_owned());
                    self.wait_for(&shown)?;
                    shown.clear();
                    self.unread.clear();
                    // The terminal echoes what is typed, then the program starts a new line.
                    let typed = &line[at + 2..];
                    self.keyboard
                        .write_all(format!("{typed}\n").as_bytes())
                        .map_err(|error| error.to_string())?;
                    self.wait_for(&[typed.to_owned(), "…".to_owned()])
                        .map_err(|reason| format!("“{typed}” is not shown: {reason}"))?;
                    self.unread = match self.unread.split_once('\n') {
                        Some((_, rest)) => rest.to_owned(),
                        None => String::new(),
                    };
                }
                _ => shown.push(line.clone()),
            }
        }
        if !shown.is_empty() {
            self.wait(&shown, true)?;
        }
        // The next block continues at the prompt, which may not be there yet.
        let last = self.unread.lines().last().unwrap_or_default();
        self.unread = if is_prompt(last) {
            last.to_owned()
        } else {
            String::new()
        };
        Ok(())
    }

    /// Waits until the output since the last typed line is `expected`.
    fn wait_for(&mut self, expected: &[String]) -> Result<(), String> {
        self.wait(expected, false)
    }

    /// Waits until the output since the last typed line is `expected`. At the end of a block, the next prompt
    /// may already have followed, on a new line or after the last one.
    fn wait(&mut self, expected: &[String], is_end: bool) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let lines: Vec<&str> = self.unread.trim_end().trim_start_matches('\n').lines().collect();
            let has_come = match lines.split_last() {
                Some((last, before)) if is_end && is_prompt(last) => {
                    are_like(expected, before) || are_like(expected, &lines)
                }
                _ => are_like(expected, &lines),
            };
            if has_come {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.unread += &String::from_utf8_lossy(&bytes).replace('\r', ""),
                Err(_) => {
                    return Err(format!(
                        "printed\n{}\ninstead of\n{}",
                        self.unread,
                        expected.join("\n")
                    ));
                }
            }
        }
    }
}

fn is_prompt(line: &str) -> bool {
    line.trim_end().ends_with('>')
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
