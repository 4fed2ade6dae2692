//! Runs other programs so that they can neither block, flood nor outlive us.
//!
//! On Linux, every program leads its own process group, has a mark in its environment, and is the
//! [subreaper](containment) of its descendants. If the system allows it, it also has its own control group.
//! When the program ends or is killed, every process found by any of these is killed too. Pipes never block:
//! a program that does not read its input, or a grandchild that keeps the output open, causes no delay.
//!
//! [`Program::start`] runs a command, [`Program::usage`] reports what it uses together with all its
//! descendants, and [`Program::kill`] ends it. An application must call [`containment::keep_orphans`] first.
//!
//! Everything that depends on the system is in one module. On other systems programs cannot be contained, so
//! [`Program::start`] returns an error.

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
pub use platform::{
    Program, containment, pin_thread_to, processors, sandbox, sweep_orphans, thread_waited, wait,
};
pub use shell::with_exec;
pub use usage::Usage;

/// Reads what a program prints, as it arrives.
pub trait Reader {
    /// Reads some bytes. Calls `log` with every complete line.
    fn take(&mut self, bytes: &[u8], now: Instant, log: &mut dyn FnMut(&str));

    /// Reads the end of the output. The last line may not have a newline.
    fn end(&mut self, now: Instant, log: &mut dyn FnMut(&str));
}
