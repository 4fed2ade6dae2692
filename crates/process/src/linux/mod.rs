//! Linux, where programs can be contained with process groups, subreapers, control groups and `/proc`.

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

use crate::{Ending, Log, Reader, Usage, with_exec};
use control_group::ControlGroup;
use processes::ProcessTable;

pub use processors::{pin_thread_to, processors};
pub use usage::thread_waited;

/// The environment variable that marks a program and its descendants.
const MARK: &str = "PARLOR_CHECK_MARK";
/// How many bytes of standard error are kept by default.
const DEFAULT_ERROR_BYTES: usize = 2048;

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
    /// The reader of its output.
    pub reader: R,
    errors: Vec<u8>,
    max_error_bytes: usize,
    error_line: Vec<u8>,
    n_printed: usize,
    ending: Option<Ending>,
}

impl<R: Reader> Program<R> {
    /// Starts a shell command. The label identifies the program in the log.
    pub fn start(label: &str, command: &str, reader: R) -> io::Result<Program<R>> {
        Program::start_in(label, command, None, reader)
    }

    /// Starts a shell command in a folder.
    pub fn start_in(label: &str, command: &str, folder: Option<&Path>, reader: R) -> io::Result<Program<R>> {
        let mark = new_mark();
        let command = with_exec(command);
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

    /// Starts a prepared command, such as that of a [`sandbox`].
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
            max_error_bytes: DEFAULT_ERROR_BYTES,
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

    /// Closes the input once everything queued was sent.
    pub fn close_input(&mut self) {
        self.close_when_sent = true;
        self.write();
    }

    /// The file descriptors to poll, and the events to wait for.
    fn waits_for(&self) -> impl Iterator<Item = (BorrowedFd<'_>, PollFlags)> {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let stdin = stdin.map(|file| (file.as_fd(), PollFlags::OUT));
        let stdout = self.stdout.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        let stderr = self.stderr.as_ref().map(|file| (file.as_fd(), PollFlags::IN));
        stdin.into_iter().chain(stdout).chain(stderr)
    }

    /// Sends and receives what is possible without waiting, and checks whether the program has ended.
    pub fn attend(&mut self, log: &mut Log) {
        // Check first: then all output of a program that has ended is in the pipe already.
        let has_ended = self.ending.is_none() && self.has_ended();
        self.write();
        self.read_output(log);
        self.read_errors(log);
        if has_ended {
            self.end(log);
        }
    }

    /// The process id.
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

    /// The number of bytes it has printed.
    pub fn n_printed(&self) -> usize {
        self.n_printed
    }

    /// The living processes of the program: itself and its descendants.
    pub fn processes(&self) -> Vec<Pid> {
        let table = ProcessTable::read();
        let mut found: HashSet<Pid> = HashSet::new();
        // Once the program was reaped, its process id may be reused.
        if let (Some(root), None) = (self.pid(), self.ending) {
            found.extend(table.descendants_of(root));
            found.extend(table.group(root));
        }
        found.extend(marked_processes(format!("{MARK}={}", self.mark).as_bytes()));
        found.extend(self.group.iter().flat_map(ControlGroup::members));
        found.into_iter().collect()
    }

    /// The resources that the program and its descendants use now.
    pub fn usage(&self) -> Usage {
        let mut usage = usage::of_processes(&self.processes());
        // A control group also counts processes that ended without being waited for.
        let of_group = self.group.as_ref().and_then(ControlGroup::processor);
        usage.processor = usage.processor.max(of_group.unwrap_or_default());
        usage
    }

    /// How long the program and its descendants have waited for a processor. Zero if the system does not
    /// report it.
    pub fn waited(&self) -> Duration {
        usage::waited(&self.processes())
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Keeps up to this many bytes of standard error, instead of a short end.
    pub fn keep_errors(&mut self, n_bytes: usize) {
        self.max_error_bytes = n_bytes;
    }

    /// The end of its standard error, up to the limit.
    pub fn last_errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim_end().to_owned()
    }

    /// Kills the program and everything it started, and waits for it.
    pub fn kill(&mut self) {
        self.stdin = None;
        if self.ending.is_none() {
            self.kill_all();
            self.ending = Some(match self.child.wait() {
                Ok(status) => ending(status),
                Err(_) => Ending::Signal(0),
            });
            // Its descendants are our children now. Only the mark and the subreaper can find them.
            containment::forget(self.child.id());
            kill_marked(&self.mark);
            self.group = None;
        }
        self.stdout = None;
        self.stderr = None;
    }

    /// Kills all processes of the program, itself last: while it lives, its descendants can be found below it.
    fn kill_all(&self) {
        // The limit of rounds prevents an endless loop if a process forks faster than it is found.
        const ROUNDS: usize = 50;
        if let Some(group) = &self.group {
            group.kill();
        }
        // The program was not reaped yet, so its process id and group id are still valid.
        let Some(root) = self.pid() else { return };
        if !self.has_ended() {
            // Stop it, so that it starts nothing more while its descendants are killed.
            let _ = rustix::process::kill_process(root, Signal::STOP);
            for _ in 0..ROUNDS {
                let others: Vec<Pid> = ProcessTable::read().descendants_of(root).collect();
                if others.is_empty() {
                    break;
                }
                for pid in others {
                    // It may have ended by itself in the meantime.
                    let _ = rustix::process::kill_process(pid, Signal::KILL);
                }
            }
        }
        // Fails if the group is gone already.
        let _ = kill_process_group(root, Signal::KILL);
        let _ = rustix::process::kill_process(root, Signal::KILL);
    }

    /// Whether the program has ended. Does not reap it: see [`Program::kill`].
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
                // The program has closed its input. Whether that is a failure shows when it ends.
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
            } else if self.error_line.len() < DEFAULT_ERROR_BYTES {
                self.error_line.push(byte);
            }
        }
        self.errors.extend(bytes);
        let superfluous = self.errors.len().saturating_sub(self.max_error_bytes);
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

/// Converts an exit status.
fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Code(code),
        (None, signal) => Ending::Signal(signal.unwrap_or_default()),
    }
}

/// Returns a mark that no other program has.
fn new_mark() -> String {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

/// Waits until one of these programs needs attention, at most this long. Returns after a tenth of a second at
/// the latest, to notice programs that close their files without ending.
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
    // An interrupted wait is just shorter.
    let _ = poll(&mut files, Some(&timeout));
}

/// Reads what is available, but at most as much as a pipe holds, so that a flood cannot starve other work.
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

/// Kills every process with the mark in its environment, until none is left.
fn kill_marked(mark: &str) {
    // The limit of rounds prevents an endless loop if a process forks faster than it is found.
    const ROUNDS: usize = 20;
    let entry = format!("{MARK}={mark}");
    for _ in 0..ROUNDS {
        let marked = marked_processes(entry.as_bytes());
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            // It may have ended by itself in the meantime.
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the programs of processes that were killed and could not do it themselves. Returns their number.
/// Finds none without `/proc`.
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

/// The living processes with this entry in their environment. Finds none without `/proc`.
fn marked_processes(entry: &[u8]) -> Vec<Pid> {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    processes
        .filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid: &i32| {
            // Other users' processes cannot be read, and zombies have no environment.
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|found| found == entry)
        })
        .filter_map(Pid::from_raw)
        .collect()
}
