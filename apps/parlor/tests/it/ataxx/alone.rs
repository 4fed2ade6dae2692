//! The program by itself: options, exit codes, its computer opponent.

use std::process::Command;

use super::{last_dump, start};
use crate::program;

#[test]
fn help_and_version_exist_and_unknown_options_are_refused() {
    let run = |option: &str| Command::new(program("ataxx")).arg(option).output().unwrap();
    let help = run("--help");
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("--port"));
    let version = run("--version");
    assert_eq!(
        String::from_utf8_lossy(&version.stdout),
        concat!("ataxx ", env!("CARGO_PKG_VERSION"), "\n")
    );
    let unknown = run("--frobnicate");
    assert!(!unknown.status.success());
}

/// Version 0.1 called the default rules `seed`. Scripts with that option must keep working.
#[test]
fn the_rules_can_be_named_as_in_version_0_1() {
    for rules in ["cs61b", "seed", "jumps25"] {
        let mut program = start(&["--rules", rules]);
        program.type_lines("start;dump;quit");
        let output = program.finish();
        assert_eq!(last_dump(&output).lines().count(), 7, "{rules}: {output}");
    }
    let run = |option: &str| Command::new(program("ataxx")).arg(option).output().unwrap();
    let refused = String::from_utf8(run("--rules=tools").stderr).unwrap();
    assert!(refused.contains("cs61b or jumps25 is expected"), "{refused}");
    assert!(!String::from_utf8(run("--help").stdout).unwrap().contains("seed"));
}

#[test]
fn errors_go_to_standard_error_and_the_exit_code_stays_0() {
    let mut program = start(&[]);
    program.type_lines("nonsense;blocks z;a7-d4;start;start;b2-b3;dump;quit");
    for wanted in [
        "nonsense",
        "“z”",
        "d4 is more than",
        "start is valid only",
        "no red piece on b2",
    ] {
        program.expect_error(wanted);
    }
    let output = program.finish();
    assert!(!output.contains("error"), "{output}");
    assert!(output.contains("Red forfeits."));
    assert_eq!(last_dump(&output).lines().count(), 7);
}

#[test]
fn a_seed_repeats_a_whole_game_of_the_real_engine() {
    let play = |seed: &str| {
        let mut program = start(&[]);
        program.type_lines(&format!("level 3;seed {seed};auto;start;dump"));
        program.finish()
    };
    let first = play("12");
    assert!(first.contains("Red wins.") || first.contains("Blue wins.") || first.contains("Draw."));
    assert_eq!(play("12"), first);
    assert_ne!(play("13"), first);
}

#[test]
fn the_engine_at_full_strength_answers_and_hints() {
    let mut program = start(&[]);
    program.type_lines("movetime 0.05;start;hint;a7-b6");
    program.expect("Hint: ");
    program.expect("Blue moves ");
    program.finish();
}

#[test]
fn commands_are_read_from_a_file_that_loads_another() {
    let folder = tempfile::tempdir().unwrap();
    let (outer, inner) = (folder.path().join("outer.txt"), folder.path().join("inner.txt"));
    std::fs::write(&inner, "blocks gh\n").unwrap();
    std::fs::write(&outer, format!("load {}\nblocks 3\ndump\n", inner.display())).unwrap();
    let game = folder.path().join("game.pgn");
    let mut program = start(&[]);
    program.type_lines(&format!("load {};save {}", outer.display(), game.display()));
    program.expect("  - - X - X - -");
    program.expect("Saved to");
    program.finish();
    assert!(
        std::fs::read_to_string(game)
            .unwrap()
            .contains("[Blocks \"3gh\"]")
    );
}

#[test]
fn a_file_that_loads_itself_stops_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("self.txt");
    std::fs::write(&file, format!("load {0}\nload {0}\n", file.display())).unwrap();
    let mut program = start(&[]);
    program.type_lines(&format!("load {};blocks a;dump", file.display()));
    program.expect_error("is loaded from 32 files one inside the other");
    let output = program.finish();
    assert!(last_dump(&output).contains('X'));
}
