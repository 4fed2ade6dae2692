//! docs/specifications.md lists where each requirement of the five courses is implemented and which test
//! covers it, and docs/reliability.md which test covers each promise. These tests check that the lists are
//! correct.

use std::fs;
use std::path::{Path, PathBuf};

/// The courses, and the number of requirements in the specification of each.
const REQUIREMENTS: [(&str, usize); 5] = [
    ("CMSC132", 6),
    ("CS61B-2008", 13),
    ("CS61B-2020", 15),
    ("COMP2150", 5),
    ("CSIS44542", 8),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/specifications.md")).unwrap()
}

/// The rows of the tables, split into cells: number, requirement, modules, tests, reading.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let is_row = |line: &&str| {
        REQUIREMENTS
            .iter()
            .any(|(course, _)| line.starts_with(&format!("| {course}.")))
    };
    let cells = |line: &'_ str| -> usize { line.matches(" | ").count() };
    let rows = page.lines().filter(is_row).filter(|line| cells(line) >= 3);
    rows.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

/// The code spans in a cell.
fn codes(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn no_requirement_is_missing() {
    let page = page();
    let rows = rows(&page);
    let found: Vec<&str> = rows.iter().map(|cells| cells[0]).collect();
    for (course, n) in REQUIREMENTS {
        for number in 1..=n {
            let name = format!("{course}.{number}");
            assert_eq!(found.iter().filter(|it| **it == name).count(), 1, "{name}");
        }
    }
    assert_eq!(found.len(), REQUIREMENTS.iter().map(|(_, n)| n).sum::<usize>());
}

#[test]
fn every_requirement_names_tests_that_exist() {
    let page = page();
    let mut wrong = Vec::new();
    for cells in rows(&page) {
        let [number, _, _, tests, ..] = cells[..] else {
            panic!("{cells:?}")
        };
        assert!(!codes(tests).is_empty(), "{number} names no test");
        for test in codes(tests) {
            let (file, name) = test.split_once("::").unwrap_or((test, ""));
            let Ok(text) = fs::read_to_string(root().join(file)) else {
                wrong.push(format!("{number}: there is no {file}"));
                continue;
            };
            let is_there = match file.rsplit('.').next() {
                // A test function, or a trial of a test binary with its own harness.
                Some("rs") => text.contains(&format!("fn {name}()")) || text.contains(&format!("\"{name}\"")),
                _ => text.contains(name),
            };
            if !is_there {
                wrong.push(format!("{number}: {file} has no {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_requirement_names_modules_that_exist() {
    let page = page();
    for cells in rows(&page) {
        let modules = codes(cells[2]);
        assert!(!modules.is_empty(), "{} names no module", cells[0]);
        for module in modules {
            assert!(root().join(module).exists(), "{}: there is no {module}", cells[0]);
        }
    }
}

/// Appends the sources below a folder, without build output.
fn sources(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && name != "target" && name != "node_modules" && name != "ui" {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_promise_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("docs/reliability.md")).unwrap();
    let mut known = String::new();
    for folder in ["crates", "apps"] {
        sources(&root().join(folder), &mut known);
    }
    let (mut n_tests, mut wrong) = (0, Vec::new());
    for code in codes(&page) {
        // The name of a test is a sentence. `…` stands for the rest of a long one.
        let name = code.rsplit("::").next().unwrap_or(code).trim_start_matches('…');
        let is_sentence = name.matches('_').count() >= 2 && !name.contains([' ', '/', '.', '-']);
        if !is_sentence {
            continue;
        }
        n_tests += 1;
        let wanted = match name.strip_suffix('…') {
            Some(start) => format!("fn {start}"),
            None => format!("fn {name}("),
        };
        if !known.contains(&wanted) {
            wrong.push(name);
        }
    }
    assert!(n_tests > 40, "{n_tests} tests are named");
    assert!(wrong.is_empty(), "no such tests: {wrong:?}");
}
