//! The boundaries of ARCHITECTURE.md, held against what cargo says: which crate may know which, who may do I/O, and
//! no dependency that nobody uses.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates from the ground up, each with the crates that it may depend on. An edge that is not here
/// is forbidden; if you need a new one, change this table and ARCHITECTURE.md, with the reason.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("othello", &["core"]),
    ("ataxx", &["core"]),
    ("loa", &["core"]),
    // The game of the tests, which only the feature `fourth-game` brings in.
    ("clobber", &["core"]),
    // The search knows no concrete game.
    ("search", &["core"]),
    ("games", &["core", "othello", "ataxx", "loa", "clobber"]),
    (
        "engine",
        &["core", "othello", "ataxx", "loa", "clobber", "search"],
    ),
    ("players", &["core", "games", "search", "engine"]),
    ("measure", &["core", "games", "engine", "players"]),
    (
        "training",
        &[
            "core", "games", "othello", "ataxx", "loa", "clobber", "search", "engine", "players", "measure",
        ],
    ),
    ("collection", &["core", "games"]),
    ("puzzles", &["core", "games", "players"]),
    ("report", &["core", "games", "players"]),
    ("table", &["core", "games", "players"]),
    ("peer", &["core", "othello", "ataxx", "loa", "clobber"]),
    ("textui", &["core", "games", "othello", "ataxx", "loa", "peer"]),
    ("shell", &["core", "peer", "textui"]),
    (
        "protocol",
        &["core", "games", "othello", "ataxx", "loa", "clobber"],
    ),
    ("netplay", &["games", "peer"]),
    ("process", &[]),
    // The lines that programs print are in the descriptors of the games.
    ("harness", &["core", "games", "process"]),
    (
        "arena",
        &["core", "games", "players", "measure", "process", "protocol"],
    ),
    (
        "web",
        &["core", "games", "players", "collection", "table", "netplay"],
    ),
    ("wasm", &["core", "games", "players"]),
    // Searches run in workers of their own: it knows no engine, only the orders to them.
    ("site", &["core", "games", "table", "wasm"]),
    // For tests only.
    ("test-support", &[]),
];

/// Crates from outside that read, write, wait or talk, and whose they are. A crate that is not named here is sans-IO as far as
/// its dependencies go.
const MAY_USE: &[(&str, &[&str])] = &[
    ("tokio", &["netplay", "web", "arena"]),
    ("axum", &["netplay", "web"]),
    ("hyper", &["netplay"]),
    ("hyper-util", &["netplay"]),
    ("tokio-tungstenite", &["netplay", "web"]),
    ("futures-util", &["netplay", "web"]),
    ("sqlx", &["arena"]),
    // One thread that writes and a few that read: an asynchronous layer would cost more than the statements.
    ("rusqlite", &["collection", "web"]),
    ("webbrowser", &["web"]),
    ("rlimit", &["web"]),
    ("getrandom", &["web"]),
    ("rustix", &["process", "search", "shell"]),
    ("rustyline", &["shell"]),
    ("ctrlc", &["shell"]),
    // Crates that log through it say what happens and do not know where it goes.
    ("tracing", &["netplay", "web"]),
    ("tracing-subscriber", &[]),
    ("prometheus-client", &["web"]),
    ("console", &[]),
    ("indicatif", &[]),
];

/// The crates whose sources may allow themselves to print, read the standard input or exit.
const MAY_PRINT: &[&str] = &["shell", "test-support"];

struct Package {
    /// Without the prefix `parlor-`.
    name: String,
    directory: PathBuf,
    is_app: bool,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    package: String,
    /// What the sources call it.
    crate_name: String,
    is_for_tests: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn short(name: &str) -> Option<&str> {
    name.strip_prefix("parlor-")
}

/// The packages of the workspace, as cargo reads them.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(package).collect()
}

fn package(json: &Value) -> Package {
    let name = json["name"].as_str().unwrap();
    let manifest = Path::new(json["manifest_path"].as_str().unwrap());
    let directory = manifest.parent().unwrap().to_owned();
    let dependency = |json: &Value| {
        let package = json["name"].as_str().unwrap();
        Dependency {
            package: package.to_owned(),
            crate_name: json["rename"].as_str().unwrap_or(package).replace('-', "_"),
            is_for_tests: json["kind"] == "dev",
        }
    };
    Package {
        name: short(name).unwrap_or(name).to_owned(),
        is_app: directory.parent().unwrap().ends_with("apps"),
        dependencies: json["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .map(dependency)
            .collect(),
        directory,
    }
}

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let is_foreign = ["node_modules", "target", "dist"]
            .iter()
            .any(|name| path.ends_with(name));
        if path.is_dir() && !is_foreign {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// All Rust sources in a directory, one after the other.
fn sources(directory: &Path) -> String {
    let mut files = Vec::new();
    rust_files(directory, &mut files);
    files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

#[test]
fn no_crate_knows_what_it_must_not() {
    let may_know: BTreeMap<&str, &[&str]> = MAY_KNOW.iter().copied().collect();
    let may_use: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut forbidden = Vec::new();
    for package in packages().iter().filter(|package| !package.is_app) {
        let name = package.name.as_str();
        let Some(known) = may_know.get(name) else {
            forbidden.push(format!("{name} is not in the table of crates"));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|it| !it.is_for_tests) {
            let target = dependency.package.as_str();
            let is_allowed = match short(target) {
                Some(target) => known.contains(&target),
                None => may_use.get(target).is_none_or(|users| users.contains(&name)),
            };
            if !is_allowed {
                forbidden.push(format!("{name} must not depend on {target}"));
            }
        }
    }
    assert!(forbidden.is_empty(), "{}", forbidden.join("\n"));
}

#[test]
fn the_table_of_crates_names_nothing_that_is_not_there() {
    let packages = packages();
    for (name, known) in MAY_KNOW {
        let package = packages.iter().find(|package| package.name == *name);
        let package = package.unwrap_or_else(|| panic!("there is no crate {name}"));
        for target in *known {
            let is_there = |it: &Dependency| !it.is_for_tests && short(&it.package) == Some(target);
            let has_edge = package.dependencies.iter().any(is_there);
            assert!(has_edge, "{name} no longer depends on {target}");
            let at = |wanted: &str| MAY_KNOW.iter().position(|(name, _)| *name == wanted);
            assert!(at(target) < at(name), "{name} stands below {target} in the table");
        }
    }
}

#[test]
fn only_programs_and_the_shell_may_print_read_or_exit() {
    const LINTS: [&str; 4] = [
        "clippy::print_stdout",
        "clippy::print_stderr",
        "clippy::exit",
        "clippy::disallowed_methods",
    ];
    for package in packages() {
        let manifest = fs::read_to_string(package.directory.join("Cargo.toml")).unwrap();
        let name = &package.name;
        assert!(
            manifest.contains("[lints]\nworkspace = true\n"),
            "{name} has lints of its own"
        );
        if package.is_app || MAY_PRINT.contains(&name.as_str()) {
            continue;
        }
        let sources = sources(&package.directory.join("src"));
        for lint in LINTS {
            assert!(!sources.contains(lint), "{name} allows itself {lint}");
        }
    }
}

#[test]
fn every_dependency_is_used() {
    let packages = packages();
    let mut unused = Vec::new();
    for package in &packages {
        let directory = &package.directory;
        let (program, all) = (sources(&directory.join("src")), sources(directory));
        for dependency in &package.dependencies {
            let text = if dependency.is_for_tests { &all } else { &program };
            // What only a test program under [[bin]] needs is no dependency of the tests for cargo.
            let is_used = has_word(text, &dependency.crate_name)
                || (has_word(&all, &dependency.crate_name) && directory.join("tests/mock").is_dir());
            if !is_used {
                unused.push(format!("{} does not use {}", package.name, dependency.package));
            }
        }
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest.split("\n[workspace.dependencies]\n").nth(1).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    for name in lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
    {
        let is_used = packages.iter().any(|package| {
            package
                .dependencies
                .iter()
                .any(|dependency| dependency.package == name)
        });
        if !is_used {
            unused.push(format!("no crate depends on {name}"));
        }
    }
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}
