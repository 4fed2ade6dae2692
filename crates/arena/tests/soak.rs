//! Plays thousands of games of mock players in every protocol, with every kind of misbehaviour. Each game
//! must end for the right reason, memory must stay bounded, and no process may be left behind.

#![allow(clippy::print_stdout, reason = "what was played is printed with --nocapture")]

// A separate test binary, because it counts the processes that it leaves behind.
#[allow(dead_code, reason = "the other tests of the arena use the rest")]
#[path = "it/common.rs"]
mod common;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use common::{built_in, left_behind, mock, store_path, tournament};
use parlor_arena::entrant::Entrant;
use parlor_arena::report::Results;
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{Stored, open};

/// An entrant, and the faults that it is expected to commit. None if it behaves.
struct Character {
    entrant: Entrant,
    faults: &'static [&'static str],
    /// Whether it may finish a game without a fault.
    is_lucky: bool,
}

const NOTHING: &[&str] = &[];

/// What a mock player does, its expected faults, and the protocols in which it can do that.
type Mode = (&'static str, &'static [&'static str], &'static [&'static str]);

const TOOLS: &[&str] = &["uai", "uci", "gtp", "nboard"];
const ALL: &[&str] = &["loa", "ataxx", "othello", "uai", "uci", "gtp", "nboard"];

/// Modes that do not wait.
const QUICK: &[Mode] = &[
    ("plays", NOTHING, ALL),
    ("stutters", NOTHING, ALL),
    ("forks", NOTHING, ALL),
    ("forks-elsewhere", NOTHING, ALL),
    ("stays", NOTHING, ALL),
    ("crashes", &["crash"], ALL),
    ("exits", &["crash"], ALL),
    ("exits-at-once", &["crash"], ALL),
    // On a busy machine, a flood may take longer than the referee waits.
    ("floods", &["flood", "hang"], ALL),
    ("floods-at-once", &["flood", "hang"], ALL),
    ("floods-one-line", &["flood", "hang"], ALL),
    (
        "illegal",
        &["illegal-move"],
        &["loa", "uai", "uci", "gtp", "nboard"],
    ),
    ("illegal", &["wrong-board"], &["ataxx", "othello"]),
    (
        "garbage",
        &["illegal-move"],
        &["loa", "uai", "uci", "gtp", "nboard"],
    ),
    ("garbage", &["wrong-board"], &["ataxx"]),
    ("wrong-claim", &["wrong-claim"], &["loa", "ataxx"]),
    ("wrong-result", &["wrong-claim"], &["loa", "ataxx"]),
    ("wrong-board", &["wrong-board"], &["loa", "ataxx"]),
    ("refuses", &["refusal"], &["gtp"]),
];

/// Modes that run into time limits.
const SLOW: &[Mode] = &[
    ("plays", NOTHING, ALL),
    ("never-ready", &["hang"], ALL),
    ("hangs", &["time-out"], ALL),
    ("slow", &["time-out"], ALL),
    ("eats-time", &["time-out", "cpu-time"], ALL),
    ("silent", &["silent"], ALL),
    ("hoards", &["memory", "time-out"], TOOLS),
];

/// The protocols of a game.
fn languages(game: &str) -> &'static [&'static str] {
    match game {
        "loa" => &["loa", "uci"],
        "ataxx" => &["ataxx", "uai", "uci"],
        _ => &["othello", "gtp", "nboard", "uci"],
    }
}

/// Two of our own players and a mock player for each mode: in all protocols of the game, or in one of them,
/// by turns.
fn characters(game: &str, modes: &[Mode], in_all_languages: bool) -> Vec<Character> {
    let mut all: Vec<Character> = ["a", "b"]
        .map(|name| Character {
            entrant: built_in(&format!("random {name}"), "random"),
            faults: NOTHING,
            is_lucky: true,
        })
        .into();
    let mut turn = 0;
    for (mode, faults, spoken) in modes {
        let possible: Vec<&str> = languages(game)
            .iter()
            .copied()
            .filter(|language| spoken.contains(language))
            .collect();
        turn += 1;
        let chosen = match possible.len() {
            0 => &[][..],
            n if in_all_languages => &possible[..n],
            n => &possible[turn % n..=turn % n],
        };
        all.extend(chosen.iter().map(|language| Character {
            entrant: mock(&format!("{mode} {language}"), game, language, mode),
            faults,
            // Its wrong announcement of a tie is right if the game is a tie.
            is_lucky: faults.is_empty() || *mode == "wrong-result",
        }));
    }
    all
}

/// Checks the result of a game.
fn check(game: &Stored, characters: &[Character]) {
    let sides = [game.planned.black, game.planned.white].map(|side| &characters[side as usize]);
    let shown = || {
        format!(
            "{} against {}: {} of {}: {}\n{}",
            sides[0].entrant.name,
            sides[1].entrant.name,
            game.finished.reason,
            game.finished.culprit,
            game.finished.detail,
            game.finished.log,
        )
    };
    let reason = game.finished.reason.as_str();
    match (reason, usize::try_from(game.finished.culprit)) {
        // Misbehaviour begins with a player's third move, and a game of Ataxx may be over by then.
        ("rules", _) => assert!(
            sides.iter().all(|side| side.is_lucky) || game.finished.n_moves < 6,
            "{}",
            shown()
        ),
        ("both-faulty", _) => {
            assert!(sides.iter().all(|side| !side.faults.is_empty()), "{}", shown());
            assert_eq!(game.finished.halves, 1, "{}", shown());
        }
        (_, Err(_)) => panic!("nobody is to blame: {}", shown()),
        (_, Ok(culprit)) => {
            assert!(characters[culprit].faults.contains(&reason), "{}", shown());
            let lost = if game.planned.black as usize == culprit {
                0
            } else {
                2
            };
            assert_eq!(game.finished.halves, lost, "{}", shown());
        }
    }
}

/// Plays a round-robin, checks the results, and returns the number of games. The clock runs only in tests of
/// slow programs, so that a busy machine does not make others late.
fn soak(game: &str, characters: &[Character], encounters: u32, has_clock: bool) -> usize {
    let entrants = characters.iter().map(|one| one.entrant.clone()).collect();
    let mut wanted = tournament(game, entrants);
    wanted.format = Format::RoundRobin { encounters };
    wanted.resources.patience_ms = 20_000;
    if has_clock {
        wanted.control = "move=0.2".parse().expect("a control");
        wanted.resources.margin_ms = 2_800;
        wanted.resources.patience_ms = 5_000;
    }
    wanted.resources.output_bytes = 1 << 20;
    wanted.resources.memory_mib = Some(150);
    wanted.resources.cpu_seconds = Some(10);
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    let id = store.create(&wanted).expect("a tournament");
    let since = Instant::now();
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(12), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    let results = Results::read(&*store, id).expect("the results");
    let games = store.games(id, 0, i64::MAX).expect("the games");
    assert_eq!(games.len() as u64, wanted.format.n_games(characters.len()));
    for game in &games {
        check(game, characters);
    }
    // The table adds up to the number of games, and players that behave have no faults.
    for (entrant, character) in characters.iter().enumerate() {
        let tally = results.tally(entrant);
        let n = 2 * encounters * (characters.len() as u32 - 1);
        assert_eq!(tally.games(), n, "{}", results.text());
        if character.faults.is_empty() {
            assert_eq!(results.n_faults(entrant), 0, "{}", results.text());
        }
    }
    assert_eq!(left_behind(), 0, "nobody is left behind");
    println!(
        "{game}: {} games of {} in {:.0} s, {} faults",
        games.len(),
        characters.len(),
        since.elapsed().as_secs_f64(),
        results.faults.iter().map(|fault| fault.count).sum::<i64>(),
    );
    games.len()
}

/// The peak memory of this process, in kibibytes.
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
fn a_few_hundred_games_with_misbehaving_players_end_correctly() {
    for game in ["loa", "ataxx", "othello"] {
        soak(game, &characters(game, &QUICK[4..], false), 1, false);
    }
}

#[test]
#[ignore = "slow: ten thousand games with thousands of crashes and hangs"]
fn ten_thousand_games_end_with_the_right_table() {
    let mut n_games = 0;
    let mut peaks = Vec::new();
    for (game, encounters) in [("loa", 3), ("ataxx", 2), ("othello", 1)] {
        n_games += soak(game, &characters(game, QUICK, true), encounters, false);
        peaks.push(peak_memory());
        n_games += soak(game, &characters(game, SLOW, true), 1, true);
        peaks.push(peak_memory());
    }
    println!("{n_games} games, peaks of memory in KiB: {peaks:?}");
    assert!(n_games >= 10_000, "{n_games} games");
    assert!(peaks.iter().all(|&peak| peak < 200 << 10), "{peaks:?}");
}
