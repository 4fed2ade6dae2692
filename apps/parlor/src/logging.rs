//! Logging to standard error, as text or JSON.

use std::io::IsTerminal;

use anyhow::Context;
use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// The environment variable that sets the log level if there is no option.
const VARIABLE: &str = "RUST_LOG";

/// The logging options.
#[derive(Args, Clone, Debug, Default)]
// Otherwise clap would name the group after the type, and the commands' own `Arguments` have the same name.
#[group(id = "logging")]
pub(crate) struct Arguments {
    /// Level of the log on standard error: off, error, warn, info, debug or trace, or a list such as
    /// warn,parlor_web=debug [default: RUST_LOG, else warn]
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
    /// Format of the log
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<Format>,
}

impl Arguments {
    /// Fills the options that are not set with those of `other`.
    pub(crate) fn or(&self, other: &Arguments) -> Arguments {
        Arguments {
            log: self.log.clone().or_else(|| other.log.clone()),
            log_format: self.log_format.or(other.log_format),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line of text per event
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Starts logging with the requested level, else with `default`. The programs for a terminal log nothing by
/// default.
pub(crate) fn begin(arguments: &Arguments, default: LevelFilter) -> anyhow::Result<()> {
    let filter = match (&arguments.log, std::env::var(VARIABLE)) {
        (Some(asked), _) => read(asked).with_context(|| format!("--log {asked}"))?,
        (None, Ok(asked)) if !asked.trim().is_empty() => {
            read(&asked).with_context(|| format!("{VARIABLE}={asked}"))?
        }
        _ => Targets::new().with_default(default),
    };
    let lines = fmt::layer().with_writer(std::io::stderr);
    let layer = match arguments.log_format.unwrap_or_default() {
        Format::Text => lines.with_ansi(colours()).boxed(),
        Format::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry()
        .with(layer.with_filter(filter))
        .init();
    Ok(())
}

/// Whether log lines have colours: on a terminal, unless `NO_COLOR` is set.
fn colours() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn read(asked: &str) -> anyhow::Result<Targets> {
    let is_level = |word: &str| word.trim().parse::<LevelFilter>().is_ok();
    // The library would take a word that is not a level for a target, and log everything of it.
    let is_known = |item: &str| match item.split_once('=') {
        Some((target, level)) => !target.trim().is_empty() && is_level(level),
        None => is_level(item),
    };
    let targets = asked.trim().parse().ok();
    targets
        .filter(|_| asked.split(',').all(is_known))
        .context("this is neither a level (off, error, warn, info, debug, trace) nor a list of target=level")
}

/// Logs panics like other events: a server continues after a panic in a game.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let said = panic.payload_as_str().unwrap_or("it said nothing");
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("without a name");
        tracing::error!(place, thread, "panic: {said}");
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_levels_and_lists_of_targets_are_parsed() {
        for asked in ["info", "WARN", "off", "warn,parlor_web=debug", " debug "] {
            assert!(read(asked).is_ok(), "{asked}");
        }
        for asked in ["loud", "parlor_web=loud", "=="] {
            assert!(read(asked).is_err(), "{asked}");
        }
    }
}
