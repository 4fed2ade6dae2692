//! What the tests of the program share.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses its own part of this"
)]

use parlor_puppet::Program;

/// Starts `ataxx` on pipes. Games are offered on loopback and any free port, so that tests can run side by side.
pub fn start(options: &[&str]) -> Program {
    let mut all = vec!["--port", "0", "--bind", "127.0.0.1"];
    all.extend(options);
    start_with(&all)
}

/// Starts `ataxx` on pipes with these options alone.
pub fn start_with(options: &[&str]) -> Program {
    Program::start(env!("CARGO_BIN_EXE_ataxx"), options)
}

/// The last dump in a text.
pub fn last_dump(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("===\n").collect();
    parts.pop();
    parts.pop().unwrap_or_default().to_owned()
}

/// The set-up moves after which red wins with `a3-b2`.
pub const NEARLY_WON: &str = "a7-a5;g7-e5;a5-a3;e5-c3;g1-g3;c3-c1";
