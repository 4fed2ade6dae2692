//! The two operations that all speed in Othello rests on: which discs a move turns, and where a side can
//! move.
//!
//! A kernel knows bit patterns, not rules: no colours, no turn, no pass. There are two, [`Portable`] and
//! [`Avx2`], equal in every answer. A kernel is a value without size; an [`Avx2`] can be had only on a
//! machine that has the instructions, so holding one is the proof that using it is sound.
//!
//! Bit `8 * row + column` is a square; row 0 is the top row, so a1, the top left corner, is bit 0.
//!
//! Hot code is written once, generic over `K: Kernel`, as the [`Task::run`] of some type, and marked
//! `#[inline(always)]`. [`Kernel::run`] calls it from inside a function that is compiled for the kernel's
//! instructions; a recursion that goes through `kernel.run(…)` therefore stays in such functions, although
//! the binary as a whole is built for the oldest machine of its target.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod rays;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
use parlor_core::cpu::Cpu;
pub use portable::Portable;

/// One implementation of the flips and the mobility.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// The discs of `opponent` that a disc of `player` on `square` turns; none when the move is not legal.
    ///
    /// The square must be below 64 and empty, and the two sides must share no square; otherwise the answer
    /// is unspecified.
    fn flips(self, player: u64, opponent: u64, square: u32) -> u64;

    /// Every square where `player` can move.
    fn mobility(self, player: u64, opponent: u64) -> u64;

    /// Runs a task in a function that is compiled for the instructions of this kernel.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work that is compiled once for each kernel. Its `run` should be `#[inline(always)]`: only what is inlined
/// into [`Kernel::run`] is compiled for the kernel's instructions.
pub trait Task {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a task with the kernel for these instructions, or with the portable one where they are missing.
pub fn dispatch<T: Task>(cpu: Cpu, task: T) -> T::Output {
    match cpu {
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 => match Avx2::detect() {
            Some(kernel) => kernel.run(task),
            None => Portable.run(task),
        },
        _ => Portable.run(task),
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;

    use super::*;

    /// The rules as they are told: walk from the square over opposing discs to one of the player's.
    fn flips_by_walking(player: u64, opponent: u64, square: u32) -> u64 {
        let has = |set: u64, row: i32, column: i32| {
            (0..8).contains(&row) && (0..8).contains(&column) && set >> (8 * row + column) & 1 != 0
        };
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut flips = 0;
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let (mut r, mut c, mut line) = (row + down, column + right, 0);
            while has(opponent, r, c) {
                line |= 1 << (8 * r + c);
                (r, c) = (r + down, c + right);
            }
            if has(player, r, c) {
                flips |= line;
            }
        }
        flips
    }

    fn check(kernel: impl Kernel, player: u64, opponent: u64) {
        let mut mobility = 0;
        for square in (0..64).filter(|&square| (player | opponent) >> square & 1 == 0) {
            let expected = flips_by_walking(player, opponent, square);
            assert_eq!(
                kernel.flips(player, opponent, square),
                expected,
                "{player:#x} {opponent:#x} {square}"
            );
            mobility |= u64::from(expected != 0) << square;
        }
        assert_eq!(
            kernel.mobility(player, opponent),
            mobility,
            "{player:#x} {opponent:#x}"
        );
    }

    /// Random positions from sparse to crowded, and from one side's discs only to the other's.
    fn random_positions(n: usize) -> impl Iterator<Item = (u64, u64)> {
        let mut state = 2;
        (0..n).map(move |i| {
            let mut occupied = split_mix(&mut state);
            match i % 4 {
                0 => {}
                1 => occupied |= split_mix(&mut state),
                2 => occupied |= split_mix(&mut state) | split_mix(&mut state),
                _ => occupied |= !(1 << (split_mix(&mut state) % 64)),
            }
            let mut player = split_mix(&mut state);
            match i / 4 % 3 {
                0 => {}
                1 => player &= split_mix(&mut state),
                _ => player &= split_mix(&mut state) & split_mix(&mut state),
            }
            (occupied & player, occupied & !player)
        })
    }

    #[test]
    fn the_portable_kernel_agrees_with_walking_the_board() {
        for (player, opponent) in random_positions(20_000) {
            check(Portable, player, opponent);
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_avx2_kernel_agrees_with_walking_the_board() {
        // On a machine without the instructions there is nothing to compare.
        if let Some(kernel) = Avx2::detect() {
            for (player, opponent) in random_positions(20_000) {
                check(kernel, player, opponent);
            }
        }
    }

    #[test]
    fn the_kernels_agree_on_every_square_of_every_line() {
        // One disc of the player anywhere and the opponent everywhere else: the longest lines there are.
        for square in 0..64 {
            for anchor in (0..64).filter(|&anchor| anchor != square) {
                let (player, opponent) = (1 << anchor, !(1 << anchor | 1 << square));
                check(Portable, player, opponent);
                #[cfg(target_arch = "x86_64")]
                if let Some(kernel) = Avx2::detect() {
                    check(kernel, player, opponent);
                }
            }
        }
    }
}
