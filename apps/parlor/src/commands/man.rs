//! `parlor man`: manual pages, generated from the definition of the command line.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::programs::Program;

/// The arguments of `parlor man`.
#[derive(Args)]
#[command(after_help = "Example:\n  parlor man ~/.local/share/man/man1 && man parlor-arena")]
pub(crate) struct Arguments {
    /// Folder for the pages, such as /usr/local/share/man/man1; created if it does not exist
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    // One page per command: parlor.1, parlor-arena.1, parlor-arena-play.1 and so on.
    let programs = Program::ALL.map(Program::command);
    for command in std::iter::once(crate::help::command()).chain(programs) {
        clap_mangen::generate_to(command, folder)
            .with_context(|| format!("cannot write the pages to {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
