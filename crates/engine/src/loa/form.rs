//! The shape of a side's pieces: their centre, their distance from it and the number of groups.
//!
//! Winands found these features to matter in MIA (2004). All of them take a few bit operations on the set of
//! pieces.

use parlor_core::{Bitboard, Square};

/// For each square and radius, the squares farther away than the radius, in king moves.
static BEYOND: [[u64; 7]; 64] = {
    let mut table = [[0; 7]; 64];
    let mut from = 0;
    while from < 64 {
        let mut radius = 0;
        while radius < 7 {
            let mut to = 0;
            while to < 64 {
                let files = (from % 8_usize).abs_diff(to % 8);
                let ranks = (from / 8_usize).abs_diff(to / 8);
                let distance = if files > ranks { files } else { ranks };
                if distance > radius {
                    table[from][radius] |= 1 << to;
                }
                to += 1;
            }
            radius += 1;
        }
        from += 1;
    }
    table
};

/// For each number of pieces, the minimum sum of their distances from their centre: one in the middle, eight
/// around it, the rest around those.
const LEAST_DISTANCE: [i32; 65] = {
    let mut table = [0; 65];
    let mut n = 1;
    while n <= 64 {
        let step = if n <= 1 {
            0
        } else if n <= 9 {
            1
        } else if n <= 25 {
            2
        } else {
            3
        };
        table[n] = table[n - 1] + step;
        n += 1;
    }
    table
};

/// 2¹⁶ / n, rounded up: division by a small number of pieces as a multiplication.
const RECIPROCAL: [u32; 65] = {
    let mut table = [0; 65];
    let mut n = 1;
    while n <= 64 {
        table[n] = 65_536_u32.div_ceil(n as u32);
        n += 1;
    }
    table
};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The shape of a side's pieces.
pub(super) struct Form {
    /// The square nearest to the average of all pieces.
    pub(super) centre: Square,
    /// The sum of the distances from the centre, in king moves, minus the minimum possible sum.
    pub(super) excess: i32,
    /// Four times the Euler number: groups minus holes.
    pub(super) euler: i32,
}

impl Form {
    /// Returns the shape of a set of at least one piece.
    #[inline(always)]
    pub(super) fn of(pieces: Bitboard) -> Form {
        let centre = centre_of_mass(pieces);
        let distance: i32 = BEYOND[centre.index()]
            .iter()
            .map(|&far| (pieces.0 & far).count_ones() as i32)
            .sum();
        Form {
            centre,
            excess: (distance - LEAST_DISTANCE[pieces.count() as usize]).max(0),
            euler: euler(pieces.0),
        }
    }
}

/// Returns the square nearest to the average of all pieces.
#[inline(always)]
pub(super) fn centre_of_mass(pieces: Bitboard) -> Square {
    let count = |mask: u64| (pieces.0 & mask).count_ones();
    // Adds up the binary digits of all files at once, and of all ranks.
    let files =
        count(0xaaaa_aaaa_aaaa_aaaa) + 2 * count(0xcccc_cccc_cccc_cccc) + 4 * count(0xf0f0_f0f0_f0f0_f0f0);
    let ranks =
        count(0xff00_ff00_ff00_ff00) + 2 * count(0xffff_0000_ffff_0000) + 4 * count(0xffff_ffff_0000_0000);
    let reciprocal = RECIPROCAL[pieces.count() as usize];
    let rounded = |sum: u32| (sum * reciprocal + 32_768) >> 16;
    Square::from_low_bits(rounded(files).min(7) + 8 * rounded(ranks).min(7))
}

/// Returns four times the Euler number, groups minus holes, from the 2×2 blocks of the board, including those
/// across the rim.
#[inline(always)]
fn euler(pieces: u64) -> i32 {
    // The four squares of the block whose lower left square is at each bit; blocks that begin left of the
    // a-file or below the first rank are handled separately.
    let a = pieces;
    let b = pieces >> 1 & !FILE_H;
    let c = pieces >> 8;
    let d = pieces >> 9 & !FILE_H;
    let three = (a & b & (c ^ d)) | (c & d & (a ^ b));
    let diagonal = (a & d & !(b | c)) | (b & c & !(a | d));
    let one = (a ^ b ^ c ^ d) & !three;
    // Blocks across the left rim have the two squares above each other on the a-file as their right
    // half; those across the lower rim have two of the first rank; one more is at the corner a1.
    let left = pieces & FILE_A;
    let below = pieces & 0xff;
    let one_left = (left ^ left >> 8).count_ones();
    let one_below = ((below ^ below >> 1) & 0xff).count_ones();
    let corner = (pieces & 1) as u32;
    let ones = one.count_ones() + one_left + one_below + corner;
    ones as i32 - three.count_ones() as i32 - 2 * diagonal.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;

    use super::*;

    fn random_sets(n: usize) -> Vec<u64> {
        let mut random = 3;
        let mut sets: Vec<u64> = (0..n)
            .map(|_| split_mix(&mut random) & split_mix(&mut random) & split_mix(&mut random))
            .filter(|&set| set != 0)
            .collect();
        sets.extend((0..64).map(|i| 1 << i));
        sets
    }

    /// Returns the number of groups of a set by flood fill.
    fn groups(mut set: u64, diagonal: bool) -> i32 {
        let mut n = 0;
        while set != 0 {
            let mut group = set & set.wrapping_neg();
            loop {
                let beside = (group << 1 & !FILE_A) | (group >> 1 & !FILE_H);
                let spread = if diagonal { group | beside } else { group };
                let grown = (group | beside | spread << 8 | spread >> 8) & set;
                if grown == group {
                    break;
                }
                group = grown;
            }
            set &= !group;
            n += 1;
        }
        n
    }

    /// Returns groups minus holes. A hole is a group of empty squares that does not reach the outside.
    fn euler_by_filling(pieces: u64) -> i32 {
        // On a 10×10 board the outside would be one group of empty squares; here count the empty groups that
        // touch no rim.
        let rim = 0xff81_8181_8181_81ff_u64;
        let mut holes = 0;
        let mut empty = !pieces;
        while empty != 0 {
            let mut group = empty & empty.wrapping_neg();
            loop {
                let beside = (group << 1 & !FILE_A) | (group >> 1 & !FILE_H);
                let grown = (group | beside | group << 8 | group >> 8) & empty;
                if grown == group {
                    break;
                }
                group = grown;
            }
            empty &= !group;
            if group & rim == 0 {
                holes += 1;
            }
        }
        groups(pieces, true) - holes
    }

    #[test]
    fn quads_give_the_groups_less_the_holes() {
        for set in random_sets(2000) {
            assert_eq!(euler(set), 4 * euler_by_filling(set), "{set:#x}");
        }
    }

    #[test]
    fn the_centre_of_mass_is_the_rounded_average() {
        for set in random_sets(1000) {
            let squares: Vec<usize> = Bitboard(set).squares().map(Square::index).collect();
            let n = squares.len() as f64;
            let file = squares.iter().map(|i| i % 8).sum::<usize>() as f64 / n;
            let rank = squares.iter().map(|i| i / 8).sum::<usize>() as f64 / n;
            let centre = centre_of_mass(Bitboard(set)).index();
            assert!(((centre % 8) as f64 - file).abs() <= 0.501, "{set:#x}");
            assert!(((centre / 8) as f64 - rank).abs() <= 0.501, "{set:#x}");
        }
    }
}
