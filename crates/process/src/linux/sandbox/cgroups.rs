//! Limits for root. A user's limit on the number of processes does not apply to root, so root's programs get
//! control groups, of either version.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Allowance;

/// The prefix of our groups' names.
const PREFIX: &str = "parlor_sandbox-";
/// The groups that this process has created and not removed, and when.
static MADE: Mutex<Vec<(Instant, PathBuf)>> = Mutex::new(Vec::new());
/// After this time, an empty group will not be entered any more.
const MAX_ENTRY_DELAY: Duration = Duration::from_secs(60);
/// The number of processes that the sandbox itself needs: shells, the helper, its threads.
const OWN_PROCESSES: u64 = 10;

/// Creates the groups for one run. A process that writes `0` to a group's `cgroup.procs` joins it with its
/// future children.
pub(super) fn make(allowance: &Allowance) -> io::Result<Vec<PathBuf>> {
    static N_MADE: AtomicU64 = AtomicU64::new(0);
    let number = N_MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("{PREFIX}{}-{number}", std::process::id());
    let text = fs::read_to_string("/proc/self/cgroup")?;
    let mut made: Vec<PathBuf> = Vec::new();
    let mut has_processes = false;
    for (parent, controllers) in groups(&text) {
        let limits = [
            ("pids", "pids.max", allowance.processes + OWN_PROCESSES),
            ("memory", "memory.max", allowance.memory),
            ("memory", "memory.limit_in_bytes", allowance.memory),
        ];
        let of_group = |controller: &str| controllers.iter().any(|it| it == controller);
        if !limits.iter().any(|(controller, ..)| of_group(controller)) {
            continue;
        }
        sweep(&parent);
        let group = parent.join(&name);
        if fs::create_dir(&group).is_err() {
            continue;
        }
        for (controller, file, limit) in limits {
            let file = group.join(file);
            if of_group(controller) && file.exists() && fs::write(&file, limit.to_string()).is_ok() {
                has_processes |= controller == "pids";
            }
        }
        made.push(group);
    }
    let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    all.extend(made.iter().map(|group| (Instant::now(), group.clone())));
    drop(all);
    if has_processes {
        // The helper watches memory too, so a memory group is optional.
        return Ok(made);
    }
    for group in made {
        let _ = fs::remove_dir(group);
    }
    Err(io::Error::other(
        "no control group can limit the processes of a superuser; grade as an ordinary user",
    ))
}

/// The groups that this process is in, with the controllers that their children can have.
fn groups(text: &str) -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let path = path.trim_start_matches('/');
        if controllers.is_empty() {
            for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] {
                let group = Path::new(root).join(path);
                if let Ok(controllers) = fs::read_to_string(group.join("cgroup.subtree_control")) {
                    let names = controllers.split_whitespace().map(str::to_owned).collect();
                    found.push((group, names));
                }
            }
        } else {
            let names: Vec<String> = controllers.split(',').map(str::to_owned).collect();
            let group = Path::new("/sys/fs/cgroup").join(controllers).join(path);
            found.push((group, names));
        }
    }
    found
}

/// Removes empty groups. A group with members cannot be removed, and a new group of ours, or of another
/// process that is still running, may be about to be entered.
fn sweep(parent: &Path) {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.retain(|(since, group)| {
        since.elapsed() < MAX_ENTRY_DELAY || fs::remove_dir(group).is_err() && group.exists()
    });
    for entry in fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let keeper = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
        if keeper.is_some_and(|keeper| !Path::new("/proc").join(keeper).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_groups_of_version_1_are_parsed() {
        let text = "8:pids:/\n4:memory,hugetlb:/a/b\nnonsense\n";
        let expected = [
            (PathBuf::from("/sys/fs/cgroup/pids/"), vec!["pids".to_owned()]),
            (
                PathBuf::from("/sys/fs/cgroup/memory,hugetlb/a/b"),
                vec!["memory".to_owned(), "hugetlb".to_owned()],
            ),
        ];
        assert_eq!(groups(text), expected);
    }
}
