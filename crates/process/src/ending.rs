//! How a program ended.

use std::fmt;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // This is how a shell reports that a program was killed by a signal.
            Ending::Code(code) if code > 128 => {
                write!(f, "exit code {code}, as of signal {}", code - 128)
            }
            Ending::Code(code) => write!(f, "exit code {code}"),
            Ending::Signal(signal) => write!(f, "killed by signal {signal}"),
        }
    }
}
