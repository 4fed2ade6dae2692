//! Helpers that several tests share.

use std::path::Path;

use parlor_arena::entrant::Entrant;
use parlor_arena::schedule::Format;
use parlor_arena::tournament::{Resources, Tournament};
use parlor_measure::opening::Opening;

/// A mock player that speaks this protocol and misbehaves in this way after two of its own moves.
pub(crate) fn mock(name: &str, game: &str, language: &str, mode: &str) -> Entrant {
    // Only othello programs get their colour on the command line.
    let color = if language == "othello" { " 2 {color}" } else { "" };
    Entrant {
        name: name.to_owned(),
        language: language.to_owned(),
        command: format!(
            "exec '{}' {game} {language} {mode}{color}",
            env!("CARGO_BIN_EXE_mock-player")
        ),
        options: Vec::new(),
    }
}

/// Our own engine.
pub(crate) fn built_in(name: &str, configuration: &str) -> Entrant {
    Entrant {
        name: name.to_owned(),
        language: "parlor".to_owned(),
        command: configuration.to_owned(),
        options: Vec::new(),
    }
}

/// A round-robin with these entrants.
pub(crate) fn tournament(game: &str, entrants: Vec<Entrant>) -> Tournament {
    Tournament {
        name: "a test".to_owned(),
        game: game.to_owned(),
        agreements: Vec::new(),
        entrants,
        format: Format::RoundRobin { encounters: 1 },
        openings: vec![Opening::default()],
        control: "none".parse().expect("a control"),
        adjudication: Default::default(),
        resources: Resources {
            patience_ms: 20_000,
            ..Resources::default()
        },
        sprt: None,
        seed: 7,
    }
}

/// Counts the processes with this text in their command line.
pub(crate) fn mock_processes(marker: &str) -> usize {
    count_processes("cmdline", marker)
}

/// Counts the processes that this process's programs left behind. They have our process id in their environment.
pub(crate) fn left_behind() -> usize {
    count_processes("environ", &format!("PARLOR_CHECK_MARK={}-", std::process::id()))
}

fn count_processes(file: &str, marker: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("these tests need /proc");
    processes
        .filter_map(|process| std::fs::read(process.ok()?.path().join(file)).ok())
        .filter(|text| String::from_utf8_lossy(text).replace('\0', " ").contains(marker))
        .count()
}

/// The path of a store in a temporary directory.
pub(crate) fn store_path(directory: &Path) -> String {
    directory.join("arena.sqlite").to_string_lossy().into_owned()
}
