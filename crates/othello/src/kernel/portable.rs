//! The kernel for any machine: plain 64-bit arithmetic.

use super::rays::{RAYS, STEPS};
use super::{Kernel, Task};

/// The kernel that every machine can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable;

/// The columns b to g. A line along a row or diagonal must not run over the edge into the next row, and no
/// disc on an edge column can be outflanked along it.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Kernel for Portable {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: u32) -> u64 {
        let rays = &RAYS[(square & 63) as usize];
        let mut flips = 0;
        for lane in 0..4 {
            // Rising: the first square that is not the opponent's is the lowest remaining bit of the line. If
            // the player holds it, everything before it turns.
            let ray = rays.rising[lane];
            let stops = ray & !opponent;
            let anchor = stops & stops.wrapping_neg() & player;
            flips |= ray & anchor.wrapping_sub(u64::from(anchor != 0));

            flips |= falling_flips(player, opponent, rays.falling[lane]);
        }
        flips
    }

    #[inline(always)]
    fn mobility(self, player: u64, opponent: u64) -> u64 {
        let inner = opponent & INNER_COLUMNS;
        let masks = [inner, opponent, inner, inner];
        let mut moves = 0;
        for lane in 0..4 {
            moves |= line_ends(player, masks[lane], STEPS[lane]);
        }
        moves & !(player | opponent)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Returns the discs that turn on a line of falling index: the first square that is not the opponent's is the
/// highest bit. Bit 0 is added so that there always is one; it can be mistaken for an anchor only if it is
/// not on the line.
#[inline(always)]
pub(super) fn falling_flips(player: u64, opponent: u64, ray: u64) -> u64 {
    let stops = ray & !opponent;
    let anchor = (1 << 63) >> (stops | 1).leading_zeros() & player & ray;
    ray & (anchor << 1).wrapping_neg()
}

/// Returns the squares right after every run of `opponent` that starts next to `player`, both ways along the
/// lines of this step. Runs are followed by doubling (Kogge-Stone): one, two, four, six discs.
#[inline(always)]
pub(super) fn line_ends(player: u64, opponent: u64, step: u32) -> u64 {
    let mut rising = opponent & player << step;
    let mut falling = opponent & player >> step;
    rising |= opponent & rising << step;
    falling |= opponent & falling >> step;
    let rising_pairs = opponent & opponent << step;
    let falling_pairs = rising_pairs >> step;
    rising |= rising_pairs & rising << (2 * step);
    falling |= falling_pairs & falling >> (2 * step);
    rising |= rising_pairs & rising << (2 * step);
    falling |= falling_pairs & falling >> (2 * step);
    rising << step | falling >> step
}
