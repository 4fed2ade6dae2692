//! A control group (version 2) for each program, if we are allowed to create one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

/// The prefix of our groups' names. The id of the process that created the group follows.
const PREFIX: &str = "parlor-";

/// A group with a program and its descendants. It is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct ControlGroup {
    path: PathBuf,
}

impl ControlGroup {
    /// Creates a group below our own. Returns `None` if the system has none or does not allow it.
    pub(crate) fn new(name: &str) -> Option<ControlGroup> {
        let path = own_group()?.join(format!("{PREFIX}{name}"));
        fs::create_dir(&path).ok()?;
        let group = ControlGroup { path };
        // A group that accepts no processes is useless.
        let files = ["cgroup.procs", "cgroup.kill"].map(|name| group.path.join(name));
        files.iter().all(|file| file.exists()).then_some(group)
    }

    /// Wraps a shell command so that it enters the group first. If that fails, the command runs anyway.
    pub(crate) fn entered_by(&self, command: &str) -> String {
        let file = self.path.join("cgroup.procs");
        let quoted = file.to_string_lossy().replace('\'', "'\\''");
        format!("{{ echo 0 > '{quoted}'; }} 2>/dev/null; {command}")
    }

    /// The processes in the group.
    pub(crate) fn members(&self) -> Vec<Pid> {
        let text = fs::read_to_string(self.path.join("cgroup.procs")).unwrap_or_default();
        let ids = text.lines().filter_map(|line| line.trim().parse().ok());
        ids.filter_map(Pid::from_raw).collect()
    }

    /// The processor time of all processes that were ever in the group.
    pub(crate) fn processor(&self) -> Option<Duration> {
        let text = fs::read_to_string(self.path.join("cpu.stat")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
        line.trim().parse().ok().map(Duration::from_micros)
    }

    /// Kills all processes in the group at once.
    pub(crate) fn kill(&self) {
        // If this fails, there are other ways to find the program's descendants.
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Kills the processes in groups whose creator has ended, and removes these groups.
pub(crate) fn sweep() -> usize {
    let Some(groups) = own_group().and_then(|own| fs::read_dir(own).ok()) else {
        return 0;
    };
    let mut n_killed = 0;
    for group in groups.filter_map(Result::ok) {
        let name = group.file_name();
        let keeper = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let keeper = keeper.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        if keeper.is_some_and(|keeper| !Path::new(&format!("/proc/{keeper}")).exists()) {
            let group = ControlGroup { path: group.path() };
            n_killed += group.members().len();
            group.kill();
        }
    }
    n_killed
}

/// Removes a group. It must be empty, and killed processes may need a moment to leave it.
fn remove(path: &Path) {
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        match fs::remove_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => return,
        }
    }
}

/// The directory of the group that this process is in.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let mount = mounts.lines().find_map(|line| {
        let mut fields = line.split(' ').skip(1);
        let point = fields.next()?;
        (fields.next()? == "cgroup2").then(|| point.to_owned())
    })?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(&mount).join(own))
}
