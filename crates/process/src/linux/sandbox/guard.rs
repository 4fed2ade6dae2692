//! The helper process inside the sandbox: mounts the file systems, starts the command, watches the limits,
//! and exits with the command.
//!
//! It is the first process of its namespace. Orphans of the command become its children, and are killed when
//! it exits.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions, kill_process_group, setrlimit, wait};
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set, set_no_new_privs};

use super::mounts::{self, Plan};
use super::{Allowance, SCRATCH};
use crate::shell::with_exec;

/// The exit code if the sandbox could not be built and nothing was run.
const NOT_BUILT: u8 = 125;
/// The exit code if a limit was exceeded: that of a process killed by SIGKILL.
const LIMIT_EXCEEDED: u8 = 128 + 9;
/// How often the limits are checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(25);

/// Runs the helper with the arguments after its name on the command line. Returns the exit code, and a
/// message for standard error.
pub fn guard(arguments: &[OsString]) -> (u8, Option<String>) {
    match read(arguments).and_then(|order| order.execute()) {
        Ok((code, None)) => (code, None),
        Ok((_, Some(excess))) => {
            let said = format!("parlor: ended by the sandbox: {excess}");
            (LIMIT_EXCEEDED, Some(said))
        }
        Err(error) => (NOT_BUILT, Some(format!("parlor: no sandbox: {error}"))),
    }
}

/// The arguments of the helper.
struct Order {
    is_mounted: bool,
    allowance: Allowance,
    is_writable: bool,
    folder: PathBuf,
    command: OsString,
    /// Paths in the command that are below a folder that is empty inside.
    named: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
}

fn read(arguments: &[OsString]) -> io::Result<Order> {
    let bad = || {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "this command is only for Parlor itself",
        )
    };
    let [
        way,
        memory,
        processes,
        scratch,
        purpose,
        folder,
        command,
        n_named,
        paths @ ..,
    ] = arguments
    else {
        return Err(bad());
    };
    let number = |text: &OsString| text.to_str().and_then(|text| text.parse().ok()).ok_or_else(bad);
    let n_named = number(n_named)?;
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let (named, hidden) = usize::try_from(n_named)
        .ok()
        .and_then(|n| paths.split_at_checked(n))
        .ok_or_else(bad)?;
    Ok(Order {
        is_mounted: way == "walled",
        allowance: Allowance {
            memory: number(memory)?,
            processes: number(processes)?,
            scratch: number(scratch)?,
        },
        is_writable: purpose == "build",
        folder: PathBuf::from(folder),
        command: command.clone(),
        named: named.to_vec(),
        hidden: hidden.to_vec(),
    })
}

impl Order {
    /// Runs the command. Returns its exit code, and the limit that was exceeded, if any.
    fn execute(self) -> io::Result<(u8, Option<String>)> {
        if !self.is_mounted {
            mounts::build(&Plan {
                folder: &self.folder,
                is_writable: self.is_writable,
                named: &self.named,
                hidden: &self.hidden,
                scratch: self.allowance.scratch,
            })?;
        }
        if std::process::id() != 1 {
            return Err(io::Error::other("the helper is not the first process inside"));
        }
        self.set_limits()?;
        if !self.is_mounted {
            drop_privileges()?;
        }
        let command = self.command.to_string_lossy();
        let child = Command::new("sh")
            .args(["-c", &with_exec(&command)])
            .current_dir(&self.folder)
            .env_remove("PARLOR_HOME")
            .process_group(0)
            .spawn()?;
        let excess = Arc::new(OnceLock::new());
        let (allowance, found) = (self.allowance, Arc::clone(&excess));
        std::thread::spawn(move || watch(&allowance, &found));
        let child = Pid::from_raw(child.id() as i32);
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if Some(pid) == child => {
                    let code = status.exit_status();
                    let signal = status.terminating_signal().map(|signal| 128 + signal);
                    let code = code.or(signal).and_then(|code| u8::try_from(code).ok());
                    return Ok((code.unwrap_or(1), excess.get().cloned()));
                }
                // An orphan was reaped.
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn set_limits(&self) -> io::Result<()> {
        let limit = |n: u64| Rlimit {
            current: Some(n),
            maximum: Some(n),
        };
        setrlimit(Resource::Core, limit(0))?;
        setrlimit(Resource::Fsize, limit(self.allowance.scratch))?;
        // Address space is not limited: some runtimes reserve much more than they use.
        setrlimit(Resource::Data, limit(self.allowance.memory))?;
        setrlimit(Resource::Nproc, limit(self.allowance.processes + 2))?;
        Ok(())
    }
}

/// Gives up the privileges of a namespace's first process, for everything started from here.
fn drop_privileges() -> io::Result<()> {
    set_no_new_privs(true)?;
    for capability in CapabilitySet::all().iter() {
        // This kernel may not have all capabilities.
        match remove_capability_from_bounding_set(capability) {
            Ok(()) | Err(rustix::io::Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Checks the limits forever. Kills all processes inside if one is exceeded.
fn watch(allowance: &Allowance, found: &OnceLock<String>) {
    loop {
        std::thread::sleep(CHECK_INTERVAL);
        let usage = usage();
        let excess = if usage.memory > allowance.memory {
            format!("more than {} MiB of memory", allowance.memory >> 20)
        } else if usage.processes > allowance.processes {
            format!("more than {} processes and threads", allowance.processes)
        } else if scratch_used() > allowance.scratch {
            format!("more than {} MiB of files", allowance.scratch >> 20)
        } else {
            continue;
        };
        // Set already if this is the second time, for processes that were left.
        let _ = found.set(excess);
        // Process group 1 becomes `kill(-1)`, which reaches every process but ours at once, so a process
        // cannot escape by forking.
        let _ = kill_process_group(Pid::INIT, Signal::KILL);
    }
}

struct Used {
    memory: u64,
    processes: u64,
}

/// What the processes inside use, without the helper.
fn usage() -> Used {
    let mut used = Used {
        memory: 0,
        processes: 0,
    };
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return used;
    };
    for process in processes.filter_map(Result::ok) {
        let is_other = |name: &str| name.parse::<u32>().is_ok_and(|pid| pid != 1);
        if !process.file_name().to_str().is_some_and(is_other) {
            continue;
        }
        // The process may end before its file is read.
        let status = std::fs::read_to_string(process.path().join("status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        used.processes += number("Threads:").unwrap_or(1);
        // File-backed pages are shared and do not count.
        let kib = number("RssAnon:").unwrap_or(0) + number("RssShmem:").unwrap_or(0);
        used.memory += kib << 10;
    }
    used
}

fn scratch_used() -> u64 {
    rustix::fs::statvfs(Path::new(SCRATCH)).map_or(0, |it| (it.f_blocks - it.f_bfree) * it.f_frsize)
}
