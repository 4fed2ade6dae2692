//! What an Ataxx position is worth by a few features that people can name: a few dozen bit operations.
//!
//! This is what the network has to beat, and what first taught it.

use parlor_ataxx::{ALL_SQUARES, Position, doubles, singles};
use parlor_core::{Bitboard, Score};

use crate::weights::weights;

weights! {
    /// What each feature counts, in hundredths of a piece, for the side that has it.
    Weights {
        /// A piece, besides the hundred that it always counts.
        piece,
        /// An empty square that can be extended to.
        extend,
        /// An empty square that can only be jumped to.
        jump,
        /// An empty square in reach of an extend that the other side cannot reach at all.
        territory,
        /// A piece without an empty neighbour: it cannot be turned.
        safe,
        /// A piece beside an empty square that the other side can reach.
        exposed,
        /// A piece on the rim.
        edge,
        /// A piece in a corner.
        corner,
        /// The most pieces that the side to move can turn at once, each.
        capture,
        /// The most pieces that the other side could turn if it were its move, each.
        threat,
        /// To be on the move.
        tempo,
        /// What the lead in pieces counts more on a full board than on an empty one, in hundredths.
        late_material,
    }
}

const CORNERS: Bitboard = Bitboard(1 | 1 << 6 | 1 << 42 | 1 << 48);
const INNER: Bitboard = {
    let mut inner = 0;
    let mut rank = 1;
    while rank < 6 {
        inner |= 0b011_1110 << (7 * rank);
        rank += 1;
    }
    Bitboard(inner)
};

/// What the position is worth to the side to move.
#[inline(always)]
pub(super) fn hand_made(position: &Position, weights: &Weights) -> Score {
    let own = position.pieces(position.turn());
    let other = position.pieces(!position.turn());
    let empty = position.empty();
    let mine = side(own, other, empty, weights);
    let theirs = side(other, own, empty, weights);
    let pieces = own.count() as i32 - other.count() as i32;
    let filled = (ALL_SQUARES - empty).count() as i32;
    let material = pieces * (Score::PIECE + weights.late_material * filled / 49);
    let captures =
        weights.capture * best_capture(own, other, empty) - weights.threat * best_capture(other, own, empty);
    Score(material + mine - theirs + captures + weights.tempo)
}

/// The features of one side that do not depend on whose move it is.
#[inline(always)]
fn side(own: Bitboard, other: Bitboard, empty: Bitboard, weights: &Weights) -> i32 {
    let near = singles(own) & empty;
    let far = (doubles(own) & empty) - near;
    let other_reach = (singles(other) | doubles(other)) & empty;
    let safe = own - singles(empty);
    let exposed = own & singles(other_reach);
    weights.piece * own.count() as i32
        + weights.extend * near.count() as i32
        + weights.jump * far.count() as i32
        + weights.territory * (near - other_reach).count() as i32
        + weights.safe * safe.count() as i32
        + weights.exposed * exposed.count() as i32
        + weights.edge * (own - INNER).count() as i32
        + weights.corner * (own & CORNERS).count() as i32
}

/// How many pieces of `other` a move of `own` can turn at most.
///
/// The neighbours of all squares are counted at once, in bit slices: slice *i* holds the squares whose count
/// has bit *i*.
#[inline(always)]
fn best_capture(own: Bitboard, other: Bitboard, empty: Bitboard) -> i32 {
    const FILE_A: u64 = 0x0000_0408_1020_4081;
    const FILE_G: u64 = FILE_A << 6;
    let set = other.0;
    let reach = ((singles(own) | doubles(own)) & empty).0;
    let east = (set & !FILE_G) << 1;
    let west = (set & !FILE_A) >> 1;
    // Three in a row, as a two-bit number: the sum of west, middle and east.
    let side_one = east ^ west;
    let side_two = east & west;
    let row_one = side_one ^ set;
    let row_two = side_two | (side_one & set);
    // Rows above and below have three squares each, the middle row two.
    let (a1, a2) = (row_one << 7, row_two << 7);
    let (b1, b2) = (row_one >> 7, row_two >> 7);
    let one = a1 ^ b1 ^ side_one;
    let carry = (a1 & b1) | (side_one & (a1 ^ b1));
    let two_a = a2 ^ b2;
    let four_a = a2 & b2;
    let two_b = two_a ^ side_two;
    let four_b = two_a & side_two;
    let two = two_b ^ carry;
    let four_c = two_b & carry;
    // At most eight in all: the three carries into the fours give at most 8 = two of them.
    let four = four_a ^ four_b ^ four_c;
    let eight = (four_a & four_b) | (four_c & (four_a ^ four_b));
    let mut best = 0;
    let mut among = reach;
    for (slice, worth) in [(eight, 8), (four, 4), (two, 2), (one, 1)] {
        if among & slice != 0 {
            among &= slice;
            best += worth;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use parlor_ataxx::{Rules, neighbours};
    use parlor_core::zobrist::split_mix;
    use parlor_core::{Game, MoveList};

    use super::*;
    use crate::ataxx::params::WEIGHTS;

    fn random_positions(n: usize) -> Vec<Position> {
        let mut random = 11;
        let mut positions = vec![Position::start(Rules::Seed)];
        while positions.len() < n {
            let mut position = positions[positions.len() - 1];
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                position = Position::start(Rules::Seed);
            } else {
                position.play_unchecked(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
            }
            positions.push(position);
        }
        positions
    }

    #[test]
    fn the_best_capture_is_what_trying_every_square_finds() {
        for position in random_positions(3000) {
            let own = position.pieces(position.turn());
            let other = position.pieces(!position.turn());
            let reach = (singles(own) | doubles(own)) & position.empty();
            let tried = reach
                .squares()
                .map(|to| (neighbours(to) & other).count())
                .max()
                .unwrap_or(0);
            assert_eq!(
                best_capture(own, other, position.empty()),
                tried as i32,
                "{position:?}"
            );
        }
    }

    #[test]
    fn colours_do_not_matter_and_a_great_lead_late_in_the_game_does() {
        let read = |fen| Position::from_fen(fen, Rules::Seed).expect("a position");
        let score = |position: &Position| hand_made(position, &WEIGHTS);
        let ahead = read("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/ooooooo/ooo1ooo x 0 1");
        let swapped = read("ooooooo/ooooooo/ooooooo/ooooooo/ooo1ooo/xxxxxxx/xxx1xxx o 0 1");
        assert_eq!(score(&ahead), score(&swapped));
        assert!(score(&ahead) > Score::from_discs(10));
    }
}
