//! Which processors there are, and keeping to one of them.

use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors that this thread may use.
pub fn processors() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&number| allowed.is_set(number))
        .collect())
}

/// Keeps this thread to one processor, and with it every program that the thread starts from now on.
pub fn keep_to(processor: usize) -> io::Result<()> {
    let mut one = CpuSet::new();
    one.set(processor);
    Ok(sched_setaffinity(None, &one)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_and_what_it_starts_keep_to_one_processor() {
        let all = processors().expect("processors");
        let last = *all.last().expect("at least one");
        std::thread::spawn(move || {
            keep_to(last).expect("it may use it");
            assert_eq!(processors().expect("processors"), [last]);
            let status = std::process::Command::new("grep")
                .args(["Cpus_allowed_list", "/proc/self/status"])
                .output()
                .expect("grep runs");
            let text = String::from_utf8_lossy(&status.stdout);
            assert_eq!(text.split_whitespace().last(), Some(last.to_string().as_str()));
        })
        .join()
        .expect("no panic");
        assert_eq!(processors().expect("processors"), all, "other threads are free");
    }
}
