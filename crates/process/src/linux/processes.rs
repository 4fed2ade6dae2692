//! A snapshot of all processes, read from `/proc`. Empty without `/proc`.

use std::collections::HashSet;

use rustix::process::Pid;

/// A process, living or a zombie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) id: Pid,
    pub(crate) parent: Option<Pid>,
    pub(crate) group: Pid,
    /// Whether it has ended but was not waited for.
    pub(crate) is_zombie: bool,
}

/// All processes at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessTable {
    entries: Vec<Entry>,
}

impl ProcessTable {
    pub(crate) fn read() -> ProcessTable {
        let Ok(directory) = std::fs::read_dir("/proc") else {
            return ProcessTable::default();
        };
        let ids = directory.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        let entries = ids.filter_map(|id| {
            // A process may end before its file is read.
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            read_stat(id, &stat)
        });
        ProcessTable {
            entries: entries.collect(),
        }
    }

    pub(crate) fn children_of(&self, parent: Pid) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.parent == Some(parent))
    }

    /// The living members of a process group.
    pub(crate) fn group(&self, group: Pid) -> impl Iterator<Item = Pid> {
        let members = self.entries.iter();
        members
            .filter(move |entry| entry.group == group && !entry.is_zombie)
            .map(|entry| entry.id)
    }

    /// The living descendants of a process.
    pub(crate) fn descendants_of(&self, root: Pid) -> impl Iterator<Item = Pid> {
        let mut found = Vec::new();
        let mut seen = HashSet::from([root]);
        let mut open = vec![root];
        while let Some(parent) = open.pop() {
            for child in self.children_of(parent) {
                if seen.insert(child.id) {
                    open.push(child.id);
                    if !child.is_zombie {
                        found.push(child.id);
                    }
                }
            }
        }
        found.into_iter()
    }
}

/// Parses a line of `/proc/PID/stat`.
fn read_stat(id: i32, stat: &str) -> Option<Entry> {
    // The name of the program is in parentheses and may itself contain parentheses.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let is_zombie = matches!(fields.next()?, "Z" | "X");
    let parent: i32 = fields.next()?.parse().ok()?;
    let group: i32 = fields.next()?.parse().ok()?;
    Some(Entry {
        id: positive(id)?,
        parent: positive(parent),
        group: positive(group)?,
        is_zombie,
    })
}

/// Converts a process id. A process that is just ending has the group -1, for which `Pid::from_raw` panics in
/// debug builds.
fn positive(id: i32) -> Option<Pid> {
    if id > 0 { Pid::from_raw(id) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_are_found_below_zombies() {
        let pid = |id: i32| Pid::from_raw(id).expect("a number");
        let lines = [
            (10, "10 (sh) S 1 10 10 0"),
            (11, "11 (a) b) R 10 10 10 0"),
            (12, "12 (c) Z 11 12 12 0"),
            (13, "13 (d) S 12 13 13 0"),
            (14, "14 (e) S 1 14 14 0"),
        ];
        let table = ProcessTable {
            entries: lines
                .iter()
                .filter_map(|(id, stat)| read_stat(*id, stat))
                .collect(),
        };
        assert_eq!(table.entries.len(), 5);
        let mut found: Vec<Pid> = table.descendants_of(pid(10)).collect();
        found.sort_by_key(|pid| pid.as_raw_nonzero());
        assert_eq!(
            found,
            [pid(11), pid(13)],
            "what has ended is passed over, not what it started"
        );
        assert_eq!(table.group(pid(10)).count(), 2);
        assert_eq!(read_stat(1, "1 (x) S"), None);
        assert_eq!(read_stat(15, "15 (going) X 0 -1 -1 0"), None);
    }
}
