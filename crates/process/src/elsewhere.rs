//! Systems on which programs cannot be contained. Programs are never started here, so most functions are
//! unreachable.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::{Ending, Log, Reader, Usage};

/// Why no program is started.
const REFUSED: &str = "other programs run only on Linux: on this system they could not be contained";

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, REFUSED)
}

/// A program. It cannot exist on this system.
pub struct Program<R: Reader> {
    /// The reader of its output.
    pub reader: R,
    never: Infallible,
}

impl<R: Reader> Program<R> {
    /// Returns an error: programs cannot be started here.
    pub fn start(_label: &str, _command: &str, _reader: R) -> io::Result<Program<R>> {
        Err(refused())
    }

    /// Returns an error: programs cannot be started here.
    pub fn start_in(
        _label: &str,
        _command: &str,
        _folder: Option<&Path>,
        _reader: R,
    ) -> io::Result<Program<R>> {
        Err(refused())
    }

    /// Returns an error: programs cannot be started here.
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

    /// Closes the input once everything queued was sent.
    pub fn close_input(&mut self) {
        match self.never {}
    }

    /// Sends and receives what is possible without waiting, and checks whether the program has ended.
    pub fn attend(&mut self, _log: &mut Log) {
        match self.never {}
    }

    /// The process id.
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

    /// The number of bytes it has printed.
    pub fn n_printed(&self) -> usize {
        match self.never {}
    }

    /// The resources that the program and its child processes use now.
    pub fn usage(&self) -> Usage {
        match self.never {}
    }

    /// How long the program and its child processes have waited for a processor.
    pub fn waited(&self) -> Duration {
        match self.never {}
    }

    /// Keeps up to this many bytes of standard error, instead of a short end.
    pub fn keep_errors(&mut self, _n_bytes: usize) {
        match self.never {}
    }

    /// The end of its standard error.
    pub fn last_errors(&self) -> String {
        match self.never {}
    }

    /// Kills the program and everything it started, and waits for it.
    pub fn kill(&mut self) {
        match self.never {}
    }
}

/// Waits until one of these programs needs attention. There are none.
pub fn wait<R: Reader>(_programs: &[&Program<R>], _at_most: Duration) {}

/// Kills what is left of programs whose parent was killed. There are none.
pub fn sweep_orphans() -> usize {
    0
}

/// The processors of this machine, numbered from 0.
pub fn processors() -> io::Result<Vec<usize>> {
    Ok((0..std::thread::available_parallelism()?.get()).collect())
}

/// Returns an error: threads cannot be pinned here.
pub fn pin_thread_to(_processor: usize) -> io::Result<()> {
    let message = "keeping to one processor is possible only on Linux";
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

/// How long this thread has waited for a processor. Always zero: only Linux reports it.
pub fn thread_waited() -> Duration {
    Duration::ZERO
}

/// Programs are never started here, so there is nothing to contain.
pub mod containment {
    use std::ffi::OsStr;
    use std::io;
    use std::path::PathBuf;

    /// The first argument of our executable when it should become a program.
    pub const BECOME: &str = "become-contained-program";

    /// Does nothing: no program is ever left behind.
    pub fn keep_orphans(_executable: PathBuf) -> io::Result<()> {
        Ok(())
    }

    /// Returns an error: programs cannot be started here.
    pub fn become_program(_command: &OsStr) -> io::Error {
        super::refused()
    }

    /// Does nothing: there are no control groups.
    pub fn use_control_groups(_wanted: bool) {}
}

/// There is no sandbox here.
pub mod sandbox {
    use std::convert::Infallible;
    use std::ffi::OsString;
    use std::io;
    use std::process::Command;

    pub use crate::allowance::{Allowance, NoSandbox, SandboxSetup};

    /// The folder that a program may write to.
    pub const SCRATCH: &str = "/tmp";

    const ONLY_LINUX: &str = "only Linux has one";

    /// Returns an error: there is no sandbox.
    pub fn guard(_arguments: &[OsString]) -> (u8, Option<String>) {
        (125, Some(format!("parlor: no sandbox: {ONLY_LINUX}")))
    }

    /// A sandbox. It cannot exist on this system.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Sandbox(Infallible);

    impl Sandbox {
        /// Returns an error: there is no sandbox.
        pub fn find(_helper: &[OsString]) -> Result<Sandbox, NoSandbox> {
            Err(NoSandbox(vec![ONLY_LINUX.to_owned()]))
        }

        /// The name of the method, for reports.
        pub fn name(&self) -> &'static str {
            match self.0 {}
        }

        /// Wraps a shell command so that it runs in the sandbox.
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
