//! Stable discs: those that can never be turned again.
//!
//! The count is a lower bound: it finds the stable discs of the edges exactly (as far as the edge alone
//! determines them) and adds those inner discs that full lines and stable neighbours protect along all four
//! axes.

use std::sync::OnceLock;

use super::geometry::EDGES;

/// For each pair of own and opposing discs on an edge, the own discs that are stable.
pub struct EdgeTable([u8; 1 << 16]);

impl EdgeTable {
    /// Returns the table, which is built at the first call.
    pub fn get() -> &'static EdgeTable {
        static TABLE: OnceLock<Box<EdgeTable>> = OnceLock::new();
        TABLE.get_or_init(EdgeTable::build)
    }

    #[inline(always)]
    fn stable(&self, own: u8, other: u8) -> u8 {
        self.0[usize::from(own) << 8 | usize::from(other)]
    }

    fn build() -> Box<EdgeTable> {
        let mut table = Box::new(EdgeTable([0; 1 << 16]));
        // An edge depends only on edges with more discs, so the fullest come first.
        for discs in (0..=8).rev() {
            for own in 0..=255u8 {
                for other in 0..=255u8 {
                    if own & other == 0 && (own | other).count_ones() == discs {
                        let stable = table.stable_from_fuller(own, other);
                        table.0[usize::from(own) << 8 | usize::from(other)] = stable;
                    }
                }
            }
        }
        table
    }

    // Returns the discs that remain whichever side fills whichever empty square next. A disc may be placed
    // without turning anything along the edge, because it may turn discs elsewhere.
    fn stable_from_fuller(&self, own: u8, other: u8) -> u8 {
        let mut stable = own;
        for place in 0..8 {
            let bit = 1 << place;
            if (own | other) & bit != 0 {
                continue;
            }
            let turned = edge_flips(own, other, place);
            stable &= self.stable(own | bit | turned, other & !turned);
            let lost = edge_flips(other, own, place);
            stable &= self.stable(own & !lost, other | bit | lost);
        }
        stable
    }
}

fn edge_flips(own: u8, other: u8, place: u32) -> u8 {
    let mut flips = 0;
    let mut run = 0;
    for up in place + 1..8 {
        if other >> up & 1 != 0 {
            run |= 1 << up;
            continue;
        }
        if own >> up & 1 != 0 {
            flips |= run;
        }
        break;
    }
    run = 0;
    for down in (0..place).rev() {
        if other >> down & 1 != 0 {
            run |= 1 << down;
            continue;
        }
        if own >> down & 1 != 0 {
            flips |= run;
        }
        break;
    }
    flips
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

// Returns the first column as a byte, its top square lowest.
#[inline(always)]
fn column_to_byte(board: u64) -> u8 {
    ((board & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

// Returns a byte as the first column: each of the bits 0 to 6 goes to bit 8·i; bit 7 is separate because it
// would carry.
#[inline(always)]
fn byte_to_column(byte: u8) -> u64 {
    let low = u64::from(byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FIRST_COLUMN;
    low | u64::from(byte >> 7) << 56
}

/// Returns the own stable discs on the four edges.
#[inline(always)]
pub fn stable_edges(table: &EdgeTable, own: u64, other: u64) -> u64 {
    let top = u64::from(table.stable(own as u8, other as u8));
    let bottom = u64::from(table.stable((own >> 56) as u8, (other >> 56) as u8)) << 56;
    let left = byte_to_column(table.stable(column_to_byte(own), column_to_byte(other)));
    let right = byte_to_column(table.stable(column_to_byte(own >> 7), column_to_byte(other >> 7))) << 7;
    top | bottom | left | right
}

// Returns the squares whose row, column, falling diagonal and rising diagonal are full, in this order.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut row = occupied & occupied >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & FIRST_COLUMN).wrapping_mul(0xff);

    let mut column = occupied & occupied.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);

    // Along a diagonal, squares beyond the border count as full. Each step doubles the reach.
    let mut down_right = occupied & (0xff80_8080_8080_8080 | occupied >> 9);
    down_right &= 0xffff_c0c0_c0c0_c0c0 | down_right >> 18;
    down_right &= 0xffff_ffff_f0f0_f0f0 | down_right >> 36;
    let mut up_left = occupied & (0x0101_0101_0101_01ff | occupied << 9);
    up_left &= 0x0303_0303_0303_ffff | up_left << 18;
    up_left &= 0x0f0f_0f0f_ffff_ffff | up_left << 36;

    let mut down_left = occupied & (0xff01_0101_0101_0101 | occupied >> 7);
    down_left &= 0xffff_0303_0303_0303 | down_left >> 14;
    down_left &= 0xffff_ffff_0f0f_0f0f | down_left >> 28;
    let mut up_right = occupied & (0x8080_8080_8080_80ff | occupied << 7);
    up_right &= 0xc0c0_c0c0_c0c0_ffff | up_right << 14;
    up_right &= 0xf0f0_f0f0_ffff_ffff | up_right << 28;

    [row, column, down_right & up_left, down_left & up_right]
}

/// Returns the own discs that are known to be stable.
#[inline(always)]
pub fn stable_discs(table: &EdgeTable, own: u64, other: u64) -> u64 {
    let inner = own & !EDGES;
    let [row, column, falling, rising] = full_lines(own | other);
    let mut stable = stable_edges(table, own, other) | inner & row & column & falling & rising;
    if stable == 0 {
        return 0;
    }
    loop {
        let along_row = row | stable << 1 | stable >> 1;
        let along_column = column | stable << 8 | stable >> 8;
        let along_falling = falling | stable << 9 | stable >> 9;
        let along_rising = rising | stable << 7 | stable >> 7;
        let more = stable | inner & along_row & along_column & along_falling & along_rising;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;
    use parlor_othello::kernel::{Kernel, Portable};

    #[test]
    fn a_corner_and_what_hangs_on_it_is_stable() {
        let table = EdgeTable::get();
        assert_eq!(stable_discs(table, 0b1, 0b10), 0b1);
        assert_eq!(stable_discs(table, 0b111, 0), 0b111);
        assert_eq!(stable_discs(table, 0b110, 0), 0);
        // A full edge is stable whatever its discs are.
        assert_eq!(stable_discs(table, 0b0101_0101, 0b1010_1010), 0b0101_0101);
    }

    #[test]
    fn a_full_board_is_stable_throughout() {
        let table = EdgeTable::get();
        let own = 0x0123_4567_89ab_cdef;
        assert_eq!(stable_discs(table, own, !own), own);
    }

    #[test]
    fn a_stable_disc_is_never_turned_in_random_play() {
        let table = EdgeTable::get();
        let mut random = 7;
        for _ in 0..300 {
            let (mut player, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
            let (mut kept_player, mut kept_opponent) = (0, 0);
            let mut passes = 0;
            while passes < 2 {
                let moves = Portable.mobility(player, opponent);
                if moves == 0 {
                    passes += 1;
                } else {
                    passes = 0;
                    let mut left = moves;
                    for _ in 0..split_mix(&mut random) % u64::from(moves.count_ones()) {
                        left &= left - 1;
                    }
                    let flips = Portable.flips(player, opponent, left.trailing_zeros());
                    player |= flips | left & left.wrapping_neg();
                    opponent &= !flips;
                }
                kept_player |= stable_discs(table, player, opponent);
                kept_opponent |= stable_discs(table, opponent, player);
                assert_eq!(kept_player & !player, 0);
                assert_eq!(kept_opponent & !opponent, 0);
                (player, opponent) = (opponent, player);
                (kept_player, kept_opponent) = (kept_opponent, kept_player);
            }
        }
    }
}
