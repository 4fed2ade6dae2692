//! Move generation, line by line.
//!
//! How far a piece goes and whether an enemy is in its way depends on the pieces of one line only, and a
//! line has at most eight squares, each empty, the mover's or the enemy's. So everything about a line is
//! looked up in a table with one entry for each of its 3ⁿ states. The state is found by gathering the line's
//! bits with a multiplication (the "kindergarten" technique of chess programs) and reading them in base 3.
//! Nothing here needs an instruction that a baseline machine lacks.

use parlor_core::{Bitboard, MAX_MOVES, MoveList};

use crate::board::FILE_A;
use crate::moves::Move;

/// No line has more moves. (Five is the most there are; eight is a whole register.)
const MAX_LINE_MOVES: usize = 8;

/// What the mover can do on one line: each move is its place of departure plus 64 times its place of arrival,
/// places being counted along the line. Unused entries are 0.
#[derive(Clone, Copy)]
struct LineMoves {
    moves: [u16; MAX_LINE_MOVES],
    count: usize,
}

impl LineMoves {
    /// From the rules: a piece goes as far as there are pieces, to a square on the line that is not its
    /// own side's, over no enemy.
    const fn compute(own: u32, enemy: u32, length: u32) -> LineMoves {
        let distance = (own | enemy).count_ones();
        let mut found = LineMoves {
            moves: [0; MAX_LINE_MOVES],
            count: 0,
        };
        let mut from = 0;
        while from < length {
            if own >> from & 1 != 0 {
                let up = from + distance;
                if up < length && LineMoves::is_open(own, enemy, from, up, up) {
                    found.add(from, up);
                }
                if from >= distance && LineMoves::is_open(own, enemy, from - distance, from, from - distance)
                {
                    found.add(from, from - distance);
                }
            }
            from += 1;
        }
        found
    }

    /// Whether no enemy is strictly between the places `low` and `high` and none of `own` on the target.
    const fn is_open(own: u32, enemy: u32, low: u32, high: u32, target: u32) -> bool {
        let between = (1 << high) - (2 << low);
        own >> target & 1 == 0 && enemy & between == 0
    }

    const fn add(&mut self, from: u32, to: u32) {
        self.moves[self.count] = (from + 64 * to) as u16;
        self.count += 1;
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

/// For each state of a line, how many moves there are, and which.
struct Table {
    counts: [u8; TABLE_SIZE],
    moves: [[u16; MAX_LINE_MOVES]; TABLE_SIZE],
}

static TABLE: Table = {
    let mut table = Table {
        counts: [0; TABLE_SIZE],
        moves: [[0; MAX_LINE_MOVES]; TABLE_SIZE],
    };
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
                let found = LineMoves::compute(own, enemy, length);
                table.counts[BEGIN[length as usize] + state] = found.count as u8;
                table.moves[BEGIN[length as usize] + state] = found.moves;
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

/// A state of a line, as an index into the table.
#[derive(Clone, Copy)]
struct State(usize);

impl State {
    #[inline(always)]
    fn new(own: u64, enemy: u64, length: usize) -> State {
        let own = BASE_3[(own & 0xff) as usize] as usize;
        let enemy = BASE_3[(enemy & 0xff) as usize] as usize;
        State((BEGIN[length] + own + 2 * enemy) & (TABLE_SIZE - 1))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        TABLE.counts[self.0].into()
    }

    #[inline(always)]
    fn moves(self) -> &'static [u16; MAX_LINE_MOVES] {
        &TABLE.moves[self.0]
    }
}

/// A diagonal of at least two squares. Its squares are counted by their files, from the lowest.
#[derive(Clone, Copy)]
struct Diagonal {
    squares: u64,
    first_file: u32,
    length: usize,
    first_square: i16,
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
                    diagonal.first_square = (file + 8 * rank) as i16;
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
fn rank_state(own: u64, enemy: u64, rank: usize) -> State {
    State::new(own >> (8 * rank), enemy >> (8 * rank), 8)
}

#[inline(always)]
fn file_state(own: u64, enemy: u64, file: usize) -> State {
    let gather = |set: u64| (set >> file & FILE_A).wrapping_mul(GATHER_FILE) >> 56;
    State::new(gather(own), gather(enemy), 8)
}

#[inline(always)]
fn diagonal_state(own: u64, enemy: u64, diagonal: &Diagonal) -> State {
    // No two squares of a diagonal share a file: the product's highest byte has the sum of all ranks.
    let gather = |set: u64| (set & diagonal.squares).wrapping_mul(FILE_A) >> (56 + diagonal.first_file);
    State::new(gather(own), gather(enemy), diagonal.length)
}

/// Calls `visit` with the state of each line, the index of the line's first square, and the distance
/// between the indices of neighbours on it.
#[inline(always)]
fn for_each_line(own: u64, enemy: u64, mut visit: impl FnMut(State, i16, i16)) {
    for rank in 0..8 {
        visit(rank_state(own, enemy, rank), 8 * rank as i16, 1);
    }
    for file in 0..8 {
        visit(file_state(own, enemy, file), file as i16, 8);
    }
    for diagonal in &RISING {
        visit(diagonal_state(own, enemy, diagonal), diagonal.first_square, 9);
    }
    for diagonal in &FALLING {
        visit(diagonal_state(own, enemy, diagonal), diagonal.first_square, -7);
    }
}

/// How many moves the pieces of `own` have against `enemy`, contiguous or not.
#[inline(always)]
pub(crate) fn count_moves(own: Bitboard, enemy: Bitboard) -> u32 {
    let mut n = 0;
    for_each_line(own.0, enemy.0, |state, _, _| n += state.count());
    n
}

/// Whether `own` can move at all.
#[inline]
pub(crate) fn has_move(own: Bitboard, enemy: Bitboard) -> bool {
    let (own, enemy) = (own.0, enemy.0);
    // Ranks and files almost always have a move already.
    (0..8).any(|i| rank_state(own, enemy, i).count() > 0)
        || (0..8).any(|i| file_state(own, enemy, i).count() > 0)
        || RISING.iter().any(|d| diagonal_state(own, enemy, d).count() > 0)
        || FALLING.iter().any(|d| diagonal_state(own, enemy, d).count() > 0)
}

/// Appends every move of the pieces of `own` against `enemy`.
///
/// A line's moves are copied as a whole register, used or not, and the next line's are put over the unused
/// ones. Looping over the moves of each line instead took four times as long: the ends of so many short
/// loops cannot be predicted.
#[inline(always)]
pub(crate) fn append_moves(own: Bitboard, enemy: Bitboard, out: &mut MoveList<Move>) {
    if own.count() <= BUFFERED_PIECES {
        append_through_buffer::<{ 8 * BUFFERED_PIECES as usize + MAX_LINE_MOVES }>(own, enemy, out);
    } else {
        append_crowd(own, enemy, out);
    }
}

#[cold]
#[inline(never)]
fn append_crowd(own: Bitboard, enemy: Bitboard, out: &mut MoveList<Move>) {
    append_through_buffer::<{ MAX_MOVES + MAX_LINE_MOVES }>(own, enemy, out);
}

/// A side has no more pieces than this in a game; only who sets up a board by hand can make more.
const BUFFERED_PIECES: u32 = 12;

#[inline(always)]
fn append_through_buffer<const N: usize>(own: Bitboard, enemy: Bitboard, out: &mut MoveList<Move>) {
    let mut buffer = [Move::PASS; N];
    let mut n = 0;
    for_each_line(own.0, enemy.0, |state, first, stride| {
        // Places are first + place * stride, in both halves of a move at once.
        let places = state.moves();
        if let Some(slots) = buffer.get_mut(n..n + MAX_LINE_MOVES) {
            for (slot, &place) in slots.iter_mut().zip(places) {
                let index = first
                    .wrapping_mul(65)
                    .wrapping_add(stride.wrapping_mul(place as i16));
                *slot = Move::from_low_bits(index as u16);
            }
        }
        n += state.count() as usize;
    });
    // A list that came with moves in it may lack the room: then the rest is dropped, for want of a better
    // answer, instead of panicking.
    let room = out.remaining_capacity();
    let _ = out.try_extend_from_slice(&buffer[..n.min(N).min(room)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_line_has_five_moves() {
        assert_eq!(TABLE.counts.iter().max(), Some(&5));
    }
}
