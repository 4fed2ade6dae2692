//! `parlor loadtest`: plays many games at once through a server on this machine.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use parlor_web::loadtest;
use serde_json::json;

use super::progress::Progress;

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
    let [beginning, playing] = [
        (arguments.test.games, "games begun"),
        (arguments.test.seconds, "seconds played"),
    ];
    let mut progress = Progress::new(beginning.0.into(), beginning.1)?;
    let mut is_playing = false;
    let report = loadtest::run(&arguments.test, &mut |told| match told {
        loadtest::Progress::Begun(games) => progress.set(games.into()),
        loadtest::Progress::Second(seconds) => {
            if !std::mem::replace(&mut is_playing, true)
                && let Ok(next) = Progress::new(playing.0.into(), playing.1)
            {
                progress = next;
            }
            progress.set(seconds.into());
        }
    })?;
    drop(progress);
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
