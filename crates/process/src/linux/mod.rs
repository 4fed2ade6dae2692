//! Linux, where programs can be contained: process groups, subreapers, control groups and `/proc`.

pub mod containment;
mod control_group;
mod processes;
mod processors;
pub mod sandbox;
mod usage;

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::{Ending, Log, Reader, Usage, in_place_of_the_shell};
use control_group::ControlGroup;
use processes::ProcessTable;

pub use processors::{keep_to, processors};
pub use usage::thread_waited;

/// The environment variable that marks a program and all that it starts.
const MARK: &str = "PARLOR_CHECK_MARK";
/// How much of the standard error is kept for the report.
const ERRORS_KEPT: usize = 2048;

/// A program, running or ended.
pub struct Program<R: Reader> {
    label: String,
    child: Child,
    mark: String,
    group: Option<ControlGroup>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unsent: VecDeque<u8>,
    close_when_sent: bool,
    /// What reads its output.
    pub reader: R,
    errors: Vec<u8>,
    errors_kept: usize,
    error_line: Vec<u8>,
    n_printed: usize,
    ending: Option<Ending>,
}

impl<R: Reader> Program<R> {
    /// Starts a command of the shell. The label identifies the program in the log.
    pub fn start(label: &str, command: &str, reader: R) -> io::Result<Program<R>> {
        Program::start_in(label, command, None, reader)
    }

    /// Starts a command of the shell in a folder.
    pub fn start_in(label: &str, command: &str, folder: Option<&Path>, reader: R) -> io::Result<Program<R>> {
        let mark = new_mark();
        let command = in_place_of_the_shell(command);
        let group = containment::control_group(&mark);
        let command = group
            .as_ref()
            .map_or_else(|| command.to_string(), |group| group.entered_by(&command));
        let mut launcher = containment::launcher(&command);
        if let Some(folder) = folder {
            launcher.current_dir(folder);
        }
        Program::launch(label, launcher, mark, group, reader)
    }

    /// Starts a command that somebody has prepared, such as a [`sandbox`].
    pub fn start_prepared(label: &str, command: Command, reader: R) -> io::Result<Program<R>> {
        Program::launch(label, command, new_mark(), None, reader)
    }

    fn launch(
        label: &str,
        mut launcher: Command,
        mark: String,
        group: Option<ControlGroup>,
        reader: R,
    ) -> io::Result<Program<R>> {
        launcher
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = containment::spawn(&mut launcher)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let program = Program {
            label: label.to_owned(),
            child,
            mark,
            group,
            stdin,
            stdout,
            stderr,
            unsent: VecDeque::new(),
            close_when_sent: false,
            reader,
            errors: Vec::new(),
            errors_kept: ERRORS_KEPT,
            error_line: Vec::new(),
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

    /// Changes the label.
    pub fn set_label(&mut self, label: &str) {
        label.clone_into(&mut self.label);
    }

    /// Queues a line for the program.
    pub fn send(&mut self, line: &str, log: &mut Log) {
        log.add(&self.label, '<', line);
        if self.stdin.is_some() {
            self.unsent.extend(line.bytes());
            self.unsent.push_back(b'\n');
            self.write();
        }
    }

    /// Closes the input once all that was queued is taken.
    pub fn close_input(&mut self) {
        self.close_when_sent = true;
        self.write();
    }

    /// The files to wait for, and what to wait for.
    fn waits_for(&self) -> impl Iterator<Item = (BorrowedFd<'_>, PollFlags)> {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let stdin = stdin.map(|file| (file.as_fd(), PollFlags::OUT));
        let stdout = self.stdout.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        let stderr = self.stderr.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        stdin.into_iter().chain(stdout).chain(stderr)
    }

    /// Moves what can be moved without waiting, and looks whether the program has ended.
    pub fn attend(&mut self, log: &mut Log) {
        // Looking first: what a program printed before it ended is then in the pipe for sure.
        let has_ended = self.ending.is_none() && self.has_ended();
        self.write();
        self.read_output(log);
        self.read_errors(log);
        if has_ended {
            self.end(log);
        }
    }

    /// The number of its process, for messages.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the program ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the program has closed its output.
    pub fn is_silent(&self) -> bool {
        self.stdout.is_none()
    }

    /// How many bytes it has printed.
    pub fn n_printed(&self) -> usize {
        self.n_printed
    }

    /// The living processes that it consists of: itself and all that it started.
    pub fn processes(&self) -> Vec<Pid> {
        let table = ProcessTable::read();
        let mut found: HashSet<Pid> = HashSet::new();
        // Once it has been waited for, its number may be somebody else's.
        if let (Some(root), None) = (self.pid(), self.ending) {
            found.extend(table.descendants_of(root));
            found.extend(table.group(root));
        }
        found.extend(marked_processes(format!("{MARK}={}", self.mark).as_bytes()));
        found.extend(self.group.iter().flat_map(ControlGroup::members));
        found.into_iter().collect()
    }

    /// What it takes of the machine now, together with all that it started.
    pub fn usage(&self) -> Usage {
        let mut usage = usage::of_processes(&self.processes());
        // A control group also counts what has ended without having been waited for.
        let of_group = self.group.as_ref().and_then(ControlGroup::processor);
        usage.processor = usage.processor.max(of_group.unwrap_or_default());
        usage
    }

    /// How long it and all that it started have waited for a processor, as far as the system counts that.
    pub fn waited(&self) -> Duration {
        usage::waited(&self.processes())
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Keeps this many bytes of the standard error instead of only its end.
    pub fn keep_errors(&mut self, n_bytes: usize) {
        self.errors_kept = n_bytes;
    }

    /// The end of its standard error, up to the limit.
    pub fn last_errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim_end().to_owned()
    }

    /// Kills the program and all that it started, and waits for it.
    pub fn kill(&mut self) {
        self.stdin = None;
        if self.ending.is_none() {
            self.kill_all();
            self.ending = Some(match self.child.wait() {
                Ok(status) => ending(status),
                Err(_) => Ending::Signal(0),
            });
            // What it had started is ours now, and has no other parent to be found by.
            containment::forget(self.child.id());
            kill_marked(&self.mark);
            self.group = None;
        }
        self.stdout = None;
        self.stderr = None;
    }

    /// Kills all that the program consists of, itself last: while it lives, what it started is found below it.
    fn kill_all(&self) {
        // What forks faster than it is found does not hold us up for ever.
        const ROUNDS: usize = 50;
        if let Some(group) = &self.group {
            group.kill();
        }
        // The leader is not waited for yet, so its number still means this process and this group.
        let Some(root) = self.pid() else { return };
        if !self.has_ended() {
            // It starts nothing more while the rest is looked for.
            let _ = rustix::process::kill_process(root, Signal::STOP);
            for _ in 0..ROUNDS {
                let others: Vec<Pid> = ProcessTable::read().descendants_of(root).collect();
                if others.is_empty() {
                    break;
                }
                for pid in others {
                    // It may have ended by itself meanwhile.
                    let _ = rustix::process::kill_process(pid, Signal::KILL);
                }
            }
        }
        // A group that is gone already needs no killing.
        let _ = kill_process_group(root, Signal::KILL);
        let _ = rustix::process::kill_process(root, Signal::KILL);
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
        let label = &self.label;
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
        let label = &self.label;
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
        for &byte in &bytes {
            if byte == b'\n' {
                log.add(&self.label, '!', &String::from_utf8_lossy(&self.error_line));
                self.error_line.clear();
            } else if self.error_line.len() < ERRORS_KEPT {
                self.error_line.push(byte);
            }
        }
        self.errors.extend(bytes);
        let superfluous = self.errors.len().saturating_sub(self.errors_kept);
        self.errors.drain(..superfluous);
        if !is_open {
            self.stderr = None;
        }
    }
}

impl<R: Reader> Drop for Program<R> {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a program ended, by what the system says.
fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Code(code),
        (None, signal) => Ending::Signal(signal.unwrap_or_default()),
    }
}

/// A mark that no other program has.
fn new_mark() -> String {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

/// Waits until one of these programs has something to be attended to, at most this long. A program that has
/// closed its files and not ended is looked after ten times a second.
pub fn wait<R: Reader>(programs: &[&Program<R>], at_most: Duration) {
    const LONGEST: Duration = Duration::from_millis(100);
    let at_most = at_most.min(LONGEST);
    let mut files: Vec<PollFd<'_>> = programs
        .iter()
        .flat_map(|program| program.waits_for())
        .map(|(file, flags)| PollFd::from_borrowed_fd(file, flags))
        .collect();
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: at_most.subsec_nanos().into(),
    };
    // An interrupted wait is only a shorter one.
    let _ = poll(&mut files, Some(&timeout));
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
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills what is left of programs whose keeper is gone: a keeper that was killed could not do it itself. Gives how
/// many there were. Where there is no `/proc`, none is found.
pub fn sweep_orphans() -> usize {
    let prefix = format!("{MARK}=");
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let mut n_killed = control_group::sweep();
    for pid in processes.filter_map(|process| process.ok()?.file_name().to_str()?.parse::<i32>().ok()) {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let keeper = environment
            .split(|&byte| byte == 0)
            .filter_map(|entry| std::str::from_utf8(entry).ok()?.strip_prefix(&prefix))
            .find_map(|mark| mark.split('-').next()?.parse::<i32>().ok());
        let is_orphan =
            keeper.is_some_and(|keeper| !std::path::Path::new(&format!("/proc/{keeper}")).exists());
        if let Some(pid) = Pid::from_raw(pid).filter(|_| is_orphan) {
            n_killed += usize::from(rustix::process::kill_process(pid, Signal::KILL).is_ok());
        }
    }
    n_killed
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
