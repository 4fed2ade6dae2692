//! Deliberate mistakes, for players that people can beat.
//!
//! A search with mistakes misjudges positions and overlooks moves. A hash of the seed, the position and the
//! subject decides about each mistake, so the same position is misjudged in the same way wherever it occurs.
//! Whether to make mistakes is decided at run time: a second copy of the search for players that make them
//! would take as long to compile as the first.

use parlor_core::Score;
use parlor_core::random::split_mix;

use crate::node::{CandidateOf, Node};

/// The mistakes of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The maximum error of the evaluation, in hundredths of a piece.
    pub noise: i32,
    /// The percentage of quiet moves that are overlooked. Other moves are overlooked half as often.
    pub blindness: u32,
    /// The seed: different seeds make different mistakes.
    pub seed: u64,
}

// Subjects other than moves, which are below 2¹⁶.
const MISJUDGED: u64 = 1 << 20;
const MISJUDGED_TOO: u64 = 1 << 21;
const WIN_OVERLOOKED: u64 = 1 << 22;

impl Mistakes {
    /// Returns a number below `n`, determined by the seed, the position and a subject.
    #[inline]
    fn draw(&self, key: u64, subject: u64, n: u32) -> u32 {
        let mut state = self.seed ^ key ^ subject.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (((split_mix(&mut state) >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Returns the evaluation of a position with its error.
    #[cold]
    #[inline(never)]
    pub(crate) fn misjudge<N: Node>(&self, node: &N, score: Score) -> Score {
        let key = node.key();
        // The sum of two draws: small errors are likelier than large ones.
        let n = self.noise as u32 + 1;
        let error =
            self.draw(key, MISJUDGED, n) as i32 + self.draw(key, MISJUDGED_TOO, n) as i32 - self.noise;
        Score((score.0 + error).clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }

    /// Returns whether a move that wins at once is overlooked.
    #[cold]
    #[inline(never)]
    pub(crate) fn overlooks_win(&self, key: u64) -> bool {
        self.draw(key, WIN_OVERLOOKED, 100) < self.blindness
    }

    /// Removes the overlooked moves of a position from its candidates, which are those from `first` on: the
    /// ones before them belong to other nodes. At least one candidate remains.
    #[cold]
    #[inline(never)]
    pub(crate) fn overlook<N: Node>(&self, node: &N, candidates: &mut Vec<CandidateOf<N>>, first: usize) {
        if self.blindness == 0 || candidates.len() - first < 2 {
            return;
        }
        let key = node.key();
        let is_seen = |candidate: &CandidateOf<N>| {
            let chance = if candidate.quiet {
                self.blindness
            } else {
                self.blindness / 2
            };
            self.draw(key, u64::from(N::pack(candidate.mv)), 100) >= chance
        };
        if !candidates[first..].iter().any(is_seen) {
            let best = candidates[first..]
                .iter()
                .copied()
                .max_by_key(|candidate| candidate.order);
            candidates.truncate(first);
            candidates.extend(best);
            return;
        }
        let mut seen = first;
        for index in first..candidates.len() {
            if is_seen(&candidates[index]) {
                candidates.swap(seen, index);
                seen += 1;
            }
        }
        candidates.truncate(seen);
    }
}
