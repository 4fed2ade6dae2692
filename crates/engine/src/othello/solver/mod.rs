//! The exact end of the game.
mod leaves;
mod null_window;
mod ordering;
mod table;
mod worker;

use std::sync::atomic::AtomicBool;
use parlor_othello::kernel::{Kernel, Task};

/// Temp.
pub struct Probe(pub u64, pub u64);
impl Task for Probe {
    type Output = (i32, u64);
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> (i32, u64) {
        let table = table::Table::new(256);
        let stop = AtomicBool::new(false);
        let mut w = worker::Worker::new(&table, &stop, &stop);
        // bisect from 0
        let mut lo = -64; let mut hi = 64; let mut guess = 0;
        while lo < hi {
            let alpha = if guess == lo { guess } else { guess - 1 };
            let s = null_window::search(kernel, null_window::NullWindow{worker:&mut w, player:self.0, opponent:self.1, alpha});
            if s > alpha { lo = s } else { hi = s }
            guess = s;
        }
        (lo, w.nodes)
    }
}
