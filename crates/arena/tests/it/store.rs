//! One suite for both stores.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::{built_in, store_path, tournament};
use parlor_arena::store::{Finished, Planned, Store, StoreError, Work, open, reopen};
use parlor_core::PerColor;
use parlor_measure::{Pairing, Tally};
use parlor_puppet::Server;

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
    remembers_in_which_order_games_ended(store);
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
        assert!(store.plan(id, round, &of_round).expect("planned"));
        assert!(
            !store.plan(id, round, &of_round).expect("planned again"),
            "only once"
        );
    }
    id
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
                let name = format!("worker {worker}");
                while let Some(game) = store.claim(id, &name, LEASE).expect("claimed") {
                    claimed.lock().expect("unpoisoned").push(game);
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
    store.claim(id, "alive", LEASE).expect("claimed").expect("a game");
    let game = store.claim(id, "dead", brief).expect("claimed").expect("a game");
    store.heartbeat(id, "alive", LEASE).expect("alive");
    std::thread::sleep(Duration::from_millis(30));
    let again = store
        .claim(id, "other", LEASE)
        .expect("claimed")
        .expect("the expired one");
    assert_eq!(again, game);
    assert_eq!(store.claim(id, "other", LEASE).expect("claimed"), None);
    store.release(id, "other").expect("released");
    assert_eq!(store.claim(id, "third", LEASE).expect("claimed"), Some(game));
}

fn counts_a_result_once(store: &dyn Store) {
    let id = begun(store, 2);
    let game = store.claim(id, "w", LEASE).expect("claimed").expect("a game");
    assert!(store.record(id, game.number, &finished(2)).expect("recorded"));
    assert!(
        !store.record(id, game.number, &finished(0)).expect("recorded"),
        "too late"
    );
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

fn remembers_in_which_order_games_ended(store: &dyn Store) {
    let id = begun(store, 4);
    for number in [2, 0, 3] {
        store.record(id, number, &finished(1)).expect("recorded");
    }
    let results = store.results(id).expect("read");
    let ended: Vec<(i64, i64)> = results
        .iter()
        .map(|result| (result.planned.number, result.ended))
        .collect();
    assert_eq!(ended, [(0, 2), (2, 1), (3, 3)]);
}

fn computes_pairings(store: &dyn Store) {
    let id = begun(store, 9);
    // Halves of black by number; even numbers have entrant 0 as black. The ninth has no second game.
    for (number, halves) in [2, 0, 2, 1, 1, 1, 0, 2, 2].into_iter().enumerate() {
        let mut game = finished(halves);
        if number == 6 {
            game.culprit = 0;
            game.reason = "crash".into();
        }
        assert!(store.record(id, number as i64, &game).expect("recorded"));
    }
    // From 0: wins 2+2, then 2+1, 1+1, 0+0, and one more win.
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
    let blames = store.blames(id).expect("read");
    assert_eq!(blames.len(), 1);
    assert_eq!(
        (blames[0].entrant, blames[0].reason.as_str(), blames[0].count),
        (0, "crash", 1)
    );
}

fn sums_up_what_players_did(store: &dyn Store) {
    let id = begun(store, 2);
    let work = |moves: i64| Work {
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
            ..finished(1)
        };
        store.record(id, number, &game).expect("recorded");
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
    assert_eq!(Work::default().nodes_per_second(), None);
}

fn leases_nothing_after_the_end(store: &dyn Store) {
    let id = begun(store, 2);
    store.finish(id, "enough").expect("finished");
    store.finish(id, "more than enough").expect("finished");
    assert_eq!(store.claim(id, "w", LEASE).expect("claimed"), None);
    assert_eq!(
        store.progress(id).expect("read").verdict.as_deref(),
        Some("enough")
    );
}

#[test]
fn the_file_store_does_all_that_a_store_does() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(&store_path(directory.path())).expect("a store");
    suite(&*store);
}

#[test]
fn the_server_store_does_all_that_a_store_does() {
    let Some(server) = Server::start() else { return };
    let store = open(&server.address()).expect("a store");
    suite(&*store);
}

#[test]
fn a_file_is_used_by_one_process_at_a_time_and_gives_back_what_was_being_played() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    let store = open(&path).expect("a store");
    assert!(matches!(open(&path), Err(StoreError::InUse(_))));
    let id = begun(&*store, 2);
    store.claim(id, "w", LEASE).expect("claimed").expect("a game");
    drop(store);
    let store = open(&path).expect("a store");
    assert_eq!(store.progress(id).expect("read").pending, 2);
}

#[test]
fn a_file_from_before_the_order_of_ends_was_kept_is_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    let store = open(&path).expect("a store");
    let id = begun(&*store, 4);
    store.record(id, 1, &finished(2)).expect("recorded");
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
    store.record(id, 0, &finished(0)).expect("recorded");
    let results = store.results(id).expect("read");
    assert!(
        results[0].ended > results[1].ended,
        "what is recorded now comes after what was: {results:?}"
    );
}

#[test]
fn a_file_that_is_only_to_be_read_is_not_made() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    assert!(matches!(reopen(&path), Err(StoreError::Missing(_))));
    assert_eq!(std::fs::read_dir(directory.path()).expect("read").count(), 0);
    drop(open(&path).expect("a store"));
    assert!(reopen(&path).is_ok());
}

#[test]
fn an_address_that_leads_nowhere_is_told() {
    assert!(matches!(
        open("/nonexistent/dir/x.sqlite"),
        Err(StoreError::File { .. })
    ));
}
