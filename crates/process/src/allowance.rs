//! What a program in a sandbox may use and see, whether or not this system has one.

use std::fmt;
use std::path::PathBuf;

/// What a program may use, with all that it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Memory, in bytes.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// What the scratch folder holds, in bytes.
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

/// Where a program runs and what it sees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SandboxSetup {
    /// The folder that it runs in.
    pub folder: PathBuf,
    /// Whether it may write there: a build may, a test may not.
    pub is_writable: bool,
    /// What is empty for it: expected outputs, other people's work.
    pub hidden: Vec<PathBuf>,
}

/// Why there is no sandbox: what each way in said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSandbox(pub(crate) Vec<String>);

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this system offers no sandbox ({})", self.0.join("; "))
    }
}

impl std::error::Error for NoSandbox {}
