//! Tests of the binary under each of its names. One test binary, because linking is what takes time.

#![allow(clippy::print_stdout, reason = "measurements are printed with --nocapture")]

mod arena;
mod ataxx;
mod boundaries;
mod cli;
mod collection;
mod loa;
mod manual;
mod names;
mod othello;
mod puzzles;
mod setup;
mod specifications;
mod usage;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// A link to the binary with this name, like those of `make install`.
fn program(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let link = folder.join(name);
    let binary = env!("CARGO_BIN_EXE_parlor");
    if fs::read_link(&link).is_ok_and(|target| target == Path::new(binary)) {
        return link.display().to_string();
    }
    // Create the link elsewhere and move it here atomically: tests run in parallel, in several processes.
    let scratch = tempfile::tempdir_in(folder).unwrap();
    let fresh = scratch.path().join(name);
    symlink(binary, &fresh).unwrap();
    fs::rename(fresh, &link).unwrap();
    link.display().to_string()
}
