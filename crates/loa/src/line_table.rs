//! Every state of a line and the moves of one side in it.
//!
//! A line of n squares has 3ⁿ states, because each square is empty, the mover's or the enemy's. A state is a
//! number in base 3, computed from the bits of the two sides.

/// The room for the moves of a line. There are at most five; eight fill a register.
pub(crate) const MAX_LINE_MOVES: usize = 8;

/// The mover's moves on one line: each is its origin plus 64 times its target, both counted along the line.
/// Unused entries are 0.
#[derive(Clone, Copy)]
struct LineMoves {
    moves: [u16; MAX_LINE_MOVES],
    count: usize,
}

impl LineMoves {
    /// Computes the moves from the rules: a piece moves as many squares as there are pieces on the line, not
    /// onto a piece of its own side, and over no enemy.
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

    /// Returns whether no enemy is strictly between `low` and `high` and no piece of `own` is on the target.
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

/// Where the states of lines of each length begin in the table. Lines of a single square are omitted: their
/// piece cannot move.
pub(crate) const BEGIN: [u16; 9] = [0, 0, 0, 9, 36, 117, 360, 1089, 3276];

/// For each state of a line, the number of moves, and the moves.
struct LineTable {
    counts: [u8; TABLE_SIZE],
    moves: [[u16; MAX_LINE_MOVES]; TABLE_SIZE],
}

static TABLE: LineTable = {
    let mut table = LineTable {
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
                table.counts[BEGIN[length as usize] as usize + state] = found.count as u8;
                table.moves[BEGIN[length as usize] as usize + state] = found.moves;
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
pub(crate) struct State(usize);

impl State {
    /// Creates the state of a line from its pieces in the lowest bits. Higher bits are ignored.
    #[inline(always)]
    pub(crate) fn new(own: u64, enemy: u64, begin: u16) -> State {
        let own = BASE_3[(own & 0xff) as usize] as usize;
        let enemy = BASE_3[(enemy & 0xff) as usize] as usize;
        State((begin as usize + own + 2 * enemy) & (TABLE_SIZE - 1))
    }

    /// Returns the number of moves.
    #[inline(always)]
    pub(crate) fn count(self) -> u8 {
        TABLE.counts[self.0]
    }

    /// Returns the moves, padded with zeros: origin plus 64 times target.
    #[inline(always)]
    pub(crate) fn moves(self) -> &'static [u16; MAX_LINE_MOVES] {
        &TABLE.moves[self.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_line_has_five_moves() {
        assert_eq!(TABLE.counts.iter().max(), Some(&5));
    }
}
