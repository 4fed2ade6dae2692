//! Programs that try to escape, with and without control groups.

#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use parlor_process::{Lines, Log, Program, containment, wait};

/// Starts a contained program and waits for its first line.
fn started(command: &str) -> Program<Lines> {
    containment::keep_orphans(PathBuf::from(env!("CARGO_BIN_EXE_become-program"))).expect("Linux");
    let mut program = Program::start("it", command, Lines::default()).expect("started");
    let mut log = Log::default();
    let deadline = Instant::now() + Duration::from_secs(60);
    while program.reader.next_line().is_none() {
        assert!(Instant::now() < deadline, "it says nothing");
        wait(&[&program], Duration::from_millis(50));
        program.attend(&mut log);
    }
    program
}

/// Counts the processes that sleep for this many seconds.
fn count(seconds: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("these tests need /proc");
    let lines = processes.filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok());
    let is_it = |line: &Vec<u8>| {
        let mut words = line.split(|&byte| byte == 0);
        words.next() == Some(b"sleep") && words.next() == Some(seconds.as_bytes())
    };
    lines.filter(is_it).count()
}

/// A command that starts a `sleep` which leaves its group, session, parent and environment, and then runs `then`.
fn escapes(seconds: &str, then: &str) -> String {
    format!("(setsid env -i sleep {seconds} </dev/null >/dev/null 2>&1 &); echo begun; {then}")
}

/// Waits until the `sleep` runs.
fn await_sleeper(seconds: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while count(seconds) == 0 {
        assert!(Instant::now() < deadline, "there is no sleeper");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn a_detached_process_is_found_counted_and_killed(seconds: &str) {
    let mut program = started(&escapes(seconds, "exec cat"));
    await_sleeper(seconds);
    assert_eq!(
        program.processes().len(),
        2,
        "the program, and the one that got away"
    );
    assert!(program.usage().memory > 0);
    program.kill();
    assert_eq!(count(seconds), 0);
    assert_eq!(program.processes(), []);
}

fn processes_left_behind_by_an_exit_are_killed(seconds: &str) {
    let mut program = started(&escapes(seconds, "read line; exit 3"));
    await_sleeper(seconds);
    program.send("end", &mut Log::default());
    let deadline = Instant::now() + Duration::from_secs(60);
    while program.ending().is_none() {
        assert!(Instant::now() < deadline, "it does not end");
        wait(&[&program], Duration::from_millis(20));
        program.attend(&mut Log::default());
    }
    assert_eq!(count(seconds), 0);
}

fn processes_of_other_programs_are_left_alone(seconds: &str) {
    let mut other = started(&escapes(seconds, "exec cat"));
    await_sleeper(seconds);
    let mut child = std::process::Command::new("sleep")
        .arg("86399")
        .spawn()
        .expect("a child");
    let mut program = started("echo begun; exec cat");
    program.kill();
    assert_eq!(count(seconds), 1, "that of a program which still runs");
    assert!(
        child.try_wait().expect("a child").is_none(),
        "a child of our own group"
    );
    child.kill().and_then(|()| child.wait()).expect("killed");
    other.kill();
    assert_eq!(count(seconds), 0);
}

#[test]
fn no_process_escapes_from_a_subreaper() {
    containment::use_control_groups(false);
    a_detached_process_is_found_counted_and_killed("86001");
    processes_left_behind_by_an_exit_are_killed("86002");
    processes_of_other_programs_are_left_alone("86003");
}

#[test]
fn no_process_escapes_from_a_control_group() {
    // On systems without control groups, this repeats the other test.
    containment::use_control_groups(true);
    a_detached_process_is_found_counted_and_killed("86011");
    processes_left_behind_by_an_exit_are_killed("86012");
    processes_of_other_programs_are_left_alone("86013");
}
