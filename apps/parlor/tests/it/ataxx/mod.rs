//! Tests of the program `ataxx`, and what they share.

mod alone;
mod hostile;
mod remote;
mod terminal;

use parlor_test_support::Program;

use crate::program;

/// Starts `ataxx` on pipes. It hosts games on loopback and any free port, so that tests can run in parallel.
pub(crate) fn start(options: &[&str]) -> Program {
    let mut all = vec!["--port", "0", "--bind", "127.0.0.1"];
    all.extend(options);
    start_with(&all)
}

/// Starts `ataxx` on pipes with only these options.
pub(crate) fn start_with(options: &[&str]) -> Program {
    Program::start(&program("ataxx"), options)
}

/// The last dump in a text.
pub(crate) fn last_dump(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("===\n").collect();
    parts.pop();
    parts.pop().unwrap_or_default().to_owned()
}

/// Set-up moves after which red wins with `a3-b2`.
pub(crate) const NEARLY_WON: &str = "a7-a5;g7-e5;a5-a3;e5-c3;g1-g3;c3-c1";
