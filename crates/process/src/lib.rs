//! Programs that are not ours, held so that they can neither block, flood nor outlive us.
//!
//! On Linux every program leads a process group of its own, carries a mark in its environment, and is the
//! [subreaper](containment) of what it starts; where the system allows it has a control group of its own. When it is done with,
//! all that any of these finds is killed. Pipes never block: a program that does not read, or a
//! grandchild that keeps the output open, delays nobody.
//!
//! [`Program::start`] runs a command, [`Program::usage`] is what it and all that it started take, and
//! [`Program::kill`] its end. An application calls [`containment::keep_orphans`] first.
//!
//! All that depends on the system is in one module. Elsewhere nothing can be contained in this way, so
//! that [`Program::start`] refuses with a message.

mod allowance;
mod ending;
mod lines;
mod log;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;
mod shell;
mod usage;

use std::time::Instant;

pub use ending::Ending;
pub use lines::Lines;
pub use log::Log;
pub use platform::{Program, containment, keep_to, processors, sandbox, sweep_orphans, thread_waited, wait};
pub use shell::in_place_of_the_shell;
pub use usage::Usage;

/// Takes what a program prints, as it comes.
pub trait Reader {
    /// Takes what was read; `log` receives every complete line as it was printed.
    fn take(&mut self, bytes: &[u8], now: Instant, log: &mut dyn FnMut(&str));

    /// Takes the end of the output: a last line need not have its newline.
    fn end(&mut self, now: Instant, log: &mut dyn FnMut(&str));
}
