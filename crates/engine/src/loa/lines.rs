//! Every line of the board as a number, kept up to date from move to move.
//!
//! A line is read in base 3: 0 for an empty square, 1 for a black piece, 2 for a white one. What the
//! evaluation wants to know of a line (how much more black can move on it than white) is looked up by that
//! number. A move changes at most seven lines of the forty-two with two squares or more.

use parlor_core::{Color, Square};
use parlor_loa::Position;

/// Lines of two squares or more: 8 ranks, 8 files, 13 + 13 diagonals.
const N_LINES: usize = 42;
/// Diagonals of a single square have no moves; they share one more line that is never asked for.
const NO_LINE: usize = N_LINES;

/// What a move counts in mobility: a capture, whose piece the other side may not want to lose, counts more, a
/// move to the rim less.
const CAPTURE: i32 = 3;
const QUIET: i32 = 2;

/// Where a square lies on one of its lines.
#[derive(Clone, Copy)]
struct Place {
    line: u8,
    /// The power of 3 of the square's digit.
    digit: u16,
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
            let diagonal = 7 + rank - file;
            let line = if diagonal == 0 || diagonal == 14 {
                NO_LINE
            } else {
                15 + diagonal
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

static PLACES: [[Place; 4]; 64] = {
    let mut places = [[Place { line: 0, digit: 0 }; 4]; 64];
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
            places[square][axis] = Place {
                line: line as u8,
                digit,
            };
            axis += 1;
        }
        square += 1;
    }
    places
};

/// For each number of a line: black's mobility on it less white's.
static BALANCE: [i8; TABLE_SIZE] = {
    let mut table = [0; TABLE_SIZE];
    let mut length = 2;
    while length <= 8 {
        let n_numbers = 3_u32.pow(length);
        let mut number = 0;
        while number < n_numbers {
            let balance = line_mobility(number, length, 1) - line_mobility(number, length, 2);
            table[BEGIN[length as usize] as usize + number as usize] = balance as i8;
            number += 1;
        }
        length += 1;
    }
    table
};

/// The mobility of the side with this digit on a line, from the rules.
const fn line_mobility(number: u32, length: u32, own: u32) -> i32 {
    let mut digits = [0; 8];
    let mut rest = number;
    let mut count = 0;
    let mut i = 0;
    while i < length {
        digits[i as usize] = rest % 3;
        if digits[i as usize] != 0 {
            count += 1;
        }
        rest /= 3;
        i += 1;
    }
    let mut mobility = 0;
    let mut from = 0;
    while from < length {
        if digits[from as usize] == own {
            let mut direction = 0;
            while direction < 2 {
                let fits = if direction == 0 {
                    from + count < length
                } else {
                    from >= count
                };
                if fits {
                    let to = if direction == 0 {
                        from + count
                    } else {
                        from - count
                    };
                    mobility += move_worth(&digits, from, to, own);
                }
                direction += 1;
            }
        }
        from += 1;
    }
    mobility
}

const fn move_worth(digits: &[u32; 8], from: u32, to: u32, own: u32) -> i32 {
    if digits[to as usize] == own {
        return 0;
    }
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    let mut between = low + 1;
    while between < high {
        let digit = digits[between as usize];
        if digit != 0 && digit != own {
            return 0;
        }
        between += 1;
    }
    if digits[to as usize] != 0 { CAPTURE } else { QUIET }
}

/// The numbers of all lines, and what they add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    numbers: [u16; N_LINES + 1],
    balance: i16,
}

impl Lines {
    pub(super) fn new(position: &Position) -> Lines {
        let mut lines = Lines {
            numbers: [0; N_LINES + 1],
            balance: 0,
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
            for square in position.pieces(color) {
                lines.change(square, 1 + color.index() as i16);
            }
        }
        lines
    }

    /// Black's mobility less white's.
    #[inline(always)]
    pub(super) fn balance(&self) -> i32 {
        self.balance.into()
    }

    /// Adds to the digit of a square: 1 puts a black piece, -1 takes it away, 2 and -2 a white one.
    #[inline(always)]
    pub(super) fn change(&mut self, square: Square, by: i16) {
        for place in &PLACES[square.index()] {
            let number = &mut self.numbers[usize::from(place.line)];
            let before = BALANCE[usize::from(*number) & (TABLE_SIZE - 1)];
            *number = number.wrapping_add_signed(by.wrapping_mul(place.digit as i16));
            let after = BALANCE[usize::from(*number) & (TABLE_SIZE - 1)];
            self.balance += i16::from(after) - i16::from(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::zobrist::split_mix;
    use parlor_core::{Game, MoveList};

    use super::*;

    /// Mobility from the list of moves.
    fn mobility(position: &Position, color: Color) -> i32 {
        let seen = position.with_turn(color);
        let mut moves = MoveList::new();
        seen.piece_moves(&mut moves);
        let worth = |&mv: &_| if seen.is_capture(mv) { CAPTURE } else { QUIET };
        moves.iter().map(worth).sum()
    }

    #[test]
    fn lines_kept_up_to_date_are_those_made_anew_and_give_the_mobility_of_the_rules() {
        let mut random = 5;
        for _ in 0..40 {
            let mut position = Position::default();
            let mut lines = Lines::new(&position);
            for _ in 0..60 {
                assert_eq!(lines, Lines::new(&position));
                let expected = mobility(&position, Color::Black) - mobility(&position, Color::White);
                assert_eq!(lines.balance(), expected, "{position:?}");
                let mut moves = MoveList::new();
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
