//! However a program misbehaves, it loses that game for the right reason and the tournament continues.

use std::sync::atomic::AtomicBool;

use crate::common::{built_in, mock, mock_processes, store_path, tournament};
use parlor_arena::entrant::Entrant;
use parlor_arena::report::Results;
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::{Stored, open};
use parlor_arena::tournament::Tournament;

fn play(tournament: &Tournament) -> Vec<Stored> {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    let id = store.create(tournament).expect("a tournament");
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(2), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    store.games(id, 0, 10_000).expect("the games")
}

/// Plays both games of a misbehaving player against our own, and returns them.
fn faults(game: &str, culprit: Entrant, change: impl FnOnce(&mut Tournament)) -> Vec<Stored> {
    let mut tournament = tournament(game, vec![culprit, built_in("us", "random")]);
    change(&mut tournament);
    let games = play(&tournament);
    assert_eq!(games.len(), 2);
    for game in &games {
        let lost = if game.planned.black == 0 { 0 } else { 2 };
        assert_eq!(game.finished.halves, lost, "{:?}", game.finished);
        assert_eq!(game.finished.culprit, 0, "{:?}", game.finished);
        assert!(game.finished.detail.contains("position"), "{:?}", game.finished);
    }
    games
}

fn reason(game: &str, language: &str, mode: &str, expected: &str) {
    let culprit = mock("it", game, language, mode);
    let patience = if matches!(expected, "hang") { 1_000 } else { 20_000 };
    for game in faults(game, culprit, |tournament| {
        tournament.resources.patience_ms = patience
    }) {
        assert_eq!(game.finished.reason, expected, "{mode}: {:?}", game.finished);
        assert!(!game.finished.log.is_empty() || mode == "exits-at-once", "{mode}");
    }
}

#[test]
fn a_crash_loses() {
    reason("ataxx", "uai", "crashes", "crash");
    reason("loa", "loa", "exits", "crash");
    reason("ataxx", "uai", "exits-at-once", "crash");
}

#[test]
fn a_hang_loses() {
    reason("ataxx", "uai", "hangs", "hang");
    reason("loa", "loa", "never-ready", "hang");
}

#[test]
fn a_flood_loses() {
    reason("othello", "gtp", "floods", "flood");
    reason("ataxx", "uai", "floods-at-once", "flood");
}

#[test]
fn an_illegal_move_loses() {
    reason("ataxx", "uai", "illegal", "illegal-move");
    reason("othello", "gtp", "illegal", "illegal-move");
    reason("othello", "nboard", "illegal", "illegal-move");
    reason("loa", "loa", "illegal", "illegal-move");
    reason("ataxx", "uai", "garbage", "illegal-move");
    reason("ataxx", "ataxx", "illegal", "wrong-board");
}

#[test]
fn a_wrong_result_claim_loses() {
    reason("loa", "loa", "wrong-claim", "wrong-claim");
    reason("ataxx", "ataxx", "wrong-claim", "wrong-claim");
}

#[test]
fn a_wrong_board_loses() {
    reason("loa", "loa", "wrong-board", "wrong-board");
    reason("ataxx", "ataxx", "wrong-board", "wrong-board");
    reason("ataxx", "ataxx", "garbage", "wrong-board");
    reason("othello", "othello", "illegal", "wrong-board");
}

#[test]
fn closed_output_and_refusals_lose() {
    reason("ataxx", "uai", "silent", "silent");
    // Written as in the manual: no shell stays between us and the program.
    let mut plain = mock("it", "ataxx", "uai", "silent");
    plain.command = plain.command.replace("exec ", "").replace('\'', "");
    for game in faults("ataxx", plain, |_| ()) {
        assert_eq!(game.finished.reason, "silent", "{:?}", game.finished);
    }
    reason("othello", "gtp", "refuses", "refusal");
}

#[test]
fn a_resignation_loses_but_is_no_fault() {
    let entrants = vec![mock("it", "othello", "gtp", "resigns"), built_in("us", "random")];
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    let id = store
        .create(&tournament("othello", entrants))
        .expect("a tournament");
    let stop = AtomicBool::new(false);
    run(&*store, id, &Options::new(1), &stop, &mut |_, _| ()).expect("a run");
    let games = store.games(id, 0, 10).expect("the games");
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game.finished.reason, "resigned", "{:?}", game.finished);
        assert_eq!(game.finished.halves, if game.planned.black == 0 { 0 } else { 2 });
        assert_eq!(game.finished.culprit, -1);
    }
    assert_eq!(store.faults(id).expect("read"), []);
    let text = Results::read(&*store, id).expect("results").text();
    assert!(!text.contains("Forfeited"), "{text}");
}

#[test]
fn a_wrong_result_at_the_end_loses_the_game_that_was_won() {
    // Our engine beats random moves, and a win is not a tie.
    let entrants = vec![
        mock("it", "loa", "loa", "wrong-result"),
        built_in("us", "level=4"),
    ];
    let tournament = tournament("loa", entrants);
    let games = play(&tournament);
    let lies: Vec<_> = games
        .iter()
        .filter(|game| game.finished.reason == "wrong-claim")
        .collect();
    assert!(!lies.is_empty());
    for game in lies {
        assert_eq!(game.finished.culprit, 0);
        assert_eq!(game.finished.halves, if game.planned.black == 0 { 0 } else { 2 });
    }
}

#[test]
fn a_program_that_ignores_the_move_limit_loses() {
    // The mock player does not know the command `limit`, and no game is won within six plies.
    let games = faults("loa", mock("it", "loa", "loa", "well"), |tournament| {
        tournament.agreements = vec![("limit".to_owned(), "6".to_owned())];
    });
    for game in games {
        assert_eq!(game.finished.reason, "refusal", "{:?}", game.finished);
        assert!(game.finished.detail.contains("limit 3"), "{:?}", game.finished);
    }
}

#[test]
fn a_move_that_comes_too_late_loses() {
    let games = faults("ataxx", mock("it", "ataxx", "uai", "slow"), |tournament| {
        tournament.control = "move=0.3".parse().expect("a control");
    });
    for game in games {
        assert_eq!(game.finished.reason, "time-out", "{:?}", game.finished);
    }
}

#[test]
fn memory_is_limited() {
    let games = faults("ataxx", mock("it", "ataxx", "uai", "hoards"), |tournament| {
        tournament.resources.memory_mib = Some(100);
    });
    for game in games {
        assert_eq!(game.finished.reason, "memory", "{:?}", game.finished);
        assert!(game.finished.detail.contains("100 MiB"), "{:?}", game.finished);
    }
    // The system refuses memory to a program that grows faster than we check, and the program crashes.
    let games = faults("ataxx", mock("it", "ataxx", "uai", "eats-memory"), |tournament| {
        tournament.resources.memory_mib = Some(100);
    });
    for game in games {
        let reason = game.finished.reason.as_str();
        assert!(["memory", "crash"].contains(&reason), "{:?}", game.finished);
    }
}

#[test]
fn processor_time_is_limited_per_game_and_includes_child_processes() {
    // On a busy machine it may take long to use a second of processor time.
    let games = faults("ataxx", mock("it", "ataxx", "uai", "eats-time"), |tournament| {
        tournament.resources.cpu_seconds = Some(1);
        tournament.resources.patience_ms = 600_000;
    });
    for game in games {
        assert_eq!(game.finished.reason, "cpu-time", "{:?}", game.finished);
    }
    // The program itself is idle: it starts a child that uses the processor.
    let mut culprit = mock("it", "ataxx", "uai", "hangs");
    culprit.command = format!(
        "(trap '' HUP; while :; do :; done) & {}",
        culprit.command.trim_start_matches("exec ")
    );
    let games = faults("ataxx", culprit, |tournament| {
        tournament.resources.cpu_seconds = Some(1);
        tournament.resources.patience_ms = 600_000;
    });
    for game in games {
        assert_eq!(game.finished.reason, "cpu-time", "{:?}", game.finished);
    }
}

#[test]
fn processor_time_starts_at_zero_in_each_game() {
    // It thinks for 0.7 s in each game and is kept from game to game: all games together exceed the limit.
    let mut tournament = tournament(
        "ataxx",
        vec![mock("it", "ataxx", "uai", "ponders"), built_in("us", "random")],
    );
    tournament.format = Format::RoundRobin { encounters: 2 };
    tournament.resources.cpu_seconds = Some(1);
    let games = play(&tournament);
    assert_eq!(games.len(), 4);
    assert!(
        games.iter().all(|game| game.finished.reason == "rules"),
        "{games:?}"
    );
}

#[test]
fn a_course_program_is_restarted_for_every_game_unless_keep_alive_is_set() {
    for (keep_alive, n_started) in [(false, 2), (true, 1)] {
        let directory = tempfile::tempdir().expect("a directory");
        let starts = directory.path().join("starts");
        let mut it = mock("it", "loa", "loa", "plays");
        it.command = format!("echo started >>'{}'; {}", starts.display(), it.command);
        let mut tournament = tournament("loa", vec![it, built_in("us", "random")]);
        tournament.resources.keep_alive = keep_alive;
        let store = open(store_path(directory.path())).expect("a store");
        let id = store.create(&tournament).expect("a tournament");
        let stop = AtomicBool::new(false);
        let end = run(&*store, id, &Options::new(1), &stop, &mut |_, _| ()).expect("a run");
        assert_eq!(end, End::Complete);
        let text = std::fs::read_to_string(&starts).expect("it was started");
        assert_eq!(text.lines().count(), n_started, "keep_alive: {keep_alive}");
    }
}

#[test]
fn a_game_can_be_pinned_to_one_processor() {
    let directory = tempfile::tempdir().expect("a directory");
    let seen = directory.path().join("seen");
    let mut it = mock("it", "ataxx", "uai", "plays");
    it.command = format!(
        "grep Cpus_allowed_list /proc/self/status >'{}'; {}",
        seen.display(),
        it.command
    );
    let store = open(store_path(directory.path())).expect("a store");
    let id = store
        .create(&tournament("ataxx", vec![it, built_in("us", "random")]))
        .expect("a tournament");
    let mut options = Options::new(1);
    options.pin = true;
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &options, &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    let list = std::fs::read_to_string(seen).expect("it was started");
    let first = parlor_process::processors().expect("processors")[0].to_string();
    assert_eq!(list.split_whitespace().last(), Some(first.as_str()));
    let mut greedy = Options::new(1024);
    greedy.pin = true;
    let refused = run(&*store, id, &greedy, &stop, &mut |_, _| ());
    assert!(refused.is_err_and(|error| error.to_string().contains("to their own processors")));
}

#[test]
fn a_command_that_does_not_exist_loses_and_the_others_play_on() {
    let mut nobody = mock("nobody", "ataxx", "uai", "plays");
    nobody.command = "no-such-program-anywhere".into();
    let entrants = vec![
        nobody,
        built_in("us", "random"),
        mock("ok", "ataxx", "uai", "plays"),
    ];
    let games = play(&tournament("ataxx", entrants));
    assert_eq!(games.len(), 6);
    for game in &games {
        let is_nobody = [game.planned.black, game.planned.white].contains(&0);
        assert_eq!(game.finished.culprit == 0, is_nobody, "{:?}", game.finished);
        let reason = if is_nobody { "cannot-start" } else { "rules" };
        assert_eq!(game.finished.reason, reason, "{:?}", game.finished);
    }
}

#[test]
fn a_match_of_two_stops_when_one_cannot_be_started_and_nobody_loses() {
    let directory = tempfile::tempdir().expect("a directory");
    let unreadable = directory.path().join("not a program");
    std::fs::write(&unreadable, "no program").expect("written");
    let commands = [
        ("no-such-program-anywhere".to_owned(), "127"),
        ("cd / && ./no-such-program".to_owned(), "127"),
        (format!("'{}'", unreadable.display()), "126"),
    ];
    for (number, (command, code)) in commands.into_iter().enumerate() {
        let mut nobody = mock("nobody", "ataxx", "uai", "plays");
        nobody.command = command;
        let tournament = tournament("ataxx", vec![built_in("us", "random"), nobody]);
        let path = directory.path().join(format!("{number}.sqlite"));
        let store = open(path.display().to_string()).expect("a store");
        let id = store.create(&tournament).expect("a tournament");
        let stop = AtomicBool::new(false);
        let refused = run(&*store, id, &Options::new(2), &stop, &mut |_, _| ());
        let words = refused.map_or_else(|error| error.to_string(), |end| format!("{end:?}"));
        assert!(words.starts_with("nobody could not be started: "), "{words}");
        assert!(words.contains(code), "{words}");
        assert_eq!(store.progress(id).expect("read").done, 0);
    }
}

#[test]
fn no_processes_are_left_behind() {
    let marker = format!("sleep 36{}", std::process::id());
    let mut culprit = mock("it", "ataxx", "uai", "plays");
    culprit.command = format!("{marker} & {}", culprit.command.trim_start_matches("exec "));
    play(&tournament("ataxx", vec![culprit, built_in("us", "random")]));
    assert_eq!(mock_processes(&marker), 0);
}
