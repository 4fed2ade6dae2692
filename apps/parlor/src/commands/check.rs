//! `parlor check`: runs scripts through game programs, ours and students'.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_harness::{Caller, CheckArgs};
use parlor_process::sandbox::{self, Sandbox};

use super::progress;
use super::source::misuse_of;

/// The first argument that makes this program the helper inside a sandbox.
pub(crate) const SANDBOXED: &str = "sandboxed";

/// Runs as the helper inside a sandbox.
pub(crate) fn guard(words: &[OsString]) -> ExitCode {
    let (code, said) = sandbox::guard(words);
    if let Some(said) = said {
        eprintln!("{said}");
    }
    ExitCode::from(code)
}

/// Finds a sandbox, with this program as its helper.
pub(crate) fn find_sandbox() -> Result<Sandbox, sandbox::NoSandbox> {
    let program = std::env::current_exe().unwrap_or_else(|_| "parlor".into());
    Sandbox::find(&[program.into_os_string(), SANDBOXED.into()])
}

pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<ExitCode> {
    // The programs under test have their own process groups, so Ctrl-C does not reach them. We must live long
    // enough to kill them.
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| STOP.store(true, Ordering::SeqCst))?;
    let bar = progress_bar()?;
    let mut report = Vec::new();
    let passed = arguments.run(
        &mut report,
        &Caller {
            stop: &STOP,
            on_progress: &|name, n_all| {
                // A single test has no progress to show.
                if n_all > 1 {
                    bar.set_length(n_all as u64);
                    bar.set_message(name.to_owned());
                    bar.inc(1);
                }
            },
            sandbox: &find_sandbox,
            program: &std::env::current_exe,
        },
    );
    bar.finish_and_clear();
    let passed = passed.map_err(|error| {
        if error.is_misuse() {
            misuse_of(error)
        } else {
            error.into()
        }
    })?;
    io::stdout()
        .write_all(&report)
        .context("cannot write the report")?;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A progress bar on standard error, if that is a terminal.
fn progress_bar() -> anyhow::Result<ProgressBar> {
    if !io::stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let bar = ProgressBar::with_draw_target(None, progress::target());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}")?;
    Ok(bar.with_style(style))
}
