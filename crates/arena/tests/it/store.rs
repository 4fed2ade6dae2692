//! The same tests for both stores.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use crate::common::{built_in, store_path, tournament};
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{
    Finished, Planned, PlannedRound, SearchTotals, Store, StoreError, open, open_for_reading, reopen,
};
use parlor_core::PerColor;
use parlor_measure::{Pairing, Tally};
use parlor_test_support::Server;

fn planned(number: i64) -> Planned {
    Planned {
        number,
        round: number / 4,
        encounter: number % 4 / 2,
        black: number % 2,
        white: 1 - number % 2,
        opening: number / 4,
    }
}

fn finished(halves: i64) -> Finished {
    Finished {
        halves,
        reason: "rules".into(),
        culprit: -1,
        text: "[Game \"ataxx\"]\n".into(),
        ..Finished::default()
    }
}

const LEASE: Duration = Duration::from_secs(60);

fn suite(store: &dyn Store) {
    keeps_tournaments(store);
    leases_each_game_to_one_worker(store);
    gives_expired_and_released_games_to_others(store);
    counts_a_result_once(store);
    keeps_the_order_in_which_games_ended(store);
    gives_every_result_its_own_rank(store);
    computes_pairings(store);
    sums_up_what_players_did(store);
    leases_nothing_after_the_end(store);
}

fn begun(store: &dyn Store, n_games: i64) -> i64 {
    let id = store
        .create(&tournament(
            "ataxx",
            vec![built_in("a", "random"), built_in("b", "random")],
        ))
        .expect("created");
    let games: Vec<Planned> = (0..n_games).map(planned).collect();
    for round in 0..=(n_games - 1) / 4 {
        let of_round: Vec<Planned> = games.iter().copied().filter(|game| game.round == round).collect();
        let round = [PlannedRound {
            number: round,
            games: of_round,
        }];
        assert_eq!(store.plan(id, &round).expect("planned"), 1);
        assert_eq!(store.plan(id, &round).expect("planned again"), 0, "only once");
    }
    id
}

/// Leases one game.
fn claim(store: &dyn Store, id: i64, worker: &str, lease: Duration) -> Option<Planned> {
    let games = store.claim(id, worker, lease, 1).expect("claimed");
    assert!(games.len() <= 1);
    games.first().copied()
}

/// Records one game. Returns whether the result counts.
fn record(store: &dyn Store, id: i64, number: i64, finished: &Finished) -> bool {
    let counted = store.record(id, &[(number, finished.clone())]).expect("recorded");
    counted == [number]
}

fn keeps_tournaments(store: &dyn Store) {
    let wanted = tournament("loa", vec![built_in("ä \"b\"", "level=1"), built_in("b", "full")]);
    let id = store.create(&wanted).expect("created");
    assert_eq!(store.tournament(id).expect("read"), wanted);
    assert_eq!(store.latest().expect("read"), Some(id));
    assert!(matches!(
        store.tournament(id + 1000),
        Err(StoreError::NoTournament(_))
    ));
    assert!(matches!(
        store.progress(id + 1000),
        Err(StoreError::NoTournament(_))
    ));
}

fn leases_each_game_to_one_worker(store: &dyn Store) {
    let id = begun(store, 40);
    let claimed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let claimed = &claimed;
            scope.spawn(move || {
                // Several games at once, each time under a new name: a worker that asks again must not hold
                // any games.
                for asked in 0.. {
                    let name = format!("worker {worker} {asked}");
                    let games = store.claim(id, &name, LEASE, 3).expect("claimed");
                    if games.is_empty() {
                        break;
                    }
                    claimed.lock().expect("unpoisoned").extend(games);
                }
            });
        }
    });
    let claimed = claimed.into_inner().expect("unpoisoned");
    let numbers: HashSet<i64> = claimed.iter().map(|game| game.number).collect();
    assert_eq!((claimed.len(), numbers.len()), (40, 40));
    assert!(claimed.iter().all(|game| *game == planned(game.number)));
    let progress = store.progress(id).expect("read");
    assert_eq!((progress.pending, progress.leased, progress.done), (0, 40, 0));
    assert_eq!(progress.rounds, 10);
}

fn gives_expired_and_released_games_to_others(store: &dyn Store) {
    let id = begun(store, 2);
    let brief = Duration::from_millis(1);
    claim(store, id, "alive", LEASE).expect("a game");
    let game = claim(store, id, "dead", brief).expect("a game");
    store.heartbeat(id, "alive", LEASE).expect("alive");
    std::thread::sleep(Duration::from_millis(30));
    let again = claim(store, id, "other", LEASE).expect("the expired one");
    assert_eq!(again, game);
    assert_eq!(claim(store, id, "third", LEASE), None);
    assert_eq!(
        claim(store, id, "other", LEASE),
        Some(game),
        "what never reached it is handed out again"
    );
    store.release(id, "other").expect("released");
    assert_eq!(claim(store, id, "third", LEASE), Some(game));
}

fn counts_a_result_once(store: &dyn Store) {
    let id = begun(store, 2);
    let game = claim(store, id, "w", LEASE).expect("a game");
    assert!(record(store, id, game.number, &finished(2)));
    assert!(!record(store, id, game.number, &finished(0)), "too late");
    let stored = store.games(id, 0, 10).expect("read");
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0].finished, finished(2));
    assert_eq!(stored[0].planned, game);
    assert_eq!(store.results(id).expect("read")[0].halves, 2);
    store.release(id, "w").expect("released");
    assert_eq!(
        store.progress(id).expect("read").done,
        1,
        "a result is not given back"
    );
}

fn keeps_the_order_in_which_games_ended(store: &dyn Store) {
    let id = begun(store, 4);
    for number in [2, 0, 3] {
        assert!(record(store, id, number, &finished(1)));
    }
    let results = store.results(id).expect("read");
    let ended: Vec<(i64, i64)> = results
        .iter()
        .map(|result| (result.planned.number, result.ended))
        .collect();
    assert_eq!(ended, [(0, 2), (2, 1), (3, 3)]);
    let news: Vec<i64> = store
        .results_after(id, 1)
        .expect("read")
        .iter()
        .map(|result| result.planned.number)
        .collect();
    assert_eq!(news, [0, 3], "in the order of their ends");
}

/// However many threads record at once, ranks are unique, and no result appears later with a rank below one
/// already read.
fn gives_every_result_its_own_rank(store: &dyn Store) {
    const N: i64 = 160;
    let id = begun(store, N);
    let is_done = AtomicBool::new(false);
    let heard = std::thread::scope(|scope| {
        let recorders: Vec<_> = (0..8)
            .map(|recorder| {
                scope.spawn(move || {
                    for number in (recorder..N).step_by(8).collect::<Vec<i64>>().chunks(2) {
                        let games: Vec<_> = number.iter().map(|&number| (number, finished(1))).collect();
                        store.record(id, &games).expect("recorded");
                    }
                })
            })
            .collect();
        let is_done = &is_done;
        let listener = scope.spawn(move || {
            let mut heard: Vec<i64> = Vec::new();
            loop {
                let is_last = is_done.load(Ordering::SeqCst);
                let last = heard.last().copied().unwrap_or(-1);
                heard.extend(
                    store
                        .results_after(id, last)
                        .expect("read")
                        .iter()
                        .map(|result| result.ended),
                );
                if is_last {
                    return heard;
                }
            }
        });
        for recorder in recorders {
            recorder.join().expect("no panic");
        }
        is_done.store(true, Ordering::SeqCst);
        listener.join().expect("no panic")
    });
    assert_eq!(heard, (1..=N).collect::<Vec<i64>>());
    assert_eq!(store.progress(id).expect("read").done, N);
}

fn computes_pairings(store: &dyn Store) {
    let id = begun(store, 9);
    // Black's half points by number. Entrant 0 is black in games with even numbers. The ninth game has no
    // second game.
    for (number, halves) in [2, 0, 2, 1, 1, 1, 0, 2, 2].into_iter().enumerate() {
        let mut game = finished(halves);
        if number == 6 {
            game.culprit = 0;
            game.reason = "crash".into();
        }
        if number == 8 {
            // Earlier versions stored a culprit for resignations.
            game.culprit = 1;
            game.reason = "resigned".into();
        }
        assert!(record(store, id, number as i64, &game));
    }
    // From the point of view of entrant 0: the pairs 2+2, 2+1, 1+1 and 0+0, and one more win.
    let tally = Tally {
        wins: 4,
        draws: 3,
        losses: 2,
        pairs: [1, 0, 1, 1, 1],
    };
    let expected = Pairing {
        first: 0,
        second: 1,
        tally,
    };
    assert_eq!(store.pairings(id).expect("read"), [expected]);
    let faults = store.faults(id).expect("read");
    assert_eq!(faults.len(), 1);
    assert_eq!(
        (faults[0].entrant, faults[0].reason.as_str(), faults[0].count),
        (0, "crash", 1)
    );
    let games = store.games(id, 0, 9).expect("read");
    let culprits: Vec<i64> = games.iter().map(|game| game.finished.culprit).collect();
    assert_eq!(culprits, [-1, -1, -1, -1, -1, -1, 0, -1, -1]);
}

fn sums_up_what_players_did(store: &dyn Store) {
    let id = begun(store, 2);
    let work = |moves: i64| SearchTotals {
        moves,
        micros: 1_000_000 * moves,
        depths: moves,
        depth_sum: 7 * moves,
        nodes: 500_000 * moves,
        node_micros: 1_000_000 * moves,
    };
    for number in 0..2 {
        let game = Finished {
            work: PerColor([work(10 + number), work(20)]),
            waited: 2_000_000 * number,
            ..finished(1)
        };
        assert!(record(store, id, number, &game));
        assert_eq!(store.games(id, number, 1).expect("read")[0].finished, game);
    }
    // Entrant 0 is black in game 0 and white in game 1.
    let sums = store.work(id).expect("read");
    assert_eq!(sums, [(0, work(30)), (1, work(31))]);
    let of_first = sums[0].1;
    assert_eq!(
        (of_first.depth(), of_first.seconds_per_move()),
        (Some(7.0), Some(1.0))
    );
    assert_eq!(of_first.nodes_per_second(), Some(500_000.0));
    assert_eq!(SearchTotals::default().nodes_per_second(), None);
    // Two seconds of 31 are more than a twentieth.
    assert_eq!(store.busy(id).expect("read"), 1);
}

fn leases_nothing_after_the_end(store: &dyn Store) {
    let id = begun(store, 2);
    store.finish(id, "enough").expect("finished");
    store.finish(id, "more than enough").expect("finished");
    assert_eq!(claim(store, id, "w", LEASE), None);
    assert_eq!(
        store.progress(id).expect("read").verdict.as_deref(),
        Some("enough")
    );
}

#[test]
fn the_file_store_passes_the_store_tests() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    suite(&*store);
}

#[test]
fn the_server_store_passes_the_store_tests() {
    let Some(server) = Server::start() else { return };
    let store = open(server.address()).expect("a store");
    suite(&*store);
}

#[test]
fn a_run_survives_a_server_that_restarts() {
    let Some(mut server) = Server::start() else { return };
    let store = open(server.address()).expect("a store");
    let mut wanted = tournament("ataxx", vec![built_in("a", "random"), built_in("b", "random")]);
    wanted.format = Format::RoundRobin { encounters: 2_000 };
    wanted.adjudication.longest = Some(1);
    let id = store.create(&wanted).expect("created");
    let stop = AtomicBool::new(false);
    let n_done = AtomicI64::new(0);
    let end = std::thread::scope(|scope| {
        let runner = scope.spawn(|| {
            run(&*store, id, &Options::new(2), &stop, &mut |_, progress| {
                n_done.store(progress.done, Ordering::SeqCst);
            })
        });
        for restart in 1..=2 {
            while n_done.load(Ordering::SeqCst) < 100 * restart && !runner.is_finished() {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.stop();
            std::thread::sleep(Duration::from_millis(300));
            server.start_again();
        }
        runner.join().expect("no panic")
    });
    assert_eq!(end.expect("it goes on"), End::Complete);
    assert_eq!(store.games(id, 0, 10_000).expect("read").len(), 4_000);
    let places: HashSet<i64> = store
        .results(id)
        .expect("read")
        .iter()
        .map(|result| result.ended)
        .collect();
    assert_eq!(places.len(), 4_000);
}

#[test]
fn a_file_has_one_user_and_reopening_it_releases_leased_games() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    let store = open(&path).expect("a store");
    assert!(matches!(open(&path), Err(StoreError::InUse(_))));
    let id = begun(&*store, 2);
    claim(&*store, id, "w", LEASE).expect("a game");
    // A read-only store sees the progress and disturbs nothing.
    let seen = open_for_reading(&path).expect("a look");
    let progress = seen.progress(id).expect("read");
    assert_eq!((progress.pending, progress.leased), (1, 1));
    assert!(
        seen.finish(id, "by somebody else").is_err(),
        "a look changes nothing"
    );
    assert_eq!(store.progress(id).expect("read").verdict, None);
    drop((seen, store));
    let store = open(&path).expect("a store");
    assert_eq!(store.progress(id).expect("read").pending, 2);
}

#[test]
fn a_file_without_ranks_can_still_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    let store = open(&path).expect("a store");
    let id = begun(&*store, 4);
    assert!(record(&*store, id, 1, &finished(2)));
    drop(store);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let address = format!("sqlite://{path}");
        let pool = sqlx::SqlitePool::connect(&address).await.expect("the file");
        for change in [
            "DROP INDEX games_by_end",
            "ALTER TABLE games DROP COLUMN ended",
            "ALTER TABLE games DROP COLUMN white_nodes",
        ] {
            sqlx::query(change).execute(&pool).await.expect("changed");
        }
        pool.close().await;
    });
    let store = open(&path).expect("a store");
    assert!(record(&*store, id, 0, &finished(0)));
    let results = store.results(id).expect("read");
    assert!(
        results[0].ended > results[1].ended,
        "what is recorded now comes after what was: {results:?}"
    );
}

#[test]
fn opening_for_reading_creates_no_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    assert!(matches!(reopen(&path), Err(StoreError::Missing(_))));
    assert_eq!(std::fs::read_dir(directory.path()).expect("read").count(), 0);
    drop(open(&path).expect("a store"));
    assert!(reopen(&path).is_ok());
}

#[test]
fn a_bad_server_address_is_reported() {
    assert!(matches!(
        open("/nonexistent/dir/x.sqlite"),
        Err(StoreError::File { .. })
    ));
}
