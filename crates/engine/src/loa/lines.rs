//! Every line of the board as a number, updated from move to move.
//!
//! A line is read in base 3: 0 for an empty square, 1 for a black piece, 2 for a white one. That number
//! indexes the moves on the line and its weights in the network. A move changes at most seven of the
//! forty-two lines with two or more squares.

use parlor_core::{Bitboard, Color, PerColor, Square};
use parlor_loa::{Move, Position};

/// The number of lines of two squares or more: 8 ranks, 8 files, 13 + 13 diagonals.
const N_LINES: usize = 42;
/// Room for the moves of twelve pieces plus one register.
pub(super) const MOVE_BUFFER: usize = 8 * MOST_PIECES as usize + MAX_LINE_MOVES;
/// The maximum number of pieces of a side in a game. Boards that were set up by hand can have more.
pub(super) const MOST_PIECES: u32 = 12;
/// Diagonals of a single square have no moves. They share one extra line that is never queried.
const NO_LINE: usize = N_LINES;

/// The position of a square on one of its lines.
#[derive(Clone, Copy)]
struct LinePosition {
    line: u8,
    /// The power of 3 of the square's digit.
    digit: u16,
    /// The offset, wrapping, from the line's number to its state among all [`N_STATES`].
    to_state: u16,
}

/// The number of line classes. Mirror images are one class: ranks and files by their distance from the rim,
/// diagonals by their length, longest first.
pub(super) const N_CLASSES: usize = 11;

/// The first classes have lines of eight squares: ranks, files and the long diagonals.
pub(super) const LONG_CLASSES: usize = 5;

/// Returns the length of the lines of a class.
pub(super) const fn class_length(class: usize) -> u32 {
    if class < 4 { 8 } else { 12 - class as u32 }
}

/// Where the states of each class begin; the last element is their end.
pub(super) const CLASS_BEGIN: [usize; N_CLASSES + 1] = {
    let mut begin = [0; N_CLASSES + 1];
    let mut class = 0;
    while class < N_CLASSES {
        begin[class + 1] = begin[class] + 3_usize.pow(class_length(class));
        class += 1;
    }
    begin
};

/// The number of states of all line classes together.
pub(super) const N_STATES: usize = CLASS_BEGIN[N_CLASSES];

const _: () = assert!(N_STATES <= u16::MAX as usize);

/// Returns the class of a square's line along an axis.
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

/// Where the numbers of a line of each length begin in the table.
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

/// Returns the line of a square along an axis, and the number of squares of the line before it.
const fn place_of(square: usize, axis: usize) -> (usize, usize) {
    let (file, rank) = (square % 8, square / 8);
    let opposite = 7 - rank;
    let least = if file < rank { file } else { rank };
    let least_opposite = if file < opposite { file } else { opposite };
    match axis {
        0 => (rank, file),
        1 => (8 + file, rank),
        2 => {
            // In the order of the rules crate's generator: first the diagonals that begin on the first rank,
            // from left to right, then those on the a-file.
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
            // That line's number stays at 0 and counts as a state of any class.
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

/// The room for the moves of a side on a line. There are at most five; eight fill a register.
const MAX_LINE_MOVES: usize = 8;

/// The moves of one side on a line, each as origin plus 64 times target, padded with zeros.
#[derive(Clone, Copy)]
struct LineMoves {
    moves: [u16; MAX_LINE_MOVES],
}

/// For each side and line number: the number of moves, and the moves.
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

/// Where a line begins, and the step between the indices of its squares.
#[derive(Clone, Copy)]
struct LineGeometry {
    /// 65 times the index of its first square, which is added to both squares of a move.
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
                    // Downwards the index decreases, by wrapping around.
                    stride: [1, 8, 9, 7_u16.wrapping_neg()][axis],
                };
            }
            axis += 1;
        }
        square += 1;
    }
    courses
};

/// Returns the moves of the side with this digit on a line, computed from the rules, and their number.
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

/// Returns the digits of a line and its number of pieces.
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

/// Returns whether a piece may move between two squares of a line: not onto a piece of its own side, nor over
/// one of the other.
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

    /// Returns the lines of two sets of pieces.
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

    /// Returns the state of every line, among all [`N_STATES`].
    pub(super) fn states(self) -> impl Iterator<Item = usize> {
        (0..N_LINES).map(move |line| {
            let first = usize::from(COURSES[line].first) / 65;
            let axis = AXIS_OF_LINE[line];
            let number = self.numbers[line];
            usize::from(number.wrapping_add(LINE_POSITIONS[first][axis].to_state))
        })
    }

    /// Writes the moves of a side into a buffer, in the order of [`Position::piece_moves`], and returns their
    /// number. A line's moves are copied as a whole register, used or not, and the next line's overwrite the
    /// unused ones.
    #[inline(always)]
    pub(super) fn moves(&self, turn: Color, buffer: &mut [Move; MOVE_BUFFER]) -> usize {
        let (counts, moves) = (&COUNTS[turn.index()], &MOVES[turn.index()]);
        let mut n = 0;
        for (&number, course) in self.numbers.iter().zip(&COURSES) {
            let number = usize::from(number) & (TABLE_SIZE - 1);
            // With at most the pieces that a side has in a game, the buffer is never full.
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

    /// Adds to the digit of a square: 1 puts a black piece, -1 removes it; 2 and -2 do the same for a white
    /// one. Returns the states of the four lines through the square before and after, among all [`N_STATES`].
    /// They are returned and not passed to a closure, because a closure that is not inlined is compiled
    /// without the instruction set of the search.
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

/// Returns the state with the pieces of the two sides swapped.
pub(super) fn state_swapped(state: usize) -> usize {
    by_digits(state, |digits| {
        digits
            .iter()
            .fold(0, |number, &digit| 3 * number + (3 - digit) % 3)
    })
}

/// Returns the smaller of a state and its mirror image, which mean the same.
pub(super) fn state_canonical(state: usize) -> usize {
    state.min(by_digits(state, |digits| {
        digits.iter().rev().fold(0, |number, &digit| 3 * number + digit)
    }))
}

/// Returns the state of the same class that a function computes from the digits, the highest first.
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
