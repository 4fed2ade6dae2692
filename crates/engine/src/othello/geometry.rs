//! Sets of squares that the solver and the evaluation share.
//!
//! Everything here works on raw 64-bit boards: bit 8·row + column, a1 at the top left.

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The four squares diagonally next to a corner.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares of the border.
pub const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The quadrants of the board, for parity: top left, top right, bottom left, bottom right.
pub const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The squares next to each square, without the square itself.
pub const NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours_of_set(1 << square) & !(1 << square);
        square += 1;
    }
    table
};

/// Returns the squares that touch a set or belong to it.
#[inline(always)]
pub const fn neighbours_of_set(set: u64) -> u64 {
    const NOT_FIRST_COLUMN: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST_COLUMN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = set | (set & NOT_LAST_COLUMN) << 1 | (set & NOT_FIRST_COLUMN) >> 1;
    rows | rows << 8 | rows >> 8
}

/// Returns the union of the quadrants with an odd number of empty squares.
///
/// The side that moves first in an odd region also moves last in it, so the search tries such squares first.
#[inline(always)]
pub fn odd_quadrants(empties: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        if (empties & quadrant).count_ones() & 1 != 0 {
            odd |= quadrant;
        }
    }
    odd
}

/// Returns the quadrant of a square.
#[inline(always)]
pub fn quadrant_of(square: u32) -> u64 {
    QUADRANTS[(square >> 4 & 2 | square >> 2 & 1) as usize]
}

/// Returns the score of a finished game for `player`: the difference in discs, with the empty squares given
/// to the winner.
#[inline(always)]
pub fn final_score(player: u64, opponent: u64) -> i32 {
    let (mine, theirs) = (player.count_ones() as i32, opponent.count_ones() as i32);
    let empties = 64 - mine - theirs;
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => mine - theirs + empties,
        std::cmp::Ordering::Less => mine - theirs - empties,
        std::cmp::Ordering::Equal => 0,
    }
}

// For each square of a line and each set of the mover's discs there, twice the number of discs that a move to
// that square turns when every other square of the line belongs to the opponent.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut turned = 0;
            let mut up = place + 1;
            while up < 8 {
                if own >> up & 1 != 0 {
                    turned += up - place - 1;
                    break;
                }
                up += 1;
            }
            let mut down = place;
            while down > 0 {
                down -= 1;
                if own >> down & 1 != 0 {
                    turned += place - down - 1;
                    break;
                }
            }
            table[place][own] = 2 * turned as u8;
            own += 1;
        }
        place += 1;
    }
    table
};

// The two diagonals through each square.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (other / 8, other % 8);
            if row + square % 8 == square / 8 + column {
                table[square][0] |= 1 << other;
            }
            if row + column == square / 8 + square % 8 {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Returns twice the number of discs turned by a move to the last empty square.
///
/// Only the mover's discs are needed: all the others are the opponent's. The four lines through the square
/// are gathered into bytes by multiplication and looked up; squares beyond the end of a short diagonal read
/// as the opponent's and turn nothing, because no disc of the mover lies behind them.
#[inline(always)]
pub fn twice_last_flips(mover: u64, square: u32) -> i32 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    const COLUMN_TO_BYTE: u64 = 0x0102_0408_1020_4080;
    let (row, column) = ((square >> 3 & 7) as usize, (square & 7) as usize);
    let [falling, rising] = DIAGONALS[(square & 63) as usize];
    let by_column = &LAST_FLIPS[column];
    let along_row = by_column[(mover >> (8 * row)) as u8 as usize];
    let along_falling = by_column[((mover & falling).wrapping_mul(FIRST_COLUMN) >> 56) as usize];
    let along_rising = by_column[((mover & rising).wrapping_mul(FIRST_COLUMN) >> 56) as usize];
    let gathered = (mover >> column & FIRST_COLUMN).wrapping_mul(COLUMN_TO_BYTE) >> 56;
    let along_column = LAST_FLIPS[row][gathered as usize];
    i32::from(along_row) + i32::from(along_falling) + i32::from(along_rising) + i32::from(along_column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;
    use parlor_othello::kernel::{Kernel, Portable};

    #[test]
    fn the_last_disc_turns_as_many_as_the_flips_say() {
        let mut random = 1;
        for _ in 0..2_000 {
            let mover = split_mix(&mut random);
            for square in 0..64 {
                let empty = 1 << square;
                let flips = Portable.flips(mover & !empty, !mover & !empty, square);
                assert_eq!(
                    twice_last_flips(mover & !empty, square),
                    2 * flips.count_ones() as i32
                );
            }
        }
    }

    #[test]
    fn a_corner_has_three_neighbours_and_the_centre_eight() {
        assert_eq!(NEIGHBOURS[0].count_ones(), 3);
        assert_eq!(NEIGHBOURS[27].count_ones(), 8);
        assert_eq!(NEIGHBOURS[63], 1 << 62 | 1 << 55 | 1 << 54);
    }

    #[test]
    fn every_square_lies_in_the_quadrant_that_holds_it() {
        for square in 0..64 {
            assert_ne!(quadrant_of(square) & 1 << square, 0);
        }
        assert_eq!(odd_quadrants(1), QUADRANTS[0]);
        assert_eq!(odd_quadrants(3), 0);
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(final_score(1, 0), 64);
        assert_eq!(final_score(1, 2 | 4), -62);
        assert_eq!(final_score(0, 2), -64);
        assert_eq!(final_score(1, 2), 0);
    }
}
