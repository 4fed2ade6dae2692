//! Lists processors, and pins threads to them.

use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors that this thread may use.
pub fn processors() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&number| allowed.is_set(number))
        .collect())
}

/// Pins this thread to one processor, with every program that it starts from now on.
pub fn pin_thread_to(processor: usize) -> io::Result<()> {
    let mut one = CpuSet::new();
    one.set(processor);
    Ok(sched_setaffinity(None, &one)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_and_its_programs_can_be_pinned_to_one_processor() {
        let all = processors().expect("processors");
        let last = *all.last().expect("at least one");
        std::thread::spawn(move || {
            pin_thread_to(last).expect("it may use it");
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
