//! Every line of the board as a number, kept up to date from move to move.
//!
//! A line is read in base 3: 0 for an empty square, 1 for a black piece, 2 for a white one. The moves on a line
//! are looked up by that number, and so is what the network makes of it. A move changes at most seven lines of
//! the forty-two with two squares or more.

use parlor_core::{Bitboard, Color, PerColor, Square};
use parlor_loa::{Move, Position};

/// Lines of two squares or more: 8 ranks, 8 files, 13 + 13 diagonals.
const N_LINES: usize = 42;
/// Room for the moves of twelve pieces and one register more.
pub(super) const MOVE_BUFFER: usize = 8 * MOST_PIECES as usize + MAX_LINE_MOVES;
/// A side has no more pieces than this in a game; only who sets up a board by hand can make more.
pub(super) const MOST_PIECES: u32 = 12;
/// Diagonals of a single square have no moves; they share one more line that is never asked for.
const NO_LINE: usize = N_LINES;

/// Where a square lies on one of its lines.
#[derive(Clone, Copy)]
struct LinePosition {
    line: u8,
    /// The power of 3 of the square's digit.
    digit: u16,
    /// What to add to the line's number, wrapping around, for its state among all of [`N_STATES`].
    to_state: u16,
}

/// Lines that are each other's mirror images are one class: ranks and files by their distance from the rim,
/// diagonals by their length, longest first.
pub(super) const N_CLASSES: usize = 11;

/// The lines of the first classes have eight squares: ranks, files and the long diagonals.
pub(super) const LONG_CLASSES: usize = 5;

/// The length of the lines of a class.
pub(super) const fn class_length(class: usize) -> u32 {
    if class < 4 { 8 } else { 12 - class as u32 }
}

/// Where the states of each class begin, and behind them where they end.
pub(super) const CLASS_BEGIN: [usize; N_CLASSES + 1] = {
    let mut begin = [0; N_CLASSES + 1];
    let mut class = 0;
    while class < N_CLASSES {
        begin[class + 1] = begin[class] + 3_usize.pow(class_length(class));
        class += 1;
    }
    begin
};

/// How many states all classes of lines have together.
pub(super) const N_STATES: usize = CLASS_BEGIN[N_CLASSES];

const _: () = assert!(N_STATES <= u16::MAX as usize);

/// The class of a square's line along an axis.
const fn class_of(square: usize, axis: usize) -> usize {
    let (file, rank) = (square % 8, square / 8);
    let across = match axis {
        0 => rank,
        1 => file,
        2 => return 4 + file.abs_diff(rank),
        _ => return 4 + file.abs_diff(7 - rank),
    };
    if across > 3 { 7 - across } else { across }
}

/// The numbers of a line of each length begin here in the table.
const BEGIN: [u16; 9] = [0, 0, 0, 9, 36, 117, 360, 1089, 3276];
const TABLE_SIZE: usize = 1 << 14;

const LENGTHS: [u8; N_LINES + 1] = {
    let mut lengths = [0; N_LINES + 1];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            lengths[place_of(square, axis).0] += 1;
            axis += 1;
        }
        square += 1;
    }
    lengths
};

/// The line of a square along an axis, and how many squares of the line come before it.
const fn place_of(square: usize, axis: usize) -> (usize, usize) {
    let (file, rank) = (square % 8, square / 8);
    let opposite = 7 - rank;
    let least = if file < rank { file } else { rank };
    let least_opposite = if file < opposite { file } else { opposite };
    match axis {
        0 => (rank, file),
        1 => (8 + file, rank),
        2 => {
            // In the order in which the rules' own generator goes through them: first those that begin on
            // the first rank, from left to right, then those on the a-file.
            let line = if file.abs_diff(rank) == 7 {
                NO_LINE
            } else if file >= rank {
                16 + file - rank
            } else {
                22 + rank - file
            };
            (line, least)
        }
        _ => {
            let diagonal = file + rank;
            let line = if diagonal == 0 || diagonal == 14 {
                NO_LINE
            } else {
                28 + diagonal
            };
            (line, least_opposite)
        }
    }
}

static LINE_POSITIONS: [[LinePosition; 4]; 64] = {
    let none = LinePosition {
        line: 0,
        digit: 0,
        to_state: 0,
    };
    let mut places = [[none; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (line, before) = place_of(square, axis);
            // The shared line of the single squares stays at 0.
            let digit = if line == NO_LINE {
                0
            } else {
                3_u16.pow(before as u32)
            };
            // That line's number stays at 0 and is taken for a state of any class.
            let to_state = if line == NO_LINE {
                0
            } else {
                let class = class_of(square, axis);
                (CLASS_BEGIN[class] as u16).wrapping_sub(BEGIN[class_length(class) as usize])
            };
            places[square][axis] = LinePosition {
                line: line as u8,
                digit,
                to_state,
            };
            axis += 1;
        }
        square += 1;
    }
    places
};

/// No side has more moves on a line than five; eight are a whole register.
const MAX_LINE_MOVES: usize = 8;

/// The moves of one side on a line, each its place of departure plus 64 times its place of arrival; zeros
/// behind them.
#[derive(Clone, Copy)]
struct LineMoves {
    moves: [u16; MAX_LINE_MOVES],
}

/// For each side and number of a line: how many moves there are, and which.
static COUNTS: [[u8; TABLE_SIZE]; 2] = {
    let mut table = [[0; TABLE_SIZE]; 2];
    let mut length = 2;
    while length <= 8 {
        let mut number = 0;
        while number < 3_u32.pow(length) {
            let index = BEGIN[length as usize] as usize + number as usize;
            table[0][index] = line_moves(number, length, 1).1 as u8;
            table[1][index] = line_moves(number, length, 2).1 as u8;
            number += 1;
        }
        length += 1;
    }
    table
};

static MOVES: [[LineMoves; TABLE_SIZE]; 2] = {
    let none = LineMoves {
        moves: [0; MAX_LINE_MOVES],
    };
    let mut table = [[none; TABLE_SIZE]; 2];
    let mut length = 2;
    while length <= 8 {
        let mut number = 0;
        while number < 3_u32.pow(length) {
            let index = BEGIN[length as usize] as usize + number as usize;
            table[0][index] = line_moves(number, length, 1).0;
            table[1][index] = line_moves(number, length, 2).0;
            number += 1;
        }
        length += 1;
    }
    table
};

/// Where a line begins, and how the index of a square grows along it.
#[derive(Clone, Copy)]
struct LineGeometry {
    /// 65 times the index of its first square: what is added to both squares of a move.
    first: u16,
    stride: u16,
}

const AXIS_OF_LINE: [usize; N_LINES] = {
    let mut axes = [0; N_LINES];
    let mut line = 0;
    while line < N_LINES {
        axes[line] = match line {
            0..8 => 0,
            8..16 => 1,
            16..29 => 2,
            _ => 3,
        };
        line += 1;
    }
    axes
};

static COURSES: [LineGeometry; N_LINES] = {
    let mut courses = [LineGeometry { first: 0, stride: 0 }; N_LINES];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (line, before) = place_of(square, axis);
            if before == 0 && line != NO_LINE {
                courses[line] = LineGeometry {
                    first: 65 * square as u16,
                    // Downwards the index shrinks, by wrapping around.
                    stride: [1, 8, 9, 7_u16.wrapping_neg()][axis],
                };
            }
            axis += 1;
        }
        square += 1;
    }
    courses
};

/// The moves of the side with this digit on a line, from the rules, and how many there are.
const fn line_moves(number: u32, length: u32, own: u32) -> (LineMoves, usize) {
    let (digits, pieces) = digits_of(number, length);
    let mut found = LineMoves {
        moves: [0; MAX_LINE_MOVES],
    };
    let mut n = 0;
    let mut from = 0;
    while from < length {
        if digits[from as usize] == own {
            let up = from + pieces;
            if up < length && is_open(&digits, from, up, own) {
                found.moves[n] = (from + 64 * up) as u16;
                n += 1;
            }
            if from >= pieces && is_open(&digits, from, from - pieces, own) {
                found.moves[n] = (from + 64 * (from - pieces)) as u16;
                n += 1;
            }
        }
        from += 1;
    }
    (found, n)
}

/// The digits of a line and how many pieces it has.
const fn digits_of(number: u32, length: u32) -> ([u32; 8], u32) {
    let mut digits = [0; 8];
    let mut rest = number;
    let mut pieces = 0;
    let mut i = 0;
    while i < length {
        digits[i as usize] = rest % 3;
        if digits[i as usize] != 0 {
            pieces += 1;
        }
        rest /= 3;
        i += 1;
    }
    (digits, pieces)
}

/// Whether a piece may go from one place of a line to another: not onto its own side's, nor over the other's.
const fn is_open(digits: &[u32; 8], from: u32, to: u32, own: u32) -> bool {
    if digits[to as usize] == own {
        return false;
    }
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    let mut between = low + 1;
    while between < high {
        let digit = digits[between as usize];
        if digit != 0 && digit != own {
            return false;
        }
        between += 1;
    }
    true
}

/// The numbers of all lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    numbers: [u16; N_LINES + 1],
}

impl Lines {
    pub(super) fn new(position: &Position) -> Lines {
        Lines::of(PerColor(Color::ALL.map(|color| position.pieces(color))))
    }

    /// The lines of two sets of pieces.
    pub(super) fn of(pieces: PerColor<Bitboard>) -> Lines {
        let mut lines = Lines {
            numbers: [0; N_LINES + 1],
        };
        for (number, &length) in lines.numbers.iter_mut().zip(&LENGTHS) {
            *number = if length <= 8 {
                BEGIN[usize::from(length)]
            } else {
                0
            };
        }
        lines.numbers[NO_LINE] = 0;
        for color in Color::ALL {
            for square in pieces[color] {
                lines.change(square, 1 + color.index() as i16);
            }
        }
        lines
    }

    /// The state of every line, among all of [`N_STATES`].
    pub(super) fn states(self) -> impl Iterator<Item = usize> {
        (0..N_LINES).map(move |line| {
            let first = usize::from(COURSES[line].first) / 65;
            let axis = AXIS_OF_LINE[line];
            let number = self.numbers[line];
            usize::from(number.wrapping_add(LINE_POSITIONS[first][axis].to_state))
        })
    }

    /// Puts the moves of a side into a buffer, in the order of [`Position::piece_moves`], and returns how many
    /// there are. A line's moves are copied as a whole register, used or not, and the next line's are put
    /// over the unused ones.
    #[inline(always)]
    pub(super) fn moves(&self, turn: Color, buffer: &mut [Move; MOVE_BUFFER]) -> usize {
        let (counts, moves) = (&COUNTS[turn.index()], &MOVES[turn.index()]);
        let mut n = 0;
        for (&number, course) in self.numbers.iter().zip(&COURSES) {
            let number = usize::from(number) & (TABLE_SIZE - 1);
            // With no more pieces than a side has in a game the buffer is never full.
            let slots = &mut buffer[n.min(MOVE_BUFFER - MAX_LINE_MOVES)..][..MAX_LINE_MOVES];
            for (slot, &place) in slots.iter_mut().zip(&moves[number].moves) {
                let index = course.first.wrapping_add(course.stride.wrapping_mul(place));
                *slot = Move::new(
                    Square::from_low_bits(u32::from(index)),
                    Square::from_low_bits(u32::from(index) >> 6),
                );
            }
            n += usize::from(counts[number]);
        }
        n.min(MOVE_BUFFER)
    }

    /// Adds to the digit of a square: 1 puts a black piece, -1 takes it away, 2 and -2 a white one. Returns the
    /// states of each of the four lines through it before and after, among all of [`N_STATES`]. They are returned and
    /// not passed to a closure: one that is not inlined is compiled without the instruction set of the search.
    #[inline(always)]
    pub(super) fn change(&mut self, square: Square, by: i16) -> [[usize; 2]; 4] {
        let mut states = [[0; 2]; 4];
        for (states, place) in states.iter_mut().zip(&LINE_POSITIONS[square.index()]) {
            let number = &mut self.numbers[usize::from(place.line)];
            let before = *number;
            let after = before.wrapping_add_signed(by.wrapping_mul(place.digit as i16));
            *number = after;
            let state = |number: u16| usize::from(number.wrapping_add(place.to_state));
            *states = [state(before), state(after)];
        }
        states
    }
}

/// How a state reads for the other side: the pieces of the two sides changed about.
pub(super) fn state_swapped(state: usize) -> usize {
    by_digits(state, |digits| {
        digits
            .iter()
            .fold(0, |number, &digit| 3 * number + (3 - digit) % 3)
    })
}

/// The lesser of a state and its mirror image, which mean the same.
pub(super) fn state_canonical(state: usize) -> usize {
    state.min(by_digits(state, |digits| {
        digits.iter().rev().fold(0, |number, &digit| 3 * number + digit)
    }))
}

/// The state of the same class that a function makes of the digits, the highest first.
fn by_digits(state: usize, make: impl Fn(&[usize]) -> usize) -> usize {
    let class = (1..N_CLASSES)
        .take_while(|&class| CLASS_BEGIN[class] <= state)
        .count();
    let mut rest = state - CLASS_BEGIN[class];
    let mut digits = [0; 8];
    let length = class_length(class) as usize;
    for digit in digits[..length].iter_mut().rev() {
        *digit = rest % 3;
        rest /= 3;
    }
    CLASS_BEGIN[class] + make(&digits[..length])
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;
    use parlor_core::{Game, MoveList};

    use super::*;

    #[test]
    fn lines_kept_up_to_date_equal_recomputed_ones_and_give_the_moves_of_the_rules() {
        let mut random = 5;
        for _ in 0..40 {
            let mut position = Position::default();
            let mut lines = Lines::new(&position);
            for _ in 0..60 {
                assert_eq!(lines, Lines::new(&position));
                let mut moves = MoveList::new();
                position.piece_moves(&mut moves);
                let mut buffer = [Move::PASS; MOVE_BUFFER];
                let n = lines.moves(position.turn(), &mut buffer);
                assert_eq!(buffer[..n], moves[..], "{position:?}");
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
                if !mv.is_pass() {
                    let digit = 1 + position.turn().index() as i16;
                    lines.change(mv.from(), -digit);
                    if position.is_capture(mv) {
                        lines.change(mv.to(), digit - 3);
                    }
                    lines.change(mv.to(), digit);
                }
                position.play_unchecked(mv);
            }
        }
    }
}
