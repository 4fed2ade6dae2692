//! The limits and the view of a program in a sandbox. Defined on every system, even without a sandbox.

use std::fmt;
use std::path::PathBuf;

/// The limits of a program with all its child processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The maximum memory, in bytes.
    pub memory: u64,
    /// The maximum number of processes and threads.
    pub processes: u64,
    /// The maximum size of the scratch folder, in bytes.
    pub scratch: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            memory: 2 << 30,
            processes: 256,
            scratch: 256 << 20,
        }
    }
}

/// Where a program runs, and what it can see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SandboxSetup {
    /// The working directory.
    pub folder: PathBuf,
    /// Whether the program may write there: a build may, a test may not.
    pub is_writable: bool,
    /// Folders that appear empty: expected outputs, other submissions.
    pub hidden: Vec<PathBuf>,
}

/// Why there is no sandbox: the error of each method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSandbox(pub(crate) Vec<String>);

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this system offers no sandbox ({})", self.0.join("; "))
    }
}

impl std::error::Error for NoSandbox {}
