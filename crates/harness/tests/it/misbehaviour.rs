//! Every kind of misbehaviour is reported correctly and leaves no process behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use parlor_harness::{Awaited, Ending, FailureKind, Limits, Options, Settings, Test, TestResult, run_test};
use tempfile::TempDir;

const MOCK: &str = env!("CARGO_BIN_EXE_mock-program");

/// A folder of scripts whose first line runs the mock program.
struct Bench {
    folder: TempDir,
    options: Options,
}

impl Bench {
    fn new() -> Bench {
        let brief = Duration::from_millis(300);
        // The long limits are far above what a well-behaved program needs. Misbehaving programs get the short
        // ones.
        let patient = Duration::from_secs(20);
        let limits = Limits {
            per_move: brief,
            per_game: patient,
            result: brief,
            exit: patient,
        };
        let settings = Settings {
            limits,
            time_factor: 1.0,
            output_limit: 256 << 10,
            ..Settings::default()
        };
        Bench {
            folder: tempfile::tempdir().expect("a folder"),
            options: Options {
                settings,
                ..Options::default()
            },
        }
    }

    fn patient(mut self) -> Bench {
        self.options.settings.time_factor = 60.0;
        self
    }

    /// Long limits, except that a program must exit quickly.
    fn impatient_at_the_end() -> Bench {
        let mut bench = Bench::new();
        bench.options.settings.limits.per_move = Duration::from_secs(20);
        bench.options.settings.limits.exit = Duration::from_millis(200);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, mock_args: &str, script: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, format!("#* '{MOCK}' {mock_args}\n{script}")).expect("a script");
        path
    }

    fn run_paths(&self, scripts: Vec<PathBuf>) -> TestResult {
        run_test(&Test::of(scripts), &self.options, &AtomicBool::new(false))
    }

    fn run(&self, mock_args: &str, script: &str) -> TestResult {
        self.run_paths(vec![self.write("test.in", mock_args, script)])
    }

    /// Runs two scripts against each other.
    fn duel(&self, [first, second]: [(&str, &str); 2]) -> TestResult {
        let first = self.write("game-1.in", first.0, first.1);
        let second = self.write("game-2.in", second.0, second.1);
        self.run_paths(vec![first, second])
    }
}

/// The only failure of a test, and its line.
fn failure(result: &TestResult) -> (Option<usize>, &FailureKind) {
    match &result.run.failures[..] {
        [failure] => (failure.line, &failure.kind),
        failures => panic!("not one failure but {failures:?}\n{}", result.run.log),
    }
}

fn assert_passed(result: &TestResult) {
    assert!(result.passed(), "{:?}\n{}", result.run.failures, result.run.log);
}

/// Waits until a process has ended (or is a zombie).
fn assert_dies(number_file: &Path) {
    let number = fs::read_to_string(number_file).expect("the number of a process");
    let stat = format!("/proc/{}/stat", number.trim());
    for _ in 0..2000 {
        match fs::read_to_string(&stat) {
            Err(_) => return,
            Ok(text)
                if text
                    .rsplit(')')
                    .next()
                    .is_some_and(|rest| rest.trim_start().starts_with('Z')) =>
            {
                return;
            }
            Ok(_) => sleep(Duration::from_millis(5)),
        }
    }
    panic!("process {number} is still there");
}

#[test]
fn a_well_behaved_program_passes() {
    let bench = Bench::new().patient();
    let dump = r"black> ===\n    - b\nNext move: white\n===\n";
    let args = format!(r"says 'white> * a2-c2\n' 'chatter\n* Black wins.\n-> ' '{dump}'");
    let result = bench.run(&args, "go\n#*move\ngo\n#*win+\ndump\n");
    assert_passed(&result);
    assert_eq!(
        result.run.outputs,
        ["* Black wins.\n===\n    - b\nNext move: white\n===\n"]
    );
    assert!(result.run.log.contains("1< go\n"), "{}", result.run.log);
    assert!(
        result.run.log.contains("1> white> * a2-c2\n"),
        "{}",
        result.run.log
    );
}

#[test]
fn a_game_of_two_ais_is_followed_to_its_end() {
    let bench = Bench::new().patient();
    let game = r"says '* b1-b3\n* a2-c2\n* b3-b5\n* Black wins.\n'";
    let result = bench.run(game, "go\n#*move/win+\n");
    assert_passed(&result);
    assert_eq!(result.run.outputs, ["* Black wins.\n"]);
    assert_eq!(bench.run(game, "go\n#*move/win\n").run.outputs, [""]);
}

#[test]
fn a_program_that_hangs_is_a_time_out_at_the_line_that_waits() {
    let result = Bench::new().run("hangs", "auto black\n\n#*move\n");
    let limit = Duration::from_millis(300);
    let expected = FailureKind::TimeOut {
        awaited: Awaited::Move,
        limit,
        unfinished: String::new(),
        given: None,
    };
    assert_eq!(failure(&result), (Some(4), &expected));
}

#[test]
fn a_program_that_never_reads_does_not_block_the_harness() {
    let long = "a line that fills the pipe\n".repeat(20_000);
    let result = Bench::new().run("hangs", &format!("{long}#*win+\n"));
    assert!(matches!(
        failure(&result),
        (Some(20_002), FailureKind::TimeOut { .. })
    ));
}

#[test]
fn a_program_that_never_exits_is_a_hang() {
    let bench = Bench::impatient_at_the_end();
    let limit = bench.options.settings.limits.exit;
    assert_eq!(
        failure(&bench.run("stays", "quit\n")),
        (Some(2), &FailureKind::Hang { limit })
    );
}

#[test]
fn a_program_that_ignores_polite_signals_is_killed() {
    let mut bench = Bench::impatient_at_the_end();
    let number = bench.path("number");
    let trap = "trap '' TERM INT HUP; echo '* a2-c2'; while :; do sleep 1; done";
    bench.options.program = Some(format!("echo $$ >'{}'; {trap}", number.display()));
    assert!(matches!(
        failure(&bench.run("", "#*move\nquit\n")),
        (_, FailureKind::Hang { .. })
    ));
    assert_dies(&number);
}

#[test]
fn a_flood_is_cut_off() {
    for mode in ["floods", "floods-one-line"] {
        let result = Bench::new().patient().run(mode, "go\n#*move\n");
        assert_eq!(
            failure(&result),
            (Some(3), &FailureKind::Flood { limit: 256 << 10 }),
            "{mode}"
        );
        assert!(result.run.log.len() < 1 << 20);
    }
}

#[test]
fn a_crash_is_distinguished_from_a_time_out() {
    let result = Bench::new().patient().run("crashes", "go\n#*move\n");
    match failure(&result) {
        (
            Some(3),
            FailureKind::EndedEarly {
                ending,
                awaited: Awaited::Move,
            },
        ) => {
            // If a shell stayed between us and the program, it reports the signal as an exit code.
            assert!(
                matches!(ending, Ending::Signal(6) | Ending::Code(134)),
                "{ending:?}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_exit_code_other_than_0_is_reported_with_the_programs_errors() {
    let result = Bench::new().patient().run("exits 3", "one\ntwo\n");
    let expected = FailureKind::Exit {
        ending: Ending::Code(3),
        expected: 0,
    };
    assert_eq!(failure(&result), (Some(3), &expected));
    assert_eq!(result.run.errors, ["something went wrong"]);
    assert_passed(&Bench::new().patient().run("exits 0", "one\n"));
}

#[test]
fn a_command_that_does_not_exist_ends_at_once() {
    let mut bench = Bench::new().patient();
    bench.options.program = Some("no-such-program-anywhere".into());
    let result = bench.run("", "go\n#*move\n");
    let expected = FailureKind::EndedEarly {
        ending: Ending::Code(127),
        awaited: Awaited::Move,
    };
    assert_eq!(failure(&result), (Some(3), &expected));
}

#[test]
fn a_move_off_the_board_is_malformed() {
    for text in ["* a9-b7", "* a2c2", "* I resign"] {
        let result = Bench::new()
            .patient()
            .run(&format!(r"says '{text}\n'"), "go\n#*move\n");
        let expected = FailureKind::Malformed {
            text: text.into(),
            example: "* a2-c2",
        };
        assert_eq!(failure(&result), (Some(3), &expected));
    }
}

#[test]
fn a_win_instead_of_a_move_is_unexpected_and_vice_versa() {
    let bench = Bench::new().patient();
    let result = bench.run(r"says '* White wins.\n'", "go\n#*move\n");
    let expected = FailureKind::UnexpectedResult {
        text: "* White wins.".into(),
    };
    assert_eq!(failure(&result), (Some(3), &expected));
    let result = bench.run(r"says '* a2-c2\n'", "go\n#*win+\n");
    let expected = FailureKind::UnexpectedMove { text: "a2-c2".into() };
    assert_eq!(failure(&result), (Some(3), &expected));
}

#[test]
fn lines_that_arrive_in_pieces_are_joined() {
    let result = Bench::new()
        .patient()
        .run(r"stutters 'black> * a2-c2\n===\n - b\n===\n'", "go\n#*move\n");
    assert_passed(&result);
    assert_eq!(result.run.outputs, ["===\n - b\n===\n"]);
}

#[test]
fn a_last_line_without_a_newline_counts_when_the_program_has_ended() {
    let bench = Bench::new().patient();
    let result = bench.run("says '===\\n - b\\n==='", "go\n");
    assert_passed(&result);
    assert_eq!(result.run.outputs, ["===\n - b\n===\n"]);
}

#[test]
fn a_result_without_a_newline_is_a_time_out_that_shows_it() {
    let result = Bench::new().run("says '* White wins.'", "go\n#*win+\n");
    match failure(&result) {
        (Some(3), FailureKind::TimeOut { unfinished, .. }) => assert_eq!(unfinished, "* White wins."),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_dump_without_an_end_is_reported() {
    let result = Bench::new().patient().run(r"says '===\n - b\n'", "go\n");
    assert_eq!(failure(&result), (Some(2), &FailureKind::UnclosedDump));
}

#[test]
fn a_game_can_exceed_its_limit_although_no_move_does() {
    let mut bench = Bench::new().patient();
    let slow = "while :; do echo '* a2-c2'; sleep 0.02; done";
    bench.options.program = Some(slow.into());
    let result = bench.run("", "#*time 0.5 0.005\n#*move/win\n");
    assert!(matches!(
        failure(&result),
        (Some(3), FailureKind::GameTimeOut { .. })
    ));
}

#[test]
fn a_child_that_keeps_the_output_open_causes_no_delay_and_is_killed() {
    for place in ["here", "elsewhere"] {
        let bench = Bench::new().patient();
        let number = bench.path("number");
        let result = bench.run(&format!("forks {place} '{}'", number.display()), "go\n");
        assert_passed(&result);
        assert_dies(&number);
    }
}

#[test]
fn the_children_of_a_program_that_hangs_are_killed_too() {
    let mut bench = Bench::impatient_at_the_end();
    let number = bench.path("number");
    let forks = format!("'{MOCK}' forks elsewhere '{}'", number.display());
    bench.options.program = Some(format!("{forks} </dev/null; echo '* a2-c2'; exec '{MOCK}' stays"));
    assert!(matches!(
        failure(&bench.run("", "#*move\n")),
        (_, FailureKind::Hang { .. })
    ));
    assert_dies(&number);
}

#[test]
fn two_programs_play_each_other() {
    let bench = Bench::new().patient();
    let result = bench.duel([
        (
            r"says '* b1-b3\n' '* b3-b5\n* Black wins.\n'",
            "auto black\n#*move\n#*remote move/win+\n",
        ),
        (
            r"says '' '* a2-c2\n' '* Black wins.\n'",
            "auto white\n#*remote move/win\n",
        ),
    ]);
    assert_passed(&result);
    assert_eq!(result.run.outputs, ["* Black wins.\n", ""]);
    for line in ["2< b1-b3\n", "1< a2-c2\n", "2< b3-b5\n"] {
        assert!(
            result.run.log.contains(line),
            "{line} is not in\n{}",
            result.run.log
        );
    }
}

#[test]
fn a_move_is_relayed_even_when_the_other_script_only_waits_for_its_own() {
    let bench = Bench::new().patient();
    let result = bench.duel([
        (
            r"says '* b1-b3\n' '===\n 1\n===\n'",
            "auto black\n#*move\n#*remote move\n",
        ),
        (r"says '* a2-c2\n' '===\n 2\n===\n'", "#*move\ndump\n"),
    ]);
    assert_passed(&result);
    assert_eq!(result.run.outputs, ["===\n 1\n===\n", "===\n 2\n===\n"]);
}

#[test]
fn programs_that_disagree_on_the_result_are_caught() {
    let bench = Bench::new().patient();
    let result = bench.duel([
        (
            r"says '* b1-b3\n* Black wins.\n'",
            "auto black\n#*move\n#*remote move/win\n",
        ),
        (r"says '* White wins.\n'", "#*remote move/win\n"),
    ]);
    let expected = FailureKind::Disagreement {
        ours: "* Black wins.".into(),
        theirs: "* White wins.".into(),
    };
    assert_eq!(failure(&result), (Some(4), &expected));
}

#[test]
fn a_program_that_misses_the_end_of_the_game_is_named() {
    let mut bench = Bench::new();
    bench.options.settings.limits.per_move = Duration::from_secs(20);
    let result = bench.duel([
        (
            r"says '* b1-b3\n* Black wins.\n'",
            "auto black\n#*move\n#*remote move/win\n",
        ),
        (r"says '* a2-c2\n'", "#*remote move/win\n"),
    ]);
    let expected = FailureKind::NoResult {
        theirs: "* Black wins.".into(),
    };
    assert_eq!(failure(&result), (Some(2), &expected));
    assert!(result.run.failures[0].script.ends_with("game-2.in"));
}

#[test]
fn a_move_that_the_other_program_refuses_is_a_time_out_there() {
    let bench = Bench::new();
    let result = bench.duel([
        (r"says '* b1-b8\n'", "auto black\n#*move\n#*remote move/win\n"),
        (r"says 'no such move\n'", "#*remote move/win\n"),
    ]);
    match failure(&result) {
        (Some(2), FailureKind::TimeOut { given, .. }) => assert_eq!(given.as_deref(), Some("b1-b8")),
        other => panic!("{other:?}"),
    }
    assert!(result.run.failures[0].script.ends_with("game-2.in"));
}

#[test]
fn a_move_out_of_turn_is_reported() {
    let bench = Bench::new().patient();
    let result = bench.duel([
        (
            r"says '* b1-b3\n* a2-c2\n'",
            "auto black\n#*move\n#*remote move/win\n",
        ),
        ("stays", "#*remote move/win\n"),
    ]);
    assert_eq!(
        failure(&result),
        (Some(4), &FailureKind::OutOfTurn { text: "a2-c2".into() })
    );
}

#[test]
fn scripts_that_wait_for_each_other_are_reported() {
    let bench = Bench::new();
    let both = ("says", "#*remote move/win\n");
    assert_eq!(
        failure(&bench.duel([both, both])),
        (Some(2), &FailureKind::Deadlock)
    );
    let result = bench.duel([both, ("says", "new\n")]);
    assert_eq!(failure(&result), (Some(2), &FailureKind::OtherEnded));
}

#[test]
fn a_crash_of_one_program_ends_the_game_of_both() {
    let bench = Bench::new().patient();
    let result = bench.duel([
        (r"says '* b1-b3\n'", "auto black\n#*move\n#*remote move/win\n"),
        ("crashes", "#*remote move/win\n"),
    ]);
    assert!(matches!(
        failure(&result),
        (Some(2), FailureKind::EndedEarly { .. })
    ));
}

#[test]
fn an_instruction_for_two_programs_needs_two() {
    let result = Bench::new().run("hangs", "new\n#*remote move/win\n");
    assert_eq!(failure(&result), (Some(3), &FailureKind::NeedsTwo));
}

#[test]
fn a_run_that_is_stopped_ends_at_once() {
    let bench = Bench::new().patient();
    let script = bench.write("test.in", "hangs", "#*move\n");
    let result = run_test(&Test::of(vec![script]), &bench.options, &AtomicBool::new(true));
    assert_eq!(failure(&result).1, &FailureKind::Interrupted);
}
