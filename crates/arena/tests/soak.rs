//! Ten thousand games of tiny engines, every way of misbehaving among them.

mod common;

use std::sync::atomic::AtomicBool;

use common::{built_in, mock, mock_processes, store_path, tournament};
use parlor_arena::report::Results;
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::open;

/// The most memory this process has used, in kibibytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or_default()
}

#[test]
#[ignore = "slow: ten thousand games with thousands of crashes and hangs"]
fn ten_thousand_games_end_with_the_right_table() {
    let game = "ataxx";
    let bad = [
        "crashes",
        "exits",
        "floods",
        "illegal",
        "garbage",
        "exits-at-once",
        "hangs",
    ];
    let mut entrants = vec![
        built_in("random a", "random"),
        built_in("random b", "random"),
        mock("good", game, "uai", "plays"),
    ];
    entrants.extend(bad.iter().map(|mode| mock(mode, game, "uai", mode)));
    let n = entrants.len();
    let mut wanted = tournament(game, entrants);
    // 45 pairs of entrants, two games each, 112 times: 10,080 games.
    wanted.format = Format::RoundRobin { encounters: 112 };
    wanted.resources.patience_ms = 300;
    wanted.resources.output_bytes = 1 << 20;
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(&store_path(directory.path())).expect("a store");
    let id = store.create(&wanted).expect("a tournament");
    let before = peak_memory();
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(8), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    let results = Results::read(&*store, id).expect("the results");
    assert_eq!(results.progress.done, 10_080);
    for entrant in 0..n {
        assert_eq!(results.tally(entrant).games(), 2 * 9 * 112, "{}", results.text());
    }
    // The three that behave beat all that do not; nobody who behaves is ever blamed.
    for good in 0..3 {
        assert_eq!(results.n_faults(good), 0, "{}", results.text());
        assert!(results.order[..3].contains(&good), "{}", results.text());
        let tally = results.tally(good);
        assert!(tally.wins >= 2 * 7 * 112, "{}", results.text());
    }
    assert_eq!(mock_processes("mock-player ataxx"), 0, "nobody is left behind");
    let grown = peak_memory() - before;
    assert!(grown < 200 << 10, "memory grew by {grown} KiB");
    println!("{}peak memory {} KiB", results.text(), peak_memory());
}
