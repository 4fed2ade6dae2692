//! Counts Ctrl-C.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use parlor_core::think::StopToken;

static COUNT: AtomicU32 = AtomicU32::new(0);
static STOP: LazyLock<StopToken> = LazyLock::new(StopToken::new);

/// The number of times Ctrl-C was pressed since the last prompt. By default it is not caught, and the first one
/// ends the program.
#[derive(Debug, Default)]
pub struct Interrupts {
    caught: bool,
    // The number of presses that have already stopped a search.
    spent: u32,
}

impl Interrupts {
    /// Starts to catch Ctrl-C for the whole process.
    pub fn caught() -> Interrupts {
        static INSTALLED: OnceLock<bool> = OnceLock::new();
        let installed = *INSTALLED.get_or_init(|| {
            ctrlc::set_handler(|| {
                COUNT.fetch_add(1, Ordering::SeqCst);
                STOP.set();
            })
            .is_ok()
        });
        Interrupts {
            caught: installed,
            spent: 0,
        }
    }

    /// The number of presses since the last prompt.
    pub fn count(&self) -> u32 {
        if self.caught {
            COUNT.load(Ordering::SeqCst)
        } else {
            0
        }
    }

    /// Resets the count.
    pub fn forget(&mut self) {
        self.spent = 0;
        COUNT.store(0, Ordering::SeqCst);
        STOP.clear();
    }

    /// The stop token of searches.
    pub fn stop(&self) -> &'static StopToken {
        &STOP
    }

    /// Clears the stop token for the next search, but keeps the count.
    pub fn thought_ended(&mut self) {
        STOP.clear();
        self.spent = self.count();
    }

    /// Begins a wait for the network. Presses that stopped a search no longer count, but a press since then is not
    /// lost.
    pub fn begin_wait(&mut self) {
        if COUNT
            .compare_exchange(self.spent, 0, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
        {
            self.spent = 0;
        }
    }

    /// Whether Ctrl-C was pressed since the last search.
    pub fn is_fresh(&self) -> bool {
        self.count() > self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A single test, because the counter is global.
    #[test]
    fn a_press_before_a_wait_counts_unless_it_stopped_a_search() {
        let press = || COUNT.fetch_add(1, Ordering::SeqCst);
        let mut interrupts = Interrupts {
            caught: true,
            spent: 0,
        };
        // Between the message that announces a wait and the wait itself.
        press();
        interrupts.begin_wait();
        assert!(interrupts.is_fresh());
        interrupts.forget();
        interrupts.begin_wait();
        assert!(!interrupts.is_fresh());
        // During a search, and then during the wait.
        press();
        interrupts.thought_ended();
        interrupts.begin_wait();
        assert!(!interrupts.is_fresh());
        assert_eq!(interrupts.count(), 0);
        press();
        assert!(interrupts.is_fresh());
        interrupts.forget();
        // During a search, and between it and the wait.
        press();
        interrupts.thought_ended();
        press();
        interrupts.begin_wait();
        assert!(interrupts.is_fresh());
        interrupts.forget();
    }
}
