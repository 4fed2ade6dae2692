//! Matches that compare engines: from given positions, with a time control per player, and with recorded
//! search effort.

use std::sync::atomic::AtomicBool;

use parlor_arena::entrant::Entrant;
use parlor_arena::report::{Results, write_files};
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{Store, open};
use parlor_arena::tournament::Tournament;
use parlor_games::{Kind, Spec, pgn};
use parlor_measure::opening;

use crate::common::{built_in, mock, store_path, tournament};

/// Plays a tournament to its end, then runs `check` on its store.
fn played(wanted: &Tournament, check: impl FnOnce(&dyn Store, i64)) {
    wanted.check().expect("it can be played");
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    let id = store.create(wanted).expect("a tournament");
    assert_eq!(store.tournament(id).expect("read"), *wanted);
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(1), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    check(&*store, id);
}

#[test]
fn games_start_from_the_positions_of_an_openings_file() {
    let fens = ["x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "x5o/7/7/3-3/7/7/o5x o 0 1"];
    let spec = Spec::default_for(Kind::Ataxx);
    for language in ["uai", "uci"] {
        let mut wanted = tournament(
            "ataxx",
            vec![
                mock("it", "ataxx", language, "plays"),
                built_in("us", "nodes=200"),
            ],
        );
        wanted.openings = opening::read(&spec, &fens.join("\n")).expect("openings");
        wanted.format = Format::RoundRobin { encounters: 2 };
        played(&wanted, |store, id| {
            let games = store.games(id, 0, 10).expect("the games");
            assert_eq!(games.len(), 4);
            for game in &games {
                assert_eq!(game.finished.reason, "rules", "{}", game.finished.detail);
                let read = pgn::read(&game.finished.text).expect("a game").game;
                assert_eq!(
                    read.start_text(),
                    fens[game.planned.opening as usize],
                    "{language}"
                );
            }
            let directory = tempfile::tempdir().expect("a directory");
            write_files(store, id, directory.path()).expect("a report");
            let page = std::fs::read_to_string(directory.path().join("report.html")).expect("a page");
            assert!(
                page.contains("\"start\":\"b.....w"),
                "each game is shown from its start"
            );
            assert!(page.contains("..#.#.."), "blocks are shown");
        });
    }
}

#[test]
fn each_player_has_its_own_time_control_and_its_search_effort_is_recorded() {
    let with_time = |name: &str, time: &str| Entrant {
        options: vec![("time".into(), time.into())],
        ..built_in(name, "full")
    };
    let mut wanted = tournament(
        "ataxx",
        vec![with_time("shallow", "depth=2"), with_time("wide", "nodes=700")],
    );
    wanted.format = Format::RoundRobin { encounters: 1 };
    played(&wanted, |store, id| {
        let results = Results::read(store, id).expect("results");
        let [shallow, wide] = results.work[..] else {
            panic!("two players");
        };
        assert!(shallow.moves > 5 && wide.moves > 5);
        assert!(shallow.depth().is_some_and(|depth| depth <= 2.0), "{shallow:?}");
        assert!(wide.depth() > shallow.depth(), "{wide:?}");
        assert!(wide.nodes > shallow.nodes);
        let json = results.json();
        let row = json["table"]
            .as_array()
            .and_then(|rows| rows.iter().find(|row| row["name"] == "wide"))
            .expect("a row");
        assert_eq!(row["control"], "nodes=700");
        assert_eq!(row["moves"], wide.moves);
        assert!(row["nodes_per_second"].as_f64().is_some_and(|speed| speed > 0.0));
        assert!(row["depth"].as_f64() == wide.depth() && row["seconds"].is_number());
        let csv = results.csv();
        let header = csv.lines().next().unwrap_or_default();
        assert!(header.ends_with("control,moves,seconds,seconds_per_move,depth,nodes_per_second"));
        assert!(
            csv.lines()
                .all(|line| line.split(',').count() == header.split(',').count()),
            "{csv}"
        );
        assert!(results.text().contains("nodes/s"), "{}", results.text());
        let text = &store.games(id, 0, 1).expect("a game")[0].finished.text;
        assert!(text.contains("[BlackControl \"depth=2\"]"), "{text}");
    });
}

#[test]
fn a_tournament_of_version_0_1_can_be_resumed() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = store_path(directory.path());
    // Written by parlor 0.1.0, which was killed: a tournament of three players with some games played, whose
    // openings are moves.
    std::fs::write(&path, include_bytes!("../data/arena-0.1.sqlite")).expect("a file");
    let store = open(&path).expect("an old store");
    let id = store.latest().expect("read").expect("a tournament");
    let old = store.tournament(id).expect("read");
    assert_eq!((old.entrants.len(), old.openings.len()), (3, 3));
    assert!(
        old.openings
            .iter()
            .all(|opening| opening.position.is_none() && !opening.moves.is_empty())
    );
    let before = store.games(id, 0, 100).expect("read");
    let progress = store.progress(id).expect("read");
    assert_eq!((progress.done, progress.leased), (6, 0), "one was being played");
    assert_eq!(before.len(), 6);
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(1), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    let after = store.games(id, 0, 100).expect("read");
    assert_eq!(after.len(), 18);
    assert_eq!(&after[..6], &before[..], "what was played stays as it was");
    let results = Results::read(&*store, id).expect("results");
    assert_eq!(results.progress.verdict.as_deref(), Some("all games were played"));
    assert!(results.work.iter().all(|work| work.moves > 0));
}
