//! Ctrl-C, counted.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);
static STOP: AtomicBool = AtomicBool::new(false);

/// The presses of Ctrl-C since the last prompt. By default none is ever seen: the program dies of the first.
#[derive(Debug, Default)]
pub struct Interrupts {
    caught: bool,
}

impl Interrupts {
    /// Begins to catch Ctrl-C for the whole program.
    pub fn caught() -> Interrupts {
        static INSTALLED: OnceLock<bool> = OnceLock::new();
        let installed = *INSTALLED.get_or_init(|| {
            ctrlc::set_handler(|| {
                COUNT.fetch_add(1, Ordering::SeqCst);
                STOP.store(true, Ordering::SeqCst);
            })
            .is_ok()
        });
        Interrupts { caught: installed }
    }

    /// How often it was pressed since the last prompt.
    pub fn count(&self) -> u32 {
        if self.caught {
            COUNT.load(Ordering::SeqCst)
        } else {
            0
        }
    }

    /// Forgets what was pressed.
    pub fn forget(&self) {
        COUNT.store(0, Ordering::SeqCst);
        STOP.store(false, Ordering::SeqCst);
    }

    /// The flag that a thinker watches.
    pub fn stop_flag(&self) -> &'static AtomicBool {
        &STOP
    }

    /// Lets the next thought begin fresh, while the count goes on.
    pub fn thought_ended(&self) {
        STOP.store(false, Ordering::SeqCst);
    }
}
