//! Ctrl-C, counted.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use parlor_core::think::StopToken;

static COUNT: AtomicU32 = AtomicU32::new(0);
static STOP: LazyLock<StopToken> = LazyLock::new(StopToken::new);

/// The presses of Ctrl-C since the last prompt. By default none is ever seen: the program dies of the first.
#[derive(Debug, Default)]
pub struct Interrupts {
    caught: bool,
    // How many of them have hurried a thinker already.
    spent: u32,
}

impl Interrupts {
    /// Begins to catch Ctrl-C for the whole program.
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

    /// How often it was pressed since the last prompt.
    pub fn count(&self) -> u32 {
        if self.caught {
            COUNT.load(Ordering::SeqCst)
        } else {
            0
        }
    }

    /// Forgets what was pressed.
    pub fn forget(&mut self) {
        self.spent = 0;
        COUNT.store(0, Ordering::SeqCst);
        STOP.clear();
    }

    /// The flag that a search watches.
    pub fn stop(&self) -> &'static StopToken {
        &STOP
    }

    /// Lets the next thought begin fresh, while the count goes on.
    pub fn thought_ended(&mut self) {
        STOP.clear();
        self.spent = self.count();
    }

    /// Begins a wait: what hurried a thinker is forgotten, but a press that came since is not lost, however
    /// quick it was.
    pub fn begin_wait(&mut self) {
        if COUNT
            .compare_exchange(self.spent, 0, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
        {
            self.spent = 0;
        }
    }

    /// Whether it was pressed since the last thought.
    pub fn is_fresh(&self) -> bool {
        self.count() > self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // One test, for the counter is one for the whole program.
    #[test]
    fn a_press_before_a_wait_counts_unless_a_thinker_has_heeded_it() {
        let press = || COUNT.fetch_add(1, Ordering::SeqCst);
        let mut interrupts = Interrupts {
            caught: true,
            spent: 0,
        };
        // Between the words that announce a wait and the wait.
        press();
        interrupts.begin_wait();
        assert!(interrupts.is_fresh());
        interrupts.forget();
        interrupts.begin_wait();
        assert!(!interrupts.is_fresh());
        // In a thought, and then in the wait.
        press();
        interrupts.thought_ended();
        interrupts.begin_wait();
        assert!(!interrupts.is_fresh());
        assert_eq!(interrupts.count(), 0);
        press();
        assert!(interrupts.is_fresh());
        interrupts.forget();
        // In a thought, and between it and the wait.
        press();
        interrupts.thought_ended();
        press();
        interrupts.begin_wait();
        assert!(interrupts.is_fresh());
        interrupts.forget();
    }
}
