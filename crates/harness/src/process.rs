//! A program under test, held so that it can neither block, flood nor outlive the harness.
//!
//! Every program leads a process group of its own and carries a mark in its environment. When it is done
//! with, the whole group is killed, and on Linux whatever else still carries the mark: a child that moved
//! to another group keeps its environment. Pipes never block: a program that does not read, or a
//! grandchild that keeps the output open, delays nobody.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rustix::event::PollFlags;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::dialect::Dialect;
use crate::failure::Ending;
use crate::output::Reader;

/// The environment variable that marks a program and all that it starts.
const MARK: &str = "PARLOR_CHECK_MARK";
/// How much of the standard error is kept for the report.
const ERRORS_KEPT: usize = 2048;
/// How much of the conversation is kept for `--verbose`.
const LOG_KEPT: usize = 1 << 20;

/// A program, running or ended.
pub(crate) struct Program {
    label: &'static str,
    child: Child,
    mark: String,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unsent: VecDeque<u8>,
    close_when_sent: bool,
    pub(crate) reader: Reader,
    errors: Vec<u8>,
    n_printed: usize,
    ending: Option<Ending>,
}

impl Program {
    /// Starts a command of the shell. The label tells the programs of one run apart in the log.
    pub(crate) fn start(label: &'static str, command: &str, dialect: Dialect) -> io::Result<Program> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let mark = format!(
            "{}-{}",
            std::process::id(),
            STARTED.fetch_add(1, Ordering::Relaxed)
        );
        let mut child = Command::new("sh")
            .args(["-c", command])
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let program = Program {
            label,
            child,
            mark,
            stdin,
            stdout,
            stderr,
            unsent: VecDeque::new(),
            close_when_sent: false,
            reader: Reader::new(dialect),
            errors: Vec::new(),
            n_printed: 0,
            ending: None,
        };
        for (fd, _) in program.waits_for() {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        if let Some(stdin) = &program.stdin {
            rustix::io::ioctl_fionbio(stdin, true)?;
        }
        Ok(program)
    }

    /// Queues a line for the program.
    pub(crate) fn send(&mut self, line: &str, log: &mut Log) {
        log.add(self.label, '<', line);
        if self.stdin.is_some() {
            self.unsent.extend(line.bytes());
            self.unsent.push_back(b'\n');
            self.write();
        }
    }

    /// Closes the input once all that was queued is taken.
    pub(crate) fn close_input(&mut self) {
        self.close_when_sent = true;
        self.write();
    }

    /// The files to wait for, and what to wait for.
    pub(crate) fn waits_for(&self) -> impl Iterator<Item = (BorrowedFd<'_>, PollFlags)> {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let stdin = stdin.map(|file| (file.as_fd(), PollFlags::OUT));
        let stdout = self.stdout.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        let stderr = self.stderr.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        stdin.into_iter().chain(stdout).chain(stderr)
    }

    /// Moves what can be moved without waiting, and looks whether the program has ended.
    pub(crate) fn attend(&mut self, log: &mut Log) {
        // Looking first: what a program printed before it ended is then in the pipe for sure.
        let has_ended = self.ending.is_none() && self.has_ended();
        self.write();
        self.read_output(log);
        self.read_errors(log);
        if has_ended {
            self.end(log);
        }
    }

    /// How the program ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the program has closed its output.
    pub(crate) fn is_silent(&self) -> bool {
        self.stdout.is_none()
    }

    /// How many bytes it has printed.
    pub(crate) fn n_printed(&self) -> usize {
        self.n_printed
    }

    /// The end of what it printed on the standard error.
    pub(crate) fn last_errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim_end().to_owned()
    }

    /// Kills the program and all that it started, and waits for it.
    pub(crate) fn kill(&mut self) {
        self.stdin = None;
        if self.ending.is_none() {
            // The leader is not waited for yet, so its number still means this group and no other.
            if let Some(group) = Pid::from_raw(self.child.id() as i32) {
                // A group that is gone already needs no killing.
                let _ = kill_process_group(group, Signal::KILL);
            }
            self.ending = Some(match self.child.wait() {
                Ok(status) => Ending::of(status),
                Err(_) => Ending::Signal(0),
            });
            kill_marked(&self.mark);
        }
        self.stdout = None;
        self.stderr = None;
    }

    /// Whether the program is ready to be waited for. It is not waited for yet: see [`Program::kill`].
    fn has_ended(&self) -> bool {
        let Some(pid) = Pid::from_raw(self.child.id() as i32) else {
            return false;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
    }

    fn end(&mut self, log: &mut Log) {
        self.kill();
        let label = self.label;
        self.reader
            .end(Instant::now(), &mut |line| log.add(label, '>', line));
    }

    fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else {
            self.unsent.clear();
            return;
        };
        while !self.unsent.is_empty() {
            let (front, _) = self.unsent.as_slices();
            match stdin.write(front) {
                Ok(n) => drop(self.unsent.drain(..n)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The program has closed its input: whether it may is seen by how it ends.
                Err(_) => {
                    self.unsent.clear();
                    self.stdin = None;
                    return;
                }
            }
        }
        if self.close_when_sent {
            self.stdin = None;
        }
    }

    fn read_output(&mut self, log: &mut Log) {
        let Some(stdout) = &mut self.stdout else { return };
        let (bytes, is_open) = read_available(stdout);
        self.n_printed += bytes.len();
        let label = self.label;
        let mut add = |line: &str| log.add(label, '>', line);
        self.reader.take(&bytes, Instant::now(), &mut add);
        if !is_open {
            self.reader.end(Instant::now(), &mut add);
            self.stdout = None;
        }
    }

    fn read_errors(&mut self, log: &mut Log) {
        let Some(stderr) = &mut self.stderr else { return };
        let (bytes, is_open) = read_available(stderr);
        if !bytes.is_empty() {
            for line in String::from_utf8_lossy(&bytes).lines() {
                log.add(self.label, '!', line);
            }
            self.errors.extend(bytes);
            let superfluous = self.errors.len().saturating_sub(ERRORS_KEPT);
            self.errors.drain(..superfluous);
        }
        if !is_open {
            self.stderr = None;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads what is there, but no more than a pipe holds, so that a flood leaves time for everything else.
/// The second value is false at the end of the file.
fn read_available(file: &mut dyn Read) -> (Vec<u8>, bool) {
    const AT_ONCE: usize = 64 << 10;
    let mut bytes = Vec::new();
    let mut buffer = [0; 8 << 10];
    while bytes.len() < AT_ONCE {
        match file.read(&mut buffer) {
            Ok(0) => return (bytes, false),
            Ok(n) => bytes.extend(&buffer[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(_) => return (bytes, false),
        }
    }
    (bytes, true)
}

/// Kills every process whose environment carries the mark, until none is left.
fn kill_marked(mark: &str) {
    // A process that forks faster than it is found does not hold the harness up for ever.
    const ROUNDS: usize = 20;
    let entry = format!("{MARK}={mark}");
    for _ in 0..ROUNDS {
        let marked = marked_processes(entry.as_bytes());
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            // It may have ended by itself meanwhile.
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The living processes with this entry in their environment. Where there is no `/proc`, none is found.
fn marked_processes(entry: &[u8]) -> Vec<Pid> {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    processes
        .filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid: &i32| {
            // Other people's processes cannot be read, and dead ones have no environment.
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|found| found == entry)
        })
        .filter_map(Pid::from_raw)
        .collect()
}

/// The conversation with the programs of one run.
#[derive(Debug, Default)]
pub(crate) struct Log {
    text: String,
    is_cut: bool,
}

impl Log {
    /// Adds a line that went to a program (`<`), came from it (`>`) or came from its standard error (`!`).
    pub(crate) fn add(&mut self, label: &str, direction: char, line: &str) {
        if self.text.len() + line.len() > LOG_KEPT {
            if !self.is_cut {
                self.text.push_str("… the rest is not shown\n");
            }
            self.is_cut = true;
            return;
        }
        self.text.push_str(label);
        self.text.push(direction);
        self.text.push(' ');
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
