//! Resource usage of processes.

use std::path::Path;
use std::time::Duration;

use rustix::process::Pid;

use crate::Usage;

/// The kernel's clock ticks in `/proc`. They are the same on all current Linux systems.
const TICKS_PER_SECOND: u64 = 100;

/// Adds up the usage of processes. Zero without `/proc`.
pub(crate) fn of_processes(processes: &[Pid]) -> Usage {
    let mut usage = Usage::default();
    for pid in processes {
        // A process may end before its file is read.
        let stat =
            std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        if let Some(one) = read(&stat, rustix::param::page_size() as u64) {
            usage.memory += one.memory;
            usage.processor += one.processor;
        }
    }
    usage
}

/// How long the threads of these processes have waited for a processor since they started.
pub(crate) fn waited(processes: &[Pid]) -> Duration {
    let mut waited = Duration::ZERO;
    for pid in processes {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
        for task in tasks.into_iter().flatten().filter_map(Result::ok) {
            waited += read_waited(&task.path().join("schedstat"));
        }
    }
    waited
}

/// How long this thread has waited for a processor since it started. Zero if the system does not report it.
pub fn thread_waited() -> Duration {
    read_waited(Path::new("/proc/thread-self/schedstat"))
}

/// The second number of a `schedstat` file, in nanoseconds. Zero if the thread has ended or the system does
/// not report it.
fn read_waited(path: &Path) -> Duration {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let nanos = text
        .split_ascii_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}

/// Parses a line of `/proc/PID/stat`.
fn read(stat: &str, page_size: u64) -> Option<Usage> {
    // The name of the program is in parentheses and may itself contain parentheses.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    // `fields` begins with the state, field 3 of the file. Fields 14 to 17 are utime, stime, cutime and
    // cstime, and 24 is rss.
    let ticks: u64 = (11..=14).map(number).sum::<Option<u64>>()?;
    Some(Usage {
        memory: number(21)?.saturating_mul(page_size),
        processor: Duration::from_millis(ticks.saturating_mul(1000) / TICKS_PER_SECOND),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_name_with_parentheses_does_not_shift_the_fields() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194304 1 2 3 4 150 50 20 5 20 0 1 0 9 1000000 300 18446744073709551615";
        let usage = read(stat, 4096).expect("a line");
        assert_eq!(usage.memory, 300 * 4096);
        assert_eq!(usage.processor, Duration::from_millis(2250));
        for broken in ["", "7 (x) S", "7 x S 1 2 3"] {
            assert_eq!(read(broken, 4096), None);
        }
    }
}
