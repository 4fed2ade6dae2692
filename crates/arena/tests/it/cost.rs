//! Measures the overhead per game in up to a hundred thousand games. It is given in processor time, which
//! does not depend on other load.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{Store, open};
use parlor_test_support::Server;

use crate::common::{built_in, store_path, tournament};

/// The processor time of this process and of all processes with `others` in their command line, in seconds.
fn processor_seconds(others: &str) -> f64 {
    let of_stat = |stat: &str| -> Option<f64> {
        let (_, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let ticks: u64 = fields
            .get(11..13)?
            .iter()
            .filter_map(|word| word.parse::<u64>().ok())
            .sum();
        Some(ticks as f64 / 100.0)
    };
    let own = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let mut seconds = of_stat(&own).unwrap_or_default();
    if !others.is_empty() {
        for process in std::fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
        {
            let read = |name: &str| std::fs::read_to_string(process.path().join(name)).unwrap_or_default();
            if read("cmdline").contains(others) {
                seconds += of_stat(&read("stat")).unwrap_or_default();
            }
        }
    }
    seconds
}

/// Plays games of one move and prints the overhead of each tenth of them.
#[allow(clippy::print_stdout, reason = "a measurement is printed with --no-capture")]
fn measure(store: &dyn Store, name: &str, server: &str) {
    let n_games: i64 = std::env::var("PARLOR_GAMES").map_or(100_000, |text| text.parse().expect("a number"));
    let part = n_games / 10;
    let mut wanted = tournament("ataxx", vec![built_in("a", "random"), built_in("b", "random")]);
    wanted.format = Format::RoundRobin {
        encounters: u32::try_from(n_games / 2).expect("fits"),
    };
    wanted.adjudication.longest = Some(1);
    let id = store.create(&wanted).expect("a tournament");
    let stop = AtomicBool::new(false);
    let mut before = (0, processor_seconds(server), Instant::now());
    let end = run(store, id, &Options::new(2), &stop, &mut |_, progress| {
        if progress.done >= before.0 + part {
            let now = (progress.done, processor_seconds(server), Instant::now());
            let games = (now.0 - before.0) as f64;
            println!(
                "{name}, game {:>6}: {:.3} ms of processor time a game, {:.0} games a second",
                now.0,
                1000.0 * (now.1 - before.1) / games,
                games / (now.2 - before.2).as_secs_f64(),
            );
            before = now;
        }
    });
    assert_eq!(end.expect("a run"), End::Complete);
    assert_eq!(store.progress(id).expect("read").done, n_games);
}

#[test]
#[ignore = "slow: a measurement, printed with --no-capture"]
fn a_hundred_thousand_games_cost_no_more_each_than_ten_thousand() {
    let directory = tempfile::tempdir().expect("a directory");
    measure(
        &*open(store_path(directory.path())).expect("a store"),
        "SQLite",
        "",
    );
    if let Some(server) = Server::start_with("on") {
        measure(
            &*open(server.address()).expect("a store"),
            "PostgreSQL",
            "postgres",
        );
    }
}
