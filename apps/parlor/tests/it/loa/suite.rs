//! Runs the scripts of tests/loa with the program that cargo has just built.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use parlor_harness::{Options, Record, Test, TestResult, find_tests, report, run_test};

use crate::program;

/// The factor for time limits: the tests share two processors with other work, and the program is not optimised.
const PATIENCE: f64 = 20.0;

fn suite() -> Vec<Test> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loa");
    find_tests(&[folder]).expect("the suite")
}

fn run(test: &Test) -> TestResult {
    let mut options = Options {
        program: Some(format!("'{}'", program("loa"))),
        ..Options::default()
    };
    options.settings.time_factor = PATIENCE;
    run_test(test, &options, &AtomicBool::new(false))
}

fn file_names(test: &Test) -> Vec<String> {
    let name = |path: &PathBuf| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    test.scripts.iter().map(name).collect()
}

fn assert_all_pass(is_chosen: impl Fn(&Test) -> bool) {
    let chosen: Vec<Test> = suite().into_iter().filter(is_chosen).collect();
    assert!(!chosen.is_empty(), "there are tests");
    let failures: Vec<String> = chosen
        .iter()
        .map(run)
        .filter(|result| !result.passed())
        .map(|result| format!("{}{}", report::text(&Record::from(&result)), result.run.log))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn is_pair(test: &Test) -> bool {
    test.scripts.len() == 2
}

fn has_ai(test: &Test) -> bool {
    file_names(test)[0].starts_with("ai-")
}

#[test]
fn every_script_of_one_program_passes() {
    assert_all_pass(|test| !is_pair(test) && !has_ai(test));
}

#[test]
fn every_script_about_ais_passes() {
    assert_all_pass(|test| !is_pair(test) && has_ai(test));
}

#[test]
fn every_game_of_two_programs_passes() {
    assert_all_pass(is_pair);
}

#[test]
fn every_script_has_an_expectation() {
    for test in suite() {
        for script in &test.scripts {
            assert!(
                script.with_extension("std").exists(),
                "{} has no .std",
                script.display()
            );
        }
    }
}
