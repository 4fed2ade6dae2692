//! Checks the boundaries of ARCHITECTURE.md against `cargo metadata`: which crate may depend on which, which
//! may do I/O, and no unused dependencies.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates from the bottom up, each with the crates that it may depend on. Any other dependency is
/// forbidden. If you need a new one, change this table and ARCHITECTURE.md, and give the reason.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("othello", &["core"]),
    ("ataxx", &["core"]),
    ("loa", &["core"]),
    // A game for tests, which only the feature `fourth-game` includes.
    ("clobber", &["core"]),
    // The search does not depend on a concrete game.
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
    // The formats of programs' output are in the games' descriptors.
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
    // Searches run in other workers: this crate contains no engine, only the requests to them, and the opening books.
    (
        "site",
        &["core", "games", "players", "collection", "table", "wasm"],
    ),
    // Only for tests.
    ("test-support", &[]),
];

/// External crates that do I/O, and the crates that may use them. Crates that are not listed here are sans-IO
/// as far as their dependencies are concerned.
const MAY_USE: &[(&str, &[&str])] = &[
    ("tokio", &["netplay", "web", "arena"]),
    ("axum", &["netplay", "web"]),
    ("hyper", &["netplay"]),
    ("hyper-util", &["netplay"]),
    ("tokio-tungstenite", &["netplay", "web"]),
    ("futures-util", &["netplay", "web"]),
    ("sqlx", &["arena"]),
    // One writing thread and a few readers: an asynchronous layer would cost more than the queries.
    ("rusqlite", &["collection", "web"]),
    ("webbrowser", &["web"]),
    ("rlimit", &["web"]),
    ("getrandom", &["web"]),
    ("rustix", &["process", "search", "shell"]),
    ("rustyline", &["shell"]),
    ("ctrlc", &["shell"]),
    // Crates that log with it emit events and do not know where they go.
    ("tracing", &["netplay", "web"]),
    ("tracing-subscriber", &[]),
    ("prometheus-client", &["web"]),
    ("console", &[]),
    ("indicatif", &[]),
];

/// The crates that may print, read standard input or exit.
const MAY_PRINT: &[&str] = &["shell", "test-support"];

struct Package {
    /// The name without the prefix `parlor-`.
    name: String,
    directory: PathBuf,
    is_app: bool,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    package: String,
    /// The name in source code.
    crate_name: String,
    is_for_tests: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn short(name: &str) -> Option<&str> {
    name.strip_prefix("parlor-")
}

/// The packages of the workspace, from `cargo metadata`.
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

/// The contents of all Rust files in a directory.
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
fn no_crate_has_a_forbidden_dependency() {
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
fn the_table_names_only_crates_that_exist() {
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
            // For cargo, what only a mock program in `tests/mock` needs is not a dependency of the tests.
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
