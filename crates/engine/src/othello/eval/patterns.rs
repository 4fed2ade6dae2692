//! The patterns of the learned evaluation: groups of squares whose contents are encoded as an index.
//!
//! # Kinds and instances
//!
//! A *kind* is a shape given by an ordered list of squares ([`KINDS`]). Its *instances* are the images of
//! that list under the eight symmetries of the board, without those that cover the same set of squares as an
//! earlier one. All instances of a kind share one table of weights. There are [`INSTANCES`] in total.
//!
//! # Index
//!
//! Each square is a digit: 0 if it is empty, 1 if it holds a disc of the side from whose point of view the
//! index is computed, and 2 if it holds a disc of the other side. The *raw index* of an instance is the sum
//! of digit · 3^k over its squares, where k is the place in the list, from 0.
//!
//! # Tying
//!
//! A kind with mirror symmetry has two raw indices for equivalent contents: `mirror` is the permutation of
//! the list that the reflection causes. Both share one *canonical* index. Canonical indices are numbered from
//! 0 in the order of the smaller of the two raw indices ([`Canonical`]). Weight files contain one weight per
//! canonical index.
//!
//! # Scalars
//!
//! The patterns are followed by [`SCALARS`] kinds of one instance each: the number of moves of the side to
//! move (0 to 31, more count as 31), that of the other side, whether the number of empty squares is odd, and
//! the number of discs of the side to move and of the other side that touch an empty square (0 to 63).

use parlor_core::{Square, Symmetry};
use parlor_othello::kernel::Kernel;

use super::super::geometry::neighbours_of_set;

/// The number of pattern kinds.
pub const PATTERNS: usize = 15;

/// The number of scalar kinds.
pub const SCALARS: usize = 5;

/// The total number of instances of all patterns.
pub const INSTANCES: usize = 62;

/// The number of instances, padded to whole vectors.
pub const LANES: usize = 64;

/// The number of active features of every position: one per instance and scalar.
pub const ACTIVE: usize = INSTANCES + SCALARS;

/// The number of values of each scalar.
pub const SCALAR_SIZES: [usize; SCALARS] = [32, 32, 2, 64, 64];

/// A shape of squares.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in documents and messages.
    pub name: &'static str,
    /// The squares of the first instance, lowest digit first.
    pub squares: &'static [u8],
    /// For each place of the list, the place to which the reflection moves it; `None` if the shape has no
    /// mirror symmetry.
    pub mirror: Option<&'static [u8]>,
}

impl Kind {
    /// Returns the number of raw indices.
    pub const fn raw_len(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// Returns the raw index of the mirror image, or `raw` itself if the shape has no mirror symmetry.
    pub fn mirrored(&self, raw: usize) -> usize {
        let Some(mirror) = self.mirror else { return raw };
        let mut digits = raw;
        let mut image = 0;
        for &place in mirror {
            image += digits % 3 * 3usize.pow(u32::from(place));
            digits /= 3;
        }
        image
    }
}

const REVERSE_10: &[u8] = &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const REVERSE_8: &[u8] = &[7, 6, 5, 4, 3, 2, 1, 0];
const REVERSE_7: &[u8] = &[6, 5, 4, 3, 2, 1, 0];
const REVERSE_6: &[u8] = &[5, 4, 3, 2, 1, 0];
const REVERSE_5: &[u8] = &[4, 3, 2, 1, 0];

/// The pattern kinds. Squares are 8·row + column.
pub const KINDS: [Kind; PATTERNS] = [
    Kind {
        name: "edge and X",
        squares: &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
        mirror: Some(REVERSE_10),
    },
    Kind {
        name: "triangle",
        squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
        mirror: Some(&[0, 4, 7, 9, 1, 5, 8, 2, 6, 3]),
    },
    Kind {
        name: "2 by 5",
        squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
        mirror: None,
    },
    Kind {
        name: "3 by 3",
        squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18],
        mirror: Some(&[0, 3, 6, 1, 4, 7, 2, 5, 8]),
    },
    Kind {
        name: "second line",
        squares: &[8, 9, 10, 11, 12, 13, 14, 15],
        mirror: Some(REVERSE_8),
    },
    Kind {
        name: "third line",
        squares: &[16, 17, 18, 19, 20, 21, 22, 23],
        mirror: Some(REVERSE_8),
    },
    Kind {
        name: "fourth line",
        squares: &[24, 25, 26, 27, 28, 29, 30, 31],
        mirror: Some(REVERSE_8),
    },
    Kind {
        name: "diagonal of 8",
        squares: &[0, 9, 18, 27, 36, 45, 54, 63],
        mirror: Some(REVERSE_8),
    },
    Kind {
        name: "diagonal of 7",
        squares: &[1, 10, 19, 28, 37, 46, 55],
        mirror: Some(REVERSE_7),
    },
    Kind {
        name: "diagonal of 6",
        squares: &[2, 11, 20, 29, 38, 47],
        mirror: Some(REVERSE_6),
    },
    Kind {
        name: "diagonal of 5",
        squares: &[3, 12, 21, 30, 39],
        mirror: Some(REVERSE_5),
    },
    Kind {
        name: "corner to centre",
        squares: &[0, 1, 8, 9, 10, 17, 18, 19, 26, 27],
        mirror: Some(&[0, 2, 1, 3, 5, 4, 6, 8, 7, 9]),
    },
    Kind {
        name: "edge and middle of the second line",
        squares: &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
        mirror: Some(&[5, 4, 3, 2, 1, 0, 9, 8, 7, 6]),
    },
    Kind {
        name: "3 by 3 from the X square",
        squares: &[9, 10, 11, 17, 18, 19, 25, 26, 27],
        mirror: Some(&[0, 3, 6, 1, 4, 7, 2, 5, 8]),
    },
    Kind {
        name: "corner with branches",
        squares: &[0, 1, 8, 9, 10, 11, 17, 18, 25, 27],
        mirror: Some(&[0, 2, 1, 3, 6, 8, 4, 7, 5, 9]),
    },
];

// The amount that a disc of digit 1 on each square adds to the raw index of each instance.
static PLACE_VALUES: [[u16; LANES]; 64] = {
    let mut table = [[0; LANES]; 64];
    let instances = instances();
    let mut lane = 0;
    while lane < INSTANCES {
        let (kind, squares) = instances[lane];
        let mut k = 0;
        let mut value = 1u16;
        while k < KINDS[kind].squares.len() {
            table[squares[k] as usize][lane] = value;
            value = value.wrapping_mul(3);
            k += 1;
        }
        lane += 1;
    }
    table
};

/// The kind of every instance.
pub const KIND_OF: [usize; INSTANCES] = {
    let mut kinds = [0; INSTANCES];
    let instances = instances();
    let mut lane = 0;
    while lane < INSTANCES {
        kinds[lane] = instances[lane].0;
        lane += 1;
    }
    kinds
};

// Returns every instance: its kind and its squares in the order of the kind's list.
const fn instances() -> [(usize, [u8; 10]); INSTANCES] {
    let mut instances = [(0, [0; 10]); INSTANCES];
    let mut covered = [0u64; INSTANCES];
    let mut n = 0;
    let mut kind = 0;
    while kind < PATTERNS {
        let first_of_kind = n;
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            let mut squares = [0; 10];
            let mut set = 0;
            let mut k = 0;
            while k < KINDS[kind].squares.len() {
                let square = Square::from_low_bits(KINDS[kind].squares[k] as u32);
                squares[k] = Symmetry::ALL[symmetry].square(8, square).index() as u8;
                set |= 1 << squares[k];
                k += 1;
            }
            let mut is_new = true;
            let mut i = first_of_kind;
            while i < n {
                is_new &= covered[i] != set;
                i += 1;
            }
            if is_new {
                instances[n] = (kind, squares);
                covered[n] = set;
                n += 1;
            }
            symmetry += 1;
        }
        kind += 1;
    }
    assert!(n == INSTANCES);
    instances
}

/// The raw indices of all instances from the point of view of both sides, updated incrementally with each
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices {
    // From the point of view of the side to move, then of the other side.
    own: [u16; LANES],
    other: [u16; LANES],
}

impl Indices {
    /// Computes the indices of a position from scratch.
    #[inline(always)]
    pub fn new(player: u64, opponent: u64) -> Indices {
        let mut mine = [0u16; LANES];
        let mut theirs = [0u16; LANES];
        for (mut set, sums) in [(player, &mut mine), (opponent, &mut theirs)] {
            while set != 0 {
                add(sums, set.trailing_zeros());
                set &= set - 1;
            }
        }
        let mut indices = Indices {
            own: [0; LANES],
            other: [0; LANES],
        };
        for lane in 0..LANES {
            indices.own[lane] = mine[lane] + 2 * theirs[lane];
            indices.other[lane] = theirs[lane] + 2 * mine[lane];
        }
        indices
    }

    /// Returns the indices after the side to move places a disc on `square` and turns `flips`.
    #[inline(always)]
    pub fn after(&self, square: u32, flips: u64) -> Indices {
        let mut turned = [0u16; LANES];
        let mut set = flips;
        while set != 0 {
            add(&mut turned, set.trailing_zeros());
            set &= set - 1;
        }
        let placed = &PLACE_VALUES[square as usize & 63];
        let mut next = *self;
        for lane in 0..LANES {
            // For the mover, the placed disc changes 0 to 1 and turned discs 2 to 1; for the other side, 0 to
            // 2 and 1 to 2. The sides then swap.
            next.other[lane] = self.own[lane]
                .wrapping_add(placed[lane])
                .wrapping_sub(turned[lane]);
            next.own[lane] = self.other[lane]
                .wrapping_add(2 * placed[lane])
                .wrapping_add(turned[lane]);
        }
        next
    }

    /// Returns the indices after a pass.
    #[inline(always)]
    pub fn after_pass(&self) -> Indices {
        Indices {
            own: self.other,
            other: self.own,
        }
    }

    /// Returns the raw index of every instance for the side to move. Only the first [`INSTANCES`] are
    /// meaningful.
    #[inline(always)]
    pub fn raw(&self) -> &[u16; LANES] {
        &self.own
    }
}

#[inline(always)]
fn add(sums: &mut [u16; LANES], square: u32) {
    let values = &PLACE_VALUES[square as usize & 63];
    for lane in 0..LANES {
        sums[lane] = sums[lane].wrapping_add(values[lane]);
    }
}

/// Returns the values of the scalars for `player`, the side to move. `moves` are its legal moves, and
/// `replies` those of the opponent if it were its turn.
#[inline(always)]
pub fn scalars((player, opponent): (u64, u64), moves: u64, replies: u64) -> [usize; SCALARS] {
    let [moves, replies] = [moves, replies].map(|squares| squares.count_ones() as usize);
    let empties = !(player | opponent);
    let odd = empties.count_ones() as usize & 1;
    let open = neighbours_of_set(empties);
    let [own, other] = [player, opponent].map(|discs| (discs & open).count_ones() as usize & 63);
    [moves.min(31), replies.min(31), odd, own, other]
}

/// The numbering of canonical indices of all kinds, patterns first, then scalars, as used by weight files and
/// trainers.
#[derive(Debug)]
pub struct Canonical {
    // For each kind, the canonical index of every raw index.
    of_raw: Vec<Vec<u32>>,
    lens: Vec<usize>,
}

impl Canonical {
    /// Computes the numbering.
    pub fn new() -> Canonical {
        let mut of_raw: Vec<Vec<u32>> = Vec::new();
        let mut lens = Vec::new();
        for kind in &KINDS {
            let mut map = vec![0; kind.raw_len()];
            let mut next = 0;
            for raw in 0..kind.raw_len() {
                let mirrored = kind.mirrored(raw);
                if mirrored < raw {
                    map[raw] = map[mirrored];
                } else {
                    map[raw] = next;
                    next += 1;
                }
            }
            of_raw.push(map);
            lens.push(next as usize);
        }
        for size in SCALAR_SIZES {
            of_raw.push((0..size as u32).collect());
            lens.push(size);
        }
        Canonical { of_raw, lens }
    }

    /// Returns the number of canonical indices of each kind, patterns first, then scalars.
    pub fn lens(&self) -> &[usize] {
        &self.lens
    }

    /// Returns the total number of canonical indices, which is the number of weights of a stage.
    pub fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Always returns false. Complements [`Canonical::len`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the canonical index of a raw index within its kind.
    pub fn of_raw(&self, kind: usize, raw: usize) -> usize {
        self.of_raw[kind][raw] as usize
    }

    /// Returns the active features of a position for `player`, the side to move, as a row for a trainer: the
    /// canonical index of each instance and scalar, offset by the number of indices of all preceding kinds.
    pub fn active<K: Kernel>(&self, kernel: K, player: u64, opponent: u64) -> [u32; ACTIVE] {
        let mut starts = [0; PATTERNS + SCALARS];
        let mut start = 0;
        for (kind, len) in self.lens.iter().enumerate() {
            starts[kind] = start;
            start += len;
        }
        let mut active = [0; ACTIVE];
        let indices = Indices::new(player, opponent);
        for lane in 0..INSTANCES {
            let kind = KIND_OF[lane];
            let canonical = self.of_raw(kind, usize::from(indices.raw()[lane]));
            active[lane] = (starts[kind] + canonical) as u32;
        }
        let (moves, replies) = (
            kernel.mobility(player, opponent),
            kernel.mobility(opponent, player),
        );
        for (scalar, value) in scalars((player, opponent), moves, replies)
            .into_iter()
            .enumerate()
        {
            active[INSTANCES + scalar] = (starts[PATTERNS + scalar] + value) as u32;
        }
        active
    }
}

impl Default for Canonical {
    fn default() -> Canonical {
        Canonical::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;
    use parlor_othello::kernel::Portable;

    // Visits the positions of a random game, each with the move that leads to the next.
    fn walk(seed: u64, mut visit: impl FnMut(u64, u64, u32, u64)) {
        let mut random = seed;
        let (mut player, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        loop {
            let mut moves = Portable.mobility(player, opponent);
            if moves == 0 {
                return;
            }
            for _ in 0..split_mix(&mut random) % u64::from(moves.count_ones()) {
                moves &= moves - 1;
            }
            let square = moves.trailing_zeros();
            let flips = Portable.flips(player, opponent, square);
            visit(player, opponent, square, flips);
            (player, opponent) = (opponent & !flips, player | flips | 1 << square);
        }
    }

    #[test]
    fn indices_kept_from_move_to_move_equal_recomputed_ones() {
        for seed in 0..20 {
            walk(seed, |player, opponent, square, flips| {
                let kept = Indices::new(player, opponent).after(square, flips);
                let next = (opponent & !flips, player | flips | 1 << square);
                assert_eq!(kept, Indices::new(next.0, next.1));
                assert_eq!(kept.after_pass(), Indices::new(next.1, next.0));
            });
        }
    }

    #[test]
    fn a_position_and_its_images_have_the_same_features() {
        let canonical = Canonical::new();
        let flip = |set: u64| set.swap_bytes();
        walk(3, |player, opponent, _, _| {
            let mut here = canonical.active(Portable, player, opponent);
            let mut there = canonical.active(Portable, flip(player), flip(opponent));
            here.sort_unstable();
            there.sort_unstable();
            assert_eq!(here, there);
        });
    }

    #[test]
    fn a_mirror_seen_in_a_mirror_is_the_thing_itself() {
        for kind in &KINDS {
            for raw in (0..kind.raw_len()).step_by(7) {
                assert_eq!(kind.mirrored(kind.mirrored(raw)), raw, "{}", kind.name);
            }
        }
    }
}
