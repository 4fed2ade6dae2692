//! Measures the overhead per game: games of one move, on both stores, with more and more workers.

use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use parlor_arena::adjudication::Adjudication;
use parlor_arena::entrant::Entrant;
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{Store, open};
use parlor_arena::tournament::{Resources, Tournament};
use parlor_measure::opening::Opening;
use parlor_test_support::Server;

use super::store_path;

const ENCOUNTERS: u32 = 1000;

fn instant_games(encounters: u32) -> Tournament {
    let player = |name: &str| Entrant {
        name: name.to_owned(),
        language: "parlor".to_owned(),
        command: "random".to_owned(),
        options: Vec::new(),
    };
    Tournament {
        name: "a measurement".to_owned(),
        game: "ataxx".to_owned(),
        agreements: Vec::new(),
        entrants: vec![player("a"), player("b")],
        format: Format::RoundRobin { encounters },
        openings: vec![Opening::default()],
        control: "none".parse().expect("a control"),
        adjudication: Adjudication {
            longest: Some(1),
            ..Adjudication::default()
        },
        resources: Resources::default(),
        sprt: None,
        seed: 7,
    }
}

fn measure(store: &dyn Store, name: &str) {
    for n_workers in [1, 2, 4, 8] {
        let id = store.create(&instant_games(ENCOUNTERS)).expect("a tournament");
        let stop = AtomicBool::new(false);
        let since = Instant::now();
        let end = run(store, id, &Options::new(n_workers), &stop, &mut |_, _| ()).expect("a run");
        let seconds = since.elapsed().as_secs_f64();
        assert_eq!(end, End::Complete);
        report(store, id, &format!("{name}, {n_workers} threads"), seconds);
    }
}

fn report(store: &dyn Store, id: i64, name: &str, seconds: f64) {
    let done = store.progress(id).expect("read").done;
    assert_eq!(done, i64::from(2 * ENCOUNTERS));
    let games = done as f64;
    println!(
        "{name}: {:.0} games/s, {:.3} ms a game",
        games / seconds,
        1000.0 * seconds / games
    );
}

#[test]
#[ignore = "slow: a measurement, printed with --nocapture"]
fn games_per_second_on_both_stores() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    measure(&*store, "SQLite");
    for fsync in ["on", "off"] {
        measure_server(fsync);
    }
}

fn measure_server(fsync: &str) {
    let Some(server) = Server::start_with(fsync) else {
        return;
    };
    let store = open(server.address()).expect("a store");
    measure(&*store, &format!("PostgreSQL, fsync={fsync}"));
    for n_workers in [1, 2, 4, 8] {
        let id = store.create(&instant_games(ENCOUNTERS)).expect("a tournament");
        let since = Instant::now();
        let workers: Vec<_> = (0..n_workers)
            .map(|_| {
                Command::new(env!("CARGO_BIN_EXE_parlor"))
                    .args([
                        "worker",
                        "--store",
                        &server.address(),
                        "--tournament",
                        &id.to_string(),
                    ])
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .expect("a worker runs")
            })
            .collect();
        for mut worker in workers {
            assert!(worker.wait().is_ok_and(|status| status.success()));
        }
        let seconds = since.elapsed().as_secs_f64();
        report(
            &*store,
            id,
            &format!("PostgreSQL, fsync={fsync}, {n_workers} worker processes"),
            seconds,
        );
    }
}
