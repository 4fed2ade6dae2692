//! What a position of Lines of Action is worth.
//!
//! The features are those that Winands found to matter in MIA (2004): how concentrated, central, connected,
//! solid and mobile a side's pieces are. All are found in a few bit operations from the two sets of pieces.

use parlor_core::{Bitboard, Color, Game, PerColor, Score, Square};
use parlor_loa::{Move, Position};

use super::lines::{Change, Lines};
use crate::weights::weights;

weights! {
    /// What each feature counts, in hundredths of a piece; those per piece are averaged so that having more
    /// pieces, which is no virtue here, does not count by itself.
    Weights {
        /// For each step that the average piece is away from the centre of mass beyond what is
        /// unavoidable (negative).
        concentration,
        /// The average worth of the squares that pieces stand on.
        centralisation,
        /// The worth of the square in the centre of mass.
        centre_of_mass,
        /// A 2×2 block with three or four pieces near the centre of mass.
        quads,
        /// Each more or fewer of what Euler's number counts: groups less holes (negative).
        groups,
        /// Two moves that the side would have; a capture counts as one and a half.
        mobility,
        /// A neighbouring pair of pieces, per piece.
        connectedness,
        /// A square of the smallest rectangle around the pieces (negative).
        uniformity,
        /// A piece of the other side on the rim that has no move towards the middle.
        walls,
        /// A piece that touches no other of its side (negative).
        loners,
        /// To be on the move.
        tempo,
    }
}

/// What a square is worth to a piece on it, from 0 in a corner to 100 in the centre.
const SQUARE_WORTH: [i16; 64] = {
    // By the distance from the rim, corners worse than edges.
    let by_rings: [i16; 16] = [
        0, 20, 25, 30, //
        20, 50, 70, 75, //
        25, 70, 90, 95, //
        30, 75, 95, 100,
    ];
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (file, rank) = (i % 8, i / 8);
        let file = if file > 3 { 7 - file } else { file };
        let rank = if rank > 3 { 7 - rank } else { rank };
        table[i] = by_rings[4 * rank + file];
        i += 1;
    }
    table
};

/// For each square and radius, the squares farther away than the radius (in king's steps).
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

/// For each number of pieces, the least sum of their distances from their centre: one in the middle, eight
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

/// What is kept up to date from node to node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    worth: PerColor<i16>,
    /// What each side's own pieces are worth to it: a move without a capture changes one of the two.
    sides: PerColor<i32>,
    /// Black's mobility less white's.
    balance: i16,
}

impl Eval {
    /// The state of a position whose lines these are.
    pub(super) fn new(position: &Position, lines: &Lines, weights: &Weights) -> Eval {
        let worth = |color| {
            position
                .pieces(color)
                .squares()
                .map(|square| SQUARE_WORTH[square.index()])
                .sum()
        };
        let worth = PerColor([worth(Color::Black), worth(Color::White)]);
        let side = |color| side(position.pieces(color), worth[color], weights);
        Eval {
            worth,
            sides: PerColor([side(Color::Black), side(Color::White)]),
            balance: lines.balance(),
        }
    }

    /// The state after a move from one position to another, which changes the lines as well.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        lines: &mut Lines,
        before: &Position,
        after: &Position,
        mv: Move,
        weights: &Weights,
    ) {
        let mover = before.turn();
        let to_worth = SQUARE_WORTH[mv.to().index()];
        self.worth[mover] += to_worth - SQUARE_WORTH[mv.from().index()];
        // In a line's number black's digit is 1 and white's is 2.
        let digit = 1 + mover.index() as i16;
        let is_capture = before.pieces(!mover).contains(mv.to());
        let on_target = if is_capture { digit - (3 - digit) } else { digit };
        let mut count = |change: Change| self.balance += change.balance();
        lines.change(mv.from(), -digit, &mut count);
        lines.change(mv.to(), on_target, &mut count);
        if is_capture {
            self.worth[!mover] -= to_worth;
            self.sides[!mover] = side(after.pieces(!mover), self.worth[!mover], weights);
        }
        self.sides[mover] = side(after.pieces(mover), self.worth[mover], weights);
    }

    /// What the position is worth to `turn`, which is to move.
    #[inline(always)]
    pub fn score(&self, position: &Position, turn: Color, weights: &Weights) -> Score {
        let (own, other) = (position.pieces(turn).0, position.pieces(!turn).0);
        let walls = walled_in(other, own) - walled_in(own, other);
        let mobility = match turn {
            Color::Black => i32::from(self.balance),
            Color::White => -i32::from(self.balance),
        };
        let score = self.sides[turn] - self.sides[!turn]
            + walls * weights.walls
            + mobility * weights.mobility / 4
            + weights.tempo;
        Score(score.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }
}

/// What a side's own pieces are worth to it, wherever the other's are.
#[inline(always)]
fn side(pieces: Bitboard, worth: i16, weights: &Weights) -> i32 {
    let n = pieces.count() as usize;
    if n == 0 {
        return 0;
    }
    let Form {
        centre,
        excess,
        quads,
    } = Form::of(pieces);
    let beyond = &BEYOND[centre.index()];
    let near_quads = (quads.solid & !beyond[2]).count_ones() as i32;
    let (pairs, loners) = neighbours(pieces.0);
    let per_piece = |sum: i32| (sum * RECIPROCAL[n] as i32) >> 8;

    // Averages are in 256ths here.
    let averages = per_piece(excess) * weights.concentration
        + per_piece(i32::from(worth)) * weights.centralisation / 100
        + per_piece(pairs) * weights.connectedness;
    averages / 256
        + i32::from(SQUARE_WORTH[centre.index()]) * weights.centre_of_mass / 100
        + near_quads * weights.quads
        + quads.euler * weights.groups / 4
        + area(pieces.0) * weights.uniformity
        + loners * weights.loners
}

/// How a side's pieces stand together.
pub(super) struct Form {
    /// The square nearest to the average of all pieces.
    pub(super) centre: Square,
    /// By how much the distances from there, in king's steps, add up to more than they must.
    pub(super) excess: i32,
    pub(super) quads: Quads,
}

impl Form {
    /// The form of some pieces, of which there is one at least.
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
            quads: Quads::of(pieces.0),
        }
    }
}

/// The square nearest to the average of all pieces.
#[inline(always)]
pub(super) fn centre_of_mass(pieces: Bitboard) -> Square {
    let count = |mask: u64| (pieces.0 & mask).count_ones();
    // The binary digits of all files at once, and of all ranks.
    let files =
        count(0xaaaa_aaaa_aaaa_aaaa) + 2 * count(0xcccc_cccc_cccc_cccc) + 4 * count(0xf0f0_f0f0_f0f0_f0f0);
    let ranks =
        count(0xff00_ff00_ff00_ff00) + 2 * count(0xffff_0000_ffff_0000) + 4 * count(0xffff_ffff_0000_0000);
    let reciprocal = RECIPROCAL[pieces.count() as usize];
    let rounded = |sum: u32| (sum * reciprocal + 32_768) >> 16;
    Square::from_low_bits(rounded(files).min(7) + 8 * rounded(ranks).min(7))
}

/// How far apart two squares are in king's steps.
#[cfg(test)]
fn distance(a: Square, b: Square) -> i32 {
    let (a, b) = (a.index() as i32, b.index() as i32);
    ((a & 7) - (b & 7)).abs().max(((a >> 3) - (b >> 3)).abs())
}

/// The 2×2 blocks of the board, those across the rim included.
pub(super) struct Quads {
    /// The lower left squares of blocks with three or four pieces.
    solid: u64,
    /// Four times Euler's number: groups less holes.
    pub(super) euler: i32,
}

impl Quads {
    #[inline(always)]
    fn of(pieces: u64) -> Quads {
        // The four squares of the block whose lower left square is at each bit; blocks that begin left of
        // the a-file or below the first rank are looked at separately.
        let a = pieces;
        let b = pieces >> 1 & !FILE_H;
        let c = pieces >> 8;
        let d = pieces >> 9 & !FILE_H;
        let three = (a & b & (c ^ d)) | (c & d & (a ^ b));
        let four = a & b & c & d;
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
        let euler = ones as i32 - three.count_ones() as i32 - 2 * diagonal.count_ones() as i32;
        Quads {
            solid: three | four,
            euler,
        }
    }
}

/// How many neighbouring pairs there are, and how many pieces have no neighbour.
#[inline(always)]
fn neighbours(pieces: u64) -> (i32, i32) {
    let east = pieces & pieces >> 1 & !FILE_H;
    let north = pieces & pieces >> 8;
    let rising = pieces & pieces >> 9 & !FILE_H;
    let falling = pieces & pieces >> 7 & !FILE_A;
    let pairs = east.count_ones() + north.count_ones() + rising.count_ones() + falling.count_ones();
    let touching = east | east << 1 | north | north << 8 | rising | rising << 9 | falling | falling << 7;
    (pairs as i32, (pieces & !touching).count_ones() as i32)
}

/// The number of squares of the smallest rectangle around the pieces.
#[inline(always)]
fn area(pieces: u64) -> i32 {
    let ranks = (pieces.leading_zeros() / 8 + pieces.trailing_zeros() / 8) as i32;
    let mut files = pieces | pieces >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 0xff;
    let width = (64 - files.leading_zeros()) as i32 - files.trailing_zeros() as i32;
    (8 - ranks) * width
}

/// How many pieces of `pieces` stand on the rim with `wall` pieces on all three squares towards the middle.
#[inline(always)]
fn walled_in(pieces: u64, wall: u64) -> i32 {
    let three_in_rank = wall & (wall << 1 & !FILE_A) & (wall >> 1 & !FILE_H);
    let three_in_file = wall & wall << 8 & wall >> 8;
    let rank_1 = pieces & 0x7e & three_in_rank >> 8;
    let rank_8 = pieces & 0x7e << 56 & three_in_rank << 8;
    let file_a = pieces & 0x0001_0101_0101_0100 & three_in_file >> 1;
    let file_h = pieces & 0x0080_8080_8080_8000 & three_in_file << 1;
    (rank_1 | rank_8 | file_a | file_h).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use parlor_core::zobrist::split_mix;

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

    /// The groups of a set by filling.
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

    /// Groups less holes, a hole being a group of empty squares that does not reach the outside.
    fn euler_by_filling(pieces: u64) -> i32 {
        // Seen on a 10×10 board the outside is one group of empty squares; here count the empty groups
        // that touch no rim.
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
            assert_eq!(Quads::of(set).euler, 4 * euler_by_filling(set), "{set:#x}");
        }
    }

    #[test]
    fn pairs_loners_and_area_are_what_looking_square_by_square_finds() {
        for set in random_sets(1000) {
            let squares: Vec<Square> = Bitboard(set).squares().collect();
            let touches = |a: &Square, b: &Square| a != b && distance(*a, *b) == 1;
            let pairs: usize = squares
                .iter()
                .map(|a| squares.iter().filter(|b| touches(a, b)).count())
                .sum();
            let loners = squares
                .iter()
                .filter(|a| !squares.iter().any(|b| touches(a, b)))
                .count();
            assert_eq!(neighbours(set), (pairs as i32 / 2, loners as i32), "{set:#x}");
            let span = |of: fn(usize) -> usize| {
                let all: Vec<usize> = squares.iter().map(|square| of(square.index())).collect();
                all.iter()
                    .max()
                    .zip(all.iter().min())
                    .map_or(0, |(high, low)| high - low + 1)
            };
            assert_eq!(area(set), (span(|i| i % 8) * span(|i| i / 8)) as i32, "{set:#x}");
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

    #[test]
    fn three_in_front_of_a_piece_on_the_rim_wall_it_in() {
        // White on c1; black on b2, c2, d2.
        assert_eq!(walled_in(1 << 2, 0b1110 << 8), 1);
        assert_eq!(walled_in(1 << 2, 0b0110 << 8), 0);
        // White on a4 and h4, black around on the b- and g-files.
        let wall = |file: usize| 1_u64 << (16 + file) | 1 << (24 + file) | 1 << (32 + file);
        assert_eq!(walled_in(1 << 24 | 1 << 31, wall(1) | wall(6)), 2);
    }
}
