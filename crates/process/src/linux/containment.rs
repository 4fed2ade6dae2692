//! Programs that cannot get away: whatever a program starts stays in reach, though it leaves its process group, detaches
//! itself from its parent or clears its environment.
//!
//! Two means work together, each where the system has it. A program is made the *subreaper* of its descendants: those whose
//! parent ends become its children, so that all of them are found by walking down from it; when it ends
//! itself they become ours, and are killed. And it lives in a *control group* of its own (version 2), which nobody leaves by
//! forking.
//!
//! A process becomes a subreaper by its own act only, and that must come before the program runs. So the program is started
//! through our own executable, which makes itself one and then [becomes](become_program) the shell of the program.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use rustix::process::{Pid, Signal, WaitOptions, getpgrp, getpid, set_child_subreaper, waitpid};

use super::control_group::ControlGroup;
use super::processes::ProcessTable;

/// The first argument with which our executable is called to become a program.
pub const BECOME: &str = "become-contained-program";

/// Our executable, once [`keep_orphans`] has been called.
static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
/// The programs that are running. Everything else that is our child and not of our process group was left to us by a program that
/// has ended.
static RUNNING: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

static WITHOUT_GROUPS: AtomicBool = AtomicBool::new(false);

/// From now on all that programs leave behind falls to this process, which must start no children but through this
/// crate, unless they stay in its own process group. The executable must call [`become_program`] when its first argument
/// is [`BECOME`], with the second one.
pub fn keep_orphans(executable: PathBuf) -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    // A second call changes nothing: an executable stays where it is.
    let _ = EXECUTABLE.set(executable);
    Ok(())
}

/// Becomes the shell that runs a command, as a process that keeps its orphans; returns only when that fails.
pub fn become_program(command: &OsStr) -> io::Error {
    match set_child_subreaper(Some(getpid())) {
        Ok(()) => Command::new("sh").arg("-c").arg(command).exec(),
        Err(error) => error.into(),
    }
}

/// Whether programs get control groups where the system has them, which they do unless this says otherwise.
pub fn use_control_groups(wanted: bool) {
    WITHOUT_GROUPS.store(!wanted, Ordering::Relaxed);
}

/// A control group for a program, where there can be one.
pub(crate) fn control_group(name: &str) -> Option<ControlGroup> {
    if WITHOUT_GROUPS.load(Ordering::Relaxed) {
        return None;
    }
    ControlGroup::new(name)
}

/// What runs a command of the shell.
pub(crate) fn launcher(command: &str) -> Command {
    let (program, first) = match EXECUTABLE.get() {
        Some(executable) => (executable.as_os_str().to_owned(), BECOME),
        None => (OsString::from("sh"), "-c"),
    };
    let mut launcher = Command::new(program);
    launcher.args([first, command]);
    launcher
}

/// Starts a program and remembers it.
pub(crate) fn spawn(launcher: &mut Command) -> io::Result<Child> {
    // Held until it is known: nobody may take it for something left behind.
    let mut running = running();
    let child = launcher.spawn()?;
    running.get_or_insert_default().insert(child.id());
    Ok(child)
}

/// Forgets a program that has been waited for, and kills what it and other ended programs have left to us.
pub(crate) fn forget(id: u32) {
    let mut running = running();
    let known = running.get_or_insert_default();
    known.remove(&id);
    if EXECUTABLE.get().is_some() {
        kill_left_behind(known);
    }
}

fn running() -> MutexGuard<'static, Option<HashSet<u32>>> {
    RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Kills and waits for children of ours that no living program explains, with all that they started.
fn kill_left_behind(known: &HashSet<u32>) {
    // What forks faster than it is found does not hold us up for ever.
    const ROUNDS: usize = 50;
    let (us, our_group) = (getpid(), getpgrp());
    for _ in 0..ROUNDS {
        let table = ProcessTable::read();
        let orphans: Vec<Pid> = table
            .children_of(us)
            .filter(|child| {
                child.group != our_group && !known.contains(&child.id.as_raw_nonzero().get().unsigned_abs())
            })
            .map(|child| child.id)
            .collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            for pid in table.descendants_of(orphan).chain([orphan]) {
                // It may have ended by itself meanwhile.
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            let _ = waitpid(Some(orphan), WaitOptions::empty());
        }
    }
}
