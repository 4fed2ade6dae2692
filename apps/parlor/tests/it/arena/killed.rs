//! A tournament that is killed at any moment can be resumed: no game is lost or counted twice.
//!
//! Our own players depend only on the seed and the number of a game, so a tournament that was killed many
//! times must end with exactly the same games as one that was not.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use parlor_arena::store::{Stored, open};
use parlor_core::random::split_mix;
use parlor_test_support::Server;

use super::store_path;

const ROUNDS: &str = "40";
const N_GAMES: usize = 240;

fn arena(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn new_tournament(store: &str, more: &[&str]) -> Command {
    let mut command = arena(&[
        "arena", "play", "ataxx", "--rounds", ROUNDS, "--seed", "5", "--store", store,
    ]);
    command.args([
        "-p",
        "a=parlor:random",
        "-p",
        "b=parlor:random",
        "-p",
        "c=parlor:random",
    ]);
    command.args(["--time", "none"]).args(more);
    command
}

/// What must be the same no matter which process played the games, and when.
fn essence(games: &[Stored]) -> Vec<(i64, i64, i64, i64, String)> {
    games
        .iter()
        .map(|game| {
            let planned = game.planned;
            (
                planned.number,
                planned.black,
                planned.white,
                game.finished.halves,
                game.finished.text.clone(),
            )
        })
        .collect()
}

fn undisturbed(directory: &Path) -> Vec<(i64, i64, i64, i64, String)> {
    let path = directory
        .join("undisturbed.sqlite")
        .to_string_lossy()
        .into_owned();
    let output = new_tournament(&path, &["-c", "2", "--oversubscribe"])
        .output()
        .expect("the arena runs");
    assert!(output.status.success(), "{}", shown(&output));
    let store = open(&path).expect("a store");
    let games = store.games(1, 0, 10_000).expect("the games");
    assert_eq!(games.len(), N_GAMES);
    essence(&games)
}

fn shown(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Kills a process after a while. Returns whether it had already ended by itself.
fn kill_after(mut child: Child, time: Duration) -> bool {
    std::thread::sleep(time);
    let has_ended = child.try_wait().is_ok_and(|status| status.is_some());
    // It may have ended at this moment.
    let _ = child.kill();
    let _ = child.wait();
    has_ended
}

#[test]
fn a_killed_tournament_can_be_resumed_without_a_difference() {
    let directory = tempfile::tempdir().expect("a directory");
    let expected = undisturbed(directory.path());
    let path = store_path(directory.path());
    let mut state = 11;
    let mut has_ended = kill_after(
        new_tournament(&path, &["-c", "2", "--oversubscribe"])
            .spawn()
            .expect("the arena runs"),
        Duration::from_millis(150),
    );
    let mut n_kills = 1;
    while !has_ended && n_kills < 6 {
        let time = Duration::from_millis(30 + split_mix(&mut state) % 200);
        let resumed = arena(&["arena", "resume", "--store", &path, "-c", "2", "--oversubscribe"]).spawn();
        has_ended = kill_after(resumed.expect("the arena runs"), time);
        n_kills += 1;
    }
    // It may have been killed before the tournament was created.
    let has_begun = {
        let store = open(&path).expect("a store");
        store.latest().expect("read").is_some()
    };
    let last = if has_begun {
        arena(&[
            "arena",
            "resume",
            "--store",
            &path,
            "-c",
            "2",
            "--oversubscribe",
            "--json",
        ])
        .output()
    } else {
        new_tournament(&path, &["-c", "2", "--oversubscribe", "--json"]).output()
    };
    let last = last.expect("the arena runs");
    assert!(last.status.success(), "{}", shown(&last));
    let store = open(&path).expect("a store");
    assert_eq!(essence(&store.games(1, 0, 10_000).expect("the games")), expected);
    let json = String::from_utf8_lossy(&last.stdout);
    assert!(json.contains(&format!("\"games\":{N_GAMES}")), "{json}");
}

fn listens_for_interrupts(child: &Child) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & INTERRUPT != 0))
}

#[test]
fn an_interrupt_prints_how_to_resume() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    let mut command = arena(&[
        "arena", "play", "loa", "--rounds", "1000", "--store", &path, "--time", "none",
    ]);
    command.args(["-p", "a=parlor:nodes=2000", "-p", "b=parlor:nodes=2000"]);
    let child = command.spawn().expect("the arena runs");
    // Once the process handles the signal, games start a moment later.
    let patience = std::time::Instant::now() + Duration::from_secs(60);
    while !listens_for_interrupts(&child) {
        assert!(std::time::Instant::now() < patience, "it never listens");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let pid = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &pid]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", shown(&output));
    assert!(
        shown(&output).contains("parlor arena resume --store"),
        "{}",
        shown(&output)
    );
    let store = open(&path).expect("a store");
    assert_eq!(store.progress(1).expect("read").leased, 0);
}

#[test]
fn workers_killed_at_random_lose_nothing() {
    let Some(server) = Server::start() else { return };
    let address = server.address();
    let directory = tempfile::tempdir().expect("a directory");
    let expected = undisturbed(directory.path());
    let planned = new_tournament(&address, &["--plan-only"])
        .output()
        .expect("the arena runs");
    assert!(planned.status.success(), "{}", shown(&planned));
    let store = open(&address).expect("a store");
    let id = store.latest().expect("read").expect("a tournament");
    let mut state = 23;
    let worker = || {
        arena(&[
            "worker",
            "--store",
            &address,
            "-c",
            "2",
            "--oversubscribe",
            "--lease",
            "2",
        ])
        .spawn()
        .expect("a worker runs")
    };
    let mut workers: Vec<Child> = (0..3).map(|_| worker()).collect();
    let patience = std::time::Instant::now() + Duration::from_secs(300);
    for _ in 0..8 {
        std::thread::sleep(Duration::from_millis(50 + split_mix(&mut state) % 150));
        let victim = (split_mix(&mut state) % workers.len() as u64) as usize;
        let _ = workers[victim].kill();
        let _ = workers[victim].wait();
        workers[victim] = worker();
    }
    // The leases of killed workers must expire first.
    while store.progress(id).expect("read").verdict.is_none() {
        assert!(std::time::Instant::now() < patience, "{:?}", store.progress(id));
        std::thread::sleep(Duration::from_millis(100));
    }
    for mut worker in workers {
        let _ = worker.kill();
        let _ = worker.wait();
    }
    assert_eq!(essence(&store.games(id, 0, 10_000).expect("the games")), expected);
    let games: u32 = store
        .pairings(id)
        .expect("read")
        .iter()
        .map(|pairing| pairing.tally.games())
        .sum();
    assert_eq!(games as usize, N_GAMES, "the server's own statistics");
}
