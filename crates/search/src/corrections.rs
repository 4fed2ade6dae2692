//! Correction history: what a thread learns during a search about the errors of the evaluation, indexed by
//! the content of parts of the board.
//!
//! An evaluation that misjudges a corner does so at every node below as long as the corner does not change.
//! For each [`Part`] of the board and each content of it, there is a running mean of the difference between
//! search results and evaluations. A share of the mean over all parts is added to later evaluations. Chess
//! programs index this by the placement of pawns and call it correction history.

use parlor_core::Score;

/// A part of the board: the squares whose own pieces belong to it, and those whose opposing pieces do.
pub type Part = [u64; 2];

/// The number of bits of an index. A search meets few contents of a part, so the tables stay in a near cache.
const INDEX_BITS: u32 = 14;
const LEN: usize = 1 << INDEX_BITS;
/// The resolution of the means: fractions of a score's unit.
const FINE: i32 = 16;
/// The maximum difference that counts, in hundredths of a piece.
const MAX_DIFFERENCE: i32 = 2000;
/// How far a search moves a mean towards its result, in 128ths: its depth plus one, …
const WHOLE_WEIGHT: i32 = 128;
/// … but no more than this.
const MAX_WEIGHT: i32 = 12;

const _: () = assert!(MAX_DIFFERENCE * FINE <= i16::MAX as i32);

/// One thread's record of the evaluation's errors.
#[derive(Debug)]
pub(crate) struct Corrections {
    parts: &'static [Part],
    means: Vec<i16>,
}

impl Corrections {
    pub(crate) fn new(parts: &'static [Part]) -> Corrections {
        Corrections {
            parts,
            means: vec![0; parts.len() * LEN],
        }
    }

    /// Clears everything, as before a new game.
    pub(crate) fn clear(&mut self) {
        self.means.fill(0);
    }

    /// Returns the correction to the evaluation of a position with these pieces: `share` percent of what was
    /// learned.
    #[inline(always)]
    pub(crate) fn of(&self, pieces: [u64; 2], share: i32) -> i32 {
        if self.parts.is_empty() || share == 0 {
            return 0;
        }
        let mut sum = 0;
        for (place, part) in self.parts.iter().enumerate() {
            sum += i32::from(self.means[index(place, part, pieces)]);
        }
        sum * share / (100 * FINE * self.parts.len() as i32)
    }

    /// Records that a search of this depth found the score `found` where the evaluation was `said`.
    #[inline(always)]
    pub(crate) fn learn(&mut self, pieces: [u64; 2], depth: i32, found: Score, said: Score) {
        let difference = (found.0 - said.0).clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE) * FINE;
        let weight = (depth + 1).clamp(1, MAX_WEIGHT);
        for (place, part) in self.parts.iter().enumerate() {
            let mean = &mut self.means[index(place, part, pieces)];
            let old = i32::from(*mean);
            *mean = (old + (difference - old) * weight / WHOLE_WEIGHT) as i16;
        }
    }
}

#[inline(always)]
fn index(place: usize, part: &Part, pieces: [u64; 2]) -> usize {
    let own = (pieces[0] & part[0]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let other = (pieces[1] & part[1]).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let mixed = (own ^ other.rotate_left(29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    place * LEN + (mixed >> (u64::BITS - INDEX_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const PARTS: &[Part] = &[[LEFT; 2], [!LEFT; 2]];

    #[test]
    fn a_recurring_error_is_corrected_where_part_of_the_board_is_the_same() {
        let mut corrections = Corrections::new(PARTS);
        let pieces = [0x1122, 0x4400];
        for _ in 0..200 {
            corrections.learn(pieces, 8, Score(500), Score(200));
        }
        let of = |pieces| corrections.of(pieces, 100);
        assert!((280..=300).contains(&of(pieces)), "{}", of(pieces));
        assert_eq!(corrections.of(pieces, 50), of(pieces) / 2);
        assert_eq!(corrections.of(pieces, 0), 0);
        let right_is_another = [pieces[0] ^ 0x80, pieces[1]];
        assert_eq!(of(right_is_another), of(pieces) / 2);
        assert_eq!(of([pieces[1], pieces[0]]), 0);
        corrections.clear();
        assert_eq!(corrections.of(pieces, 100), 0);
    }

    #[test]
    fn differences_beyond_all_bounds_stay_within_them() {
        let mut corrections = Corrections::new(PARTS);
        for _ in 0..2000 {
            corrections.learn([1, 2], 200, Score::MAX_EVAL, -Score::MAX_EVAL);
        }
        assert!((1900..=2000).contains(&corrections.of([1, 2], 100)));
        for _ in 0..4000 {
            corrections.learn([1, 2], 200, -Score::MAX_EVAL, Score::MAX_EVAL);
        }
        assert!((-2000..=-1900).contains(&corrections.of([1, 2], 100)));
    }

    #[test]
    fn a_game_without_parts_has_no_corrections() {
        let mut corrections = Corrections::new(&[]);
        corrections.learn([1, 2], 8, Score(500), Score(200));
        assert_eq!(corrections.of([1, 2], 100), 0);
    }
}
