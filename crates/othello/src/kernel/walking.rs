//! The rule of turning discs in its literal form, as a reference for the kernels.

use parlor_core::random::split_mix;

use super::Kernel;

/// Returns the flips by the literal rule: walk from the square over opposing discs to one of the player's.
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

/// Returns whether a kernel is correct on every empty square.
pub(super) fn agrees(kernel: impl Kernel, player: u64, opponent: u64) -> bool {
    let mut mobility = 0;
    for square in (0..64).filter(|&square| (player | opponent) >> square & 1 == 0) {
        let expected = flips_by_walking(player, opponent, square);
        if kernel.flips(player, opponent, square) != expected {
            return false;
        }
        mobility |= u64::from(expected != 0) << square;
    }
    kernel.mobility(player, opponent) == mobility
}

/// Returns random positions from sparse to crowded, and from one side's discs only to the other's.
pub(super) fn positions(n: usize) -> impl Iterator<Item = (u64, u64)> {
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
