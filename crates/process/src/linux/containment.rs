//! Containment: every process that a program starts can be found and killed, even if it leaves its process
//! group, detaches from its parent or clears its environment.
//!
//! Two mechanisms work together, each where the system has it. First, a program is made the *subreaper* of
//! its descendants: when the parent of a descendant ends, the descendant becomes a child of the program, so
//! that all can be found by walking down the process tree. When the program itself ends, its descendants
//! become our children, and are killed. Second, the program is in its own *control group* (version 2), which
//! a process cannot leave by forking.
//!
//! Only a process itself can become a subreaper, and it must do so before the program runs. So programs are
//! started through our own executable, which makes itself a subreaper and then [becomes](become_program) the
//! program's shell.

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

/// The first argument of our executable when it should become a program.
pub const BECOME: &str = "become-contained-program";

/// Our executable, once [`keep_orphans`] was called.
static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
/// The running programs. Any other child of ours outside of our process group was left behind by a program
/// that has ended.
static RUNNING: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

static WITHOUT_GROUPS: AtomicBool = AtomicBool::new(false);

/// Makes this process the subreaper of everything that programs leave behind. After this call, all child
/// processes must be started through this crate, unless they stay in our process group. If its first argument
/// is [`BECOME`], the executable must call [`become_program`] with the second.
pub fn keep_orphans(executable: PathBuf) -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    // A second call is ignored: the executable does not move.
    let _ = EXECUTABLE.set(executable);
    Ok(())
}

/// Makes this process a subreaper and replaces it by a shell that runs a command. Returns only if that fails.
pub fn become_program(command: &OsStr) -> io::Error {
    match set_child_subreaper(Some(getpid())) {
        Ok(()) => Command::new("sh").arg("-c").arg(command).exec(),
        Err(error) => error.into(),
    }
}

/// Whether programs get control groups where the system has them. The default is yes.
pub fn use_control_groups(wanted: bool) {
    WITHOUT_GROUPS.store(!wanted, Ordering::Relaxed);
}

/// Creates a control group for a program, if possible.
pub(crate) fn control_group(name: &str) -> Option<ControlGroup> {
    if WITHOUT_GROUPS.load(Ordering::Relaxed) {
        return None;
    }
    ControlGroup::new(name)
}

/// The process to start for a shell command.
pub(crate) fn launcher(command: &str) -> Command {
    let (program, first) = match EXECUTABLE.get() {
        Some(executable) => (executable.as_os_str().to_owned(), BECOME),
        None => (OsString::from("sh"), "-c"),
    };
    let mut launcher = Command::new(program);
    launcher.args([first, command]);
    launcher
}

/// Starts a program and registers it.
pub(crate) fn spawn(launcher: &mut Command) -> io::Result<Child> {
    // Locked until the child is registered, so that no other thread takes it for an orphan.
    let mut running = running();
    let child = launcher.spawn()?;
    running.get_or_insert_default().insert(child.id());
    Ok(child)
}

/// Removes a program that was waited for, and kills what it and other ended programs left behind.
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

/// Kills and reaps children of ours that belong to no running program, with all their descendants.
fn kill_left_behind(known: &HashSet<u32>) {
    // The limit of rounds prevents an endless loop if a process forks faster than it is found.
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
                // It may have ended by itself in the meantime.
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            let _ = waitpid(Some(orphan), WaitOptions::empty());
        }
    }
}
