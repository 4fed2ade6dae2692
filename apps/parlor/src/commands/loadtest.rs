//! `parlor loadtest`: many games at once on one server, on this machine only.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_web::loadtest::{self, Progress};
use serde_json::json;

/// The arguments of `parlor loadtest`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    test: loadtest::Arguments,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    // The bar is hidden unless standard error is a terminal.
    let bar = ProgressBar::new(u64::from(arguments.test.games));
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")?);
    bar.set_message("games begun");
    let report = loadtest::run(&arguments.test, &mut |progress| match progress {
        Progress::Begun(games) => bar.set_position(u64::from(games)),
        Progress::Second(seconds) => {
            bar.set_length(u64::from(arguments.test.seconds));
            bar.set_message("seconds");
            bar.set_position(u64::from(seconds));
        }
    })?;
    bar.finish_and_clear();
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let mut out = io::stdout().lock();
    if arguments.json {
        let row = json!({
            "games": report.games,
            "moves": report.moves,
            "failed": report.failed,
            "seconds": report.time.as_secs_f64(),
            "median_ms": ms(report.median),
            "p99_ms": ms(report.p99),
            "longest_ms": ms(report.longest),
        });
        writeln!(out, "{row}")?;
    } else {
        writeln!(
            out,
            "{} games at once, {} moves in {:.1} s, {} games broke off",
            report.games,
            report.moves,
            report.time.as_secs_f64(),
            report.failed
        )?;
        writeln!(
            out,
            "a move is relayed in {:.2} ms (median), {:.2} ms (99th percentile), {:.2} ms at most",
            ms(report.median),
            ms(report.p99),
            ms(report.longest)
        )?;
    }
    Ok(if report.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
