//! Ctrl-C and SIGTERM: long commands stop and print what they have so far.

use std::sync::OnceLock;

use anyhow::Context;
use parlor_core::think::StopToken;

/// The exit code of a command that was interrupted and printed what it had.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns a token that Ctrl-C and SIGTERM set. May be called any number of times.
pub(crate) fn stop_on_signals() -> anyhow::Result<StopToken> {
    static STOP: OnceLock<StopToken> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(stop.clone());
    }
    let stop = StopToken::new();
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.set()).context("cannot listen for Ctrl-C")?;
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGTERM, stop.share())
        .context("cannot listen for SIGTERM")?;
    Ok(STOP.get_or_init(|| stop).clone())
}
