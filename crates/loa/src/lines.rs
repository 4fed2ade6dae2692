//! Move generation, line by line.
//!
//! How far a piece moves and whether an enemy is in its way depends only on the pieces of one line. So the
//! moves of a line are looked up in a table of all line states ([`crate::line_table`]). A multiplication
//! gathers the pieces of a line (the "kindergarten" technique of chess programs); nothing here needs an
//! instruction that a baseline machine lacks.

use parlor_core::{Bitboard, MAX_MOVES, MoveList, Square};

use crate::board::{Axis, FILE_A, square_at};
use crate::line_table::{BEGIN, MAX_LINE_MOVES, State};
use crate::moves::Move;

/// A rank, a file or a diagonal. Its squares are numbered from 0 at its left or lower end.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// The factor that gathers the line's squares into adjacent bits…
    gather: u64,
    /// …from this bit upwards.
    shift: u8,
    /// Where the states of lines of this length begin in the table.
    begin: u16,
    /// The index of the line's first square.
    first: i16,
    /// The index difference between neighbouring squares of the line.
    stride: i16,
}

/// The number of lines of at least two squares: eight ranks, eight files, thirteen diagonals each way.
const N_LINES: usize = 42;

/// The lines, followed by one without squares, which stands for the one-square diagonals of the corners.
static LINES: [Line; N_LINES + 1] = {
    let no_line = Line {
        squares: 0,
        gather: 0,
        shift: 0,
        begin: 0,
        first: 0,
        stride: 0,
    };
    let mut lines = [no_line; N_LINES + 1];
    let mut n = 0;
    let mut axis = 0;
    while axis < 4 {
        let mut first = 0;
        while first < 64 {
            if let Some(line) = Line::from_first(Axis::ALL[axis], first) {
                lines[n] = line;
                n += 1;
            }
            first += 1;
        }
        axis += 1;
    }
    assert!(n == N_LINES);
    lines
};

/// For each square the indices of the four lines through it.
static LINES_THROUGH: [[u8; 4]; 64] = {
    let mut through = [[N_LINES as u8; 4]; 64];
    let mut index = 0;
    while index < N_LINES {
        let line = &LINES[index];
        let axis = match line.stride {
            1 => 0,
            8 => 1,
            9 => 2,
            _ => 3,
        };
        let mut square = 0;
        while square < 64 {
            if line.squares >> square & 1 != 0 {
                through[square][axis] = index as u8;
            }
            square += 1;
        }
        index += 1;
    }
    through
};

impl Line {
    /// Returns the line that begins with this square, if there is one of at least two squares.
    const fn from_first(axis: Axis, first: i8) -> Option<Line> {
        let (files, ranks) = axis.step();
        let (file, rank) = (first & 7, first >> 3);
        if square_at(file - files, rank - ranks).is_some() {
            return None;
        }
        let squares = axis.line(Square::from_low_bits(first as u32)).0;
        let length = squares.count_ones() as usize;
        if length < 2 {
            return None;
        }
        let (gather, shift) = match axis {
            Axis::Rank => (1 << (56 - 8 * rank), 56),
            // The factor has a bit for each rank r, which shifts the square of that rank to bit 56 + r.
            Axis::File => (0x0102_0408_1020_4080 >> file, 56),
            // No two squares share a file: adding all ranks gathers them in the highest.
            Axis::Rising | Axis::Falling => (FILE_A, 56 + file as u8),
        };
        let stride = (files + 8 * ranks) as i16;
        Some(Line {
            squares,
            gather,
            shift,
            begin: BEGIN[length],
            first: first as i16,
            stride,
        })
    }

    #[inline(always)]
    fn state(&self, own: Bitboard, enemy: Bitboard) -> State {
        let gather = |set: Bitboard| (set.0 & self.squares).wrapping_mul(self.gather) >> (self.shift & 63);
        State::new(gather(own), gather(enemy), self.begin)
    }
}

/// Returns the number of moves that the pieces of `own` have against `enemy`, contiguous or not.
#[inline(always)]
pub(crate) fn count_moves(own: Bitboard, enemy: Bitboard) -> u32 {
    let lines = LINES.iter().take(N_LINES);
    lines.map(|line| u32::from(line.state(own, enemy).count())).sum()
}

/// Returns whether `own` can move at all. Almost always one of the first lines shows it.
#[inline]
pub(crate) fn has_move(own: Bitboard, enemy: Bitboard) -> bool {
    LINES.iter().any(|line| line.state(own, enemy).count() > 0)
}

/// The number of moves of a side on each line. It makes counting the moves after a move of the other side
/// quick, because a move touches seven of the forty-two lines.
pub(crate) struct Census {
    on_line: [u8; N_LINES + 1],
    total: i32,
}

impl Census {
    #[inline(always)]
    pub(crate) fn new(own: Bitboard, enemy: Bitboard) -> Census {
        let mut on_line = [0; N_LINES + 1];
        let mut total = 0;
        for (n, line) in on_line.iter_mut().zip(LINES.iter().take(N_LINES)) {
            *n = line.state(own, enemy).count();
            total += i32::from(*n);
        }
        Census { on_line, total }
    }

    /// Returns the number of moves of the side after its enemy's move from one square to another; `own` and
    /// `enemy` are the pieces after it.
    #[inline(always)]
    pub(crate) fn count_after(&self, mv: Move, own: Bitboard, enemy: Bitboard) -> u32 {
        let change = |line: u8| {
            let line = usize::from(line).min(N_LINES);
            i32::from(LINES[line].state(own, enemy).count()) - i32::from(self.on_line[line])
        };
        let mut total = self.total;
        let (from, to) = (LINES_THROUGH[mv.from().index()], LINES_THROUGH[mv.to().index()]);
        for (of_from, of_to) in from.into_iter().zip(to) {
            total += change(of_from);
            // The line of the move itself passes through both squares.
            total += i32::from(of_from != of_to) * change(of_to);
        }
        total as u32
    }
}

/// Appends every move of the pieces of `own` against `enemy`.
///
/// A line's moves are copied as a whole register, used or not, and the next line's overwrite the unused ones.
/// Looping over the moves of each line took four times as long, because the ends of many short loops cannot
/// be predicted.
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

/// The maximum number of pieces of a side in a game. Boards that were set up by hand can have more.
const BUFFERED_PIECES: u32 = 12;

#[inline(always)]
fn append_through_buffer<const N: usize>(own: Bitboard, enemy: Bitboard, out: &mut MoveList<Move>) {
    let mut buffer = [Move::PASS; N];
    let mut n = 0;
    for line in LINES.iter().take(N_LINES) {
        let state = line.state(own, enemy);
        // Squares are first + place * stride, in both halves of a move at once.
        let places = state.moves();
        if let Some(slots) = buffer.get_mut(n..n + MAX_LINE_MOVES) {
            for (slot, &place) in slots.iter_mut().zip(places) {
                let index = line
                    .first
                    .wrapping_mul(65)
                    .wrapping_add(line.stride.wrapping_mul(place as i16));
                *slot = Move::from_low_bits(index as u16);
            }
        }
        n += state.count() as usize;
    }
    // A list that already contains moves may not have enough room. The rest is then dropped, which is better
    // than a panic.
    let room = out.remaining_capacity();
    let _ = out.try_extend_from_slice(&buffer[..n.min(N).min(room)]);
}
