//! Move generation, line by line.
//!
//! How far a piece goes and whether an enemy is in its way depends on the pieces of one line only, and a
//! line has at most eight squares, each empty, the mover's or the enemy's. So everything about a line is
//! looked up in a table with one entry for each of its 3ⁿ states. The state is found by gathering the line's
//! bits with a multiplication (the "kindergarten" technique of chess programs) and reading them in base 3.
//! Nothing here needs an instruction that a baseline machine lacks.

use parlor_core::{Bitboard, Square};

use crate::board::FILE_A;
use crate::moves::Move;

/// What the mover can do on one line.
#[derive(Clone, Copy)]
pub(crate) struct LineMoves(u32);

impl LineMoves {
    /// The squares, by their place on the line, whose piece can go up the line.
    #[inline(always)]
    fn upward(self) -> u32 {
        self.0 & 0xff
    }

    /// The squares whose piece can go down the line.
    #[inline(always)]
    fn downward(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// How far they go: the number of pieces on the line.
    #[inline(always)]
    fn distance(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    /// How many moves there are.
    #[inline(always)]
    fn count(self) -> u32 {
        self.0 >> 24
    }

    /// From the rules: a piece goes as far as there are pieces, to a square on the line that is not its
    /// own side's, over no enemy.
    const fn compute(own: u32, enemy: u32, length: u32) -> LineMoves {
        let distance = (own | enemy).count_ones();
        let (mut upward, mut downward) = (0u32, 0u32);
        let mut from = 0;
        while from < length {
            if own >> from & 1 != 0 {
                // The squares strictly between the ends of a move of this distance.
                let between = (1 << (distance - 1)) - 1;
                let to = from + distance;
                if to < length && own >> to & 1 == 0 && enemy >> (from + 1) & between == 0 {
                    upward |= 1 << from;
                }
                if from >= distance {
                    let to = from - distance;
                    if own >> to & 1 == 0 && enemy >> (to + 1) & between == 0 {
                        downward |= 1 << from;
                    }
                }
            }
            from += 1;
        }
        let count = upward.count_ones() + downward.count_ones();
        LineMoves(upward | downward << 8 | distance << 16 | count << 24)
    }
}

/// The table size: a power of two above 3² + … + 3⁸, so that masking an index replaces a bounds check.
const TABLE_SIZE: usize = 1 << 14;

/// For each number of eight bits, the number with the same digits in base 3.
static BASE_3: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    table
};

/// Where in the table the states of the lines of a length begin. Lines of a single square are not kept:
/// their piece has nowhere to go.
const BEGIN: [usize; 9] = [0, 0, 0, 9, 36, 117, 360, 1089, 3276];

static TABLE: [LineMoves; TABLE_SIZE] = {
    let mut table = [LineMoves(0); TABLE_SIZE];
    let mut length = 2;
    while length <= 8 {
        let squares: u32 = (1 << length) - 1;
        let mut own = 0;
        while own <= squares {
            // Every subset of the squares that the mover does not hold.
            let free = squares & !own;
            let mut enemy = free;
            loop {
                let state = BASE_3[own as usize] as usize + 2 * BASE_3[enemy as usize] as usize;
                table[BEGIN[length as usize] + state] = LineMoves::compute(own, enemy, length);
                if enemy == 0 {
                    break;
                }
                enemy = (enemy - 1) & free;
            }
            own += 1;
        }
        length += 1;
    }
    table
};

#[inline(always)]
fn look_up(own: u64, enemy: u64, length: usize) -> LineMoves {
    let own = BASE_3[(own & 0xff) as usize] as usize;
    let enemy = BASE_3[(enemy & 0xff) as usize] as usize;
    TABLE[(BEGIN[length] + own + 2 * enemy) & (TABLE_SIZE - 1)]
}

/// A diagonal of at least two squares. Its squares are counted by their files, from the lowest.
#[derive(Clone, Copy)]
struct Diagonal {
    squares: u64,
    first_file: u32,
    length: usize,
    first_square: i32,
}

const fn diagonals(rising: bool) -> [Diagonal; 13] {
    let mut list = [Diagonal {
        squares: 0,
        first_file: 0,
        length: 0,
        first_square: 0,
    }; 13];
    let mut i = 0;
    while i < 13 {
        // The rank that the diagonal would have on the a-file, be it on the board or not.
        let rank_at_a = if rising { i as i32 - 6 } else { i as i32 + 1 };
        let diagonal = &mut list[i];
        let mut file = 0;
        while file < 8 {
            let rank = if rising {
                rank_at_a + file
            } else {
                rank_at_a - file
            };
            if rank >= 0 && rank < 8 {
                if diagonal.length == 0 {
                    diagonal.first_file = file as u32;
                    diagonal.first_square = file + 8 * rank;
                }
                diagonal.squares |= 1 << (file + 8 * rank);
                diagonal.length += 1;
            }
            file += 1;
        }
        i += 1;
    }
    list
}

const RISING: [Diagonal; 13] = diagonals(true);
const FALLING: [Diagonal; 13] = diagonals(false);

/// Multiplying the a-file by this gathers it, first rank first, in the highest byte.
const GATHER_FILE: u64 = 0x0102_0408_1020_4080;

#[inline(always)]
fn rank_moves(own: u64, enemy: u64, rank: usize) -> LineMoves {
    look_up(own >> (8 * rank), enemy >> (8 * rank), 8)
}

#[inline(always)]
fn file_moves(own: u64, enemy: u64, file: usize) -> LineMoves {
    let gather = |set: u64| (set >> file & FILE_A).wrapping_mul(GATHER_FILE) >> 56;
    look_up(gather(own), gather(enemy), 8)
}

#[inline(always)]
fn diagonal_moves(own: u64, enemy: u64, diagonal: &Diagonal) -> LineMoves {
    // No two squares of a diagonal share a file: the product's highest byte has the sum of all ranks.
    let gather = |set: u64| (set & diagonal.squares).wrapping_mul(FILE_A) >> (56 + diagonal.first_file);
    look_up(gather(own), gather(enemy), diagonal.length)
}

/// Calls `visit` with what `own` can do on each line, the index of the line's first square, and the
/// distance between the indices of neighbours on it.
#[inline(always)]
fn for_each_line(own: u64, enemy: u64, mut visit: impl FnMut(LineMoves, i32, i32)) {
    for rank in 0..8 {
        visit(rank_moves(own, enemy, rank), 8 * rank as i32, 1);
    }
    for file in 0..8 {
        visit(file_moves(own, enemy, file), file as i32, 8);
    }
    for diagonal in &RISING {
        visit(diagonal_moves(own, enemy, diagonal), diagonal.first_square, 9);
    }
    for diagonal in &FALLING {
        visit(diagonal_moves(own, enemy, diagonal), diagonal.first_square, -7);
    }
}

/// How many moves the pieces of `own` have against `enemy`, contiguous or not.
#[inline(always)]
pub(crate) fn count_moves(own: Bitboard, enemy: Bitboard) -> u32 {
    let mut n = 0;
    for_each_line(own.0, enemy.0, |moves, _, _| n += moves.count());
    n
}

/// Whether `own` can move at all.
#[inline]
pub(crate) fn has_move(own: Bitboard, enemy: Bitboard) -> bool {
    let (own, enemy) = (own.0, enemy.0);
    // Ranks and files almost always have a move already.
    (0..8).any(|i| rank_moves(own, enemy, i).count() > 0)
        || (0..8).any(|i| file_moves(own, enemy, i).count() > 0)
        || RISING.iter().any(|d| diagonal_moves(own, enemy, d).count() > 0)
        || FALLING.iter().any(|d| diagonal_moves(own, enemy, d).count() > 0)
}

/// Calls `visit` with every move of the pieces of `own` against `enemy`.
#[inline(always)]
pub(crate) fn for_each_move(own: Bitboard, enemy: Bitboard, mut visit: impl FnMut(Move)) {
    for_each_line(own.0, enemy.0, |moves, first, stride| {
        let leap = moves.distance() as i32 * stride;
        let mut from_all = |mut places: u32, leap: i32| {
            while places != 0 {
                let from = first + places.trailing_zeros() as i32 * stride;
                visit(Move::new(
                    Square::from_low_bits(from as u32),
                    Square::from_low_bits((from + leap) as u32),
                ));
                places &= places - 1;
            }
        };
        from_all(moves.upward(), leap);
        from_all(moves.downward(), -leap);
    });
}
