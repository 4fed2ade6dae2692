//! Systems on which programs cannot be contained: none is ever started, so there is never one to speak to.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::{Ending, Log, Reader, Usage};

/// Why no program runs.
const REFUSED: &str = "other programs run only on Linux: on this system they could not be contained";

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, REFUSED)
}

/// A program. There is none here.
pub struct Program<R: Reader> {
    /// What reads its output.
    pub reader: R,
    never: Infallible,
}

impl<R: Reader> Program<R> {
    /// Refuses to start a command of the shell.
    pub fn start(_label: &str, _command: &str, _reader: R) -> io::Result<Program<R>> {
        Err(refused())
    }

    /// Refuses to start a command of the shell in a folder.
    pub fn start_in(
        _label: &str,
        _command: &str,
        _folder: Option<&Path>,
        _reader: R,
    ) -> io::Result<Program<R>> {
        Err(refused())
    }

    /// Refuses to start a command that somebody has prepared.
    pub fn start_prepared(_label: &str, _command: Command, _reader: R) -> io::Result<Program<R>> {
        Err(refused())
    }

    /// Changes the label.
    pub fn set_label(&mut self, _label: &str) {
        match self.never {}
    }

    /// Queues a line for the program.
    pub fn send(&mut self, _line: &str, _log: &mut Log) {
        match self.never {}
    }

    /// Closes the input once all that was queued is taken.
    pub fn close_input(&mut self) {
        match self.never {}
    }

    /// Moves what can be moved without waiting, and looks whether the program has ended.
    pub fn attend(&mut self, _log: &mut Log) {
        match self.never {}
    }

    /// The number of its process, for messages.
    pub fn id(&self) -> u32 {
        match self.never {}
    }

    /// How the program ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.never {}
    }

    /// Whether the program has closed its output.
    pub fn is_silent(&self) -> bool {
        match self.never {}
    }

    /// How many bytes it has printed.
    pub fn n_printed(&self) -> usize {
        match self.never {}
    }

    /// What it takes of the machine now, together with all that it started.
    pub fn usage(&self) -> Usage {
        match self.never {}
    }

    /// How long it and all that it started have waited for a processor.
    pub fn waited(&self) -> Duration {
        match self.never {}
    }

    /// Keeps this many bytes of the standard error instead of only its end.
    pub fn keep_errors(&mut self, _n_bytes: usize) {
        match self.never {}
    }

    /// The end of what it printed on the standard error.
    pub fn last_errors(&self) -> String {
        match self.never {}
    }

    /// Kills the program and all that it started, and waits for it.
    pub fn kill(&mut self) {
        match self.never {}
    }
}

/// Waits until one of these programs has something to be attended to. There are none.
pub fn wait<R: Reader>(_programs: &[&Program<R>], _at_most: Duration) {}

/// Kills what is left of programs whose keeper is gone. There are none.
pub fn sweep_orphans() -> usize {
    0
}

/// The processors of the machine.
pub fn processors() -> io::Result<Vec<usize>> {
    Ok((0..std::thread::available_parallelism()?.get()).collect())
}

/// Refuses to keep this thread to one processor.
pub fn keep_to(_processor: usize) -> io::Result<()> {
    let message = "keeping to one processor is possible only on Linux";
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

/// How long this thread has waited for a processor, which only Linux counts.
pub fn thread_waited() -> Duration {
    Duration::ZERO
}

/// Programs are never started here, so nothing has to be kept in reach.
pub mod containment {
    use std::ffi::OsStr;
    use std::io;
    use std::path::PathBuf;

    /// The first argument with which our executable would be called to become a program.
    pub const BECOME: &str = "become-contained-program";

    /// Nothing is ever left behind here.
    pub fn keep_orphans(_executable: PathBuf) -> io::Result<()> {
        Ok(())
    }

    /// Refuses to become a program.
    pub fn become_program(_command: &OsStr) -> io::Error {
        super::refused()
    }

    /// There are no control groups here.
    pub fn use_control_groups(_wanted: bool) {}
}

/// There is no sandbox here.
pub mod sandbox {
    use std::convert::Infallible;
    use std::ffi::OsString;
    use std::io;
    use std::process::Command;

    pub use crate::allowance::{Allowance, NoSandbox, SandboxSetup};

    /// The folder that a program might write to.
    pub const SCRATCH: &str = "/tmp";

    const ONLY_LINUX: &str = "only Linux has one";

    /// Refuses to be the helper inside a sandbox.
    pub fn guard(_arguments: &[OsString]) -> (u8, Option<String>) {
        (125, Some(format!("parlor: no sandbox: {ONLY_LINUX}")))
    }

    /// A way to run programs in a sandbox. There is none here.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Sandbox(Infallible);

    impl Sandbox {
        /// Says that there is no way in.
        pub fn find(_helper: &[OsString]) -> Result<Sandbox, NoSandbox> {
            Err(NoSandbox(vec![ONLY_LINUX.to_owned()]))
        }

        /// What it is made of, for reports.
        pub fn name(&self) -> &'static str {
            match self.0 {}
        }

        /// A command of the shell, to be run inside.
        pub fn command(
            &self,
            _command: &str,
            _room: &SandboxSetup,
            _allowance: &Allowance,
        ) -> io::Result<Command> {
            match self.0 {}
        }
    }
}
