//! `parlor check`: scripts through game programs, ours and students'.

use std::io;
use std::process::ExitCode;

use parlor_harness::CheckArgs;

pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<ExitCode> {
    let passed = arguments.run(&mut io::stdout().lock())?;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
