//! Which squares the learned evaluation looks at together, and how their contents become a number.
//!
//! # Kinds and instances
//!
//! A *kind* is a shape given by an ordered list of squares ([`KINDS`]); its *instances* are the images of
//! that list under the eight symmetries of the board, those that cover a set of squares already covered
//! left out. All instances of a kind share one table of weights. There are [`INSTANCES`] in all.
//!
//! # Index
//!
//! A square counts 0 when empty, 1 when it holds a disc of the side the position is looked at from, and 2
//! when it holds one of the other side's. The *raw index* of an instance is the sum of digit · 3^k over its
//! squares, k counted from 0 in the order of the list.
//!
//! # Tying
//!
//! Kinds that look the same in a mirror have two raw indices for what is one state of affairs: with
//! `mirror` the permutation of the list that the mirror makes, the *canonical* index of a state is that of
//! the smaller raw index of the two, and canonical indices are numbered from 0 in the order of those raw
//! indices ([`Canonical`]). Weight files hold one weight per canonical index.
//!
//! # Scalars
//!
//! After the patterns come [`SCALARS`] kinds of one instance each: the number of moves of the side to move
//! (0 to 31, more counts as 31), that of the other side, whether the number of empty squares is odd, and how many
//! discs of the side to move and of the other side touch an empty square (0 to 63).

use parlor_core::{Square, Symmetry};
use parlor_othello::kernel::Kernel;

use super::super::geometry::neighbours_of_set;

/// How many kinds of pattern there are.
pub const PATTERNS: usize = 15;

/// How many scalar kinds there are.
pub const SCALARS: usize = 5;

/// How many instances the patterns have together.
pub const INSTANCES: usize = 62;

/// The instances, filled up to whole vectors.
pub const LANES: usize = 64;

/// How many features every position has: one per instance and scalar.
pub const ACTIVE: usize = INSTANCES + SCALARS;

/// How many values each scalar takes.
pub const SCALAR_SIZES: [usize; SCALARS] = [32, 32, 2, 64, 64];

/// A shape of squares.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// A name for documents and messages.
    pub name: &'static str,
    /// The squares of the first instance, lowest digit first.
    pub squares: &'static [u8],
    /// Where a mirror takes each place of the list; none when no mirror keeps the shape.
    pub mirror: Option<&'static [u8]>,
}

impl Kind {
    /// How many raw indices there are.
    pub const fn raw_len(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// The raw index of the mirror image.
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

/// The kinds of pattern. Squares are 8·row + column.
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

// What each square adds to each instance's raw index when it holds a disc of digit 1.
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

// Every instance: its kind and its squares in the order of the kind's list.
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

/// The raw indices of all instances, seen from both sides, kept up to date from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices {
    // From the side to move, then from the other side.
    own: [u16; LANES],
    other: [u16; LANES],
}

impl Indices {
    /// The indices of a position.
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

    /// The indices after the side to move has put a disc on `square` and turned `flips`.
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
            // The mover sees an empty square become his and opposing discs too; the other side the reverse.
            next.other[lane] = self.own[lane]
                .wrapping_add(placed[lane])
                .wrapping_sub(turned[lane]);
            next.own[lane] = self.other[lane]
                .wrapping_add(2 * placed[lane])
                .wrapping_add(turned[lane]);
        }
        next
    }

    /// The indices after a pass.
    #[inline(always)]
    pub fn after_pass(&self) -> Indices {
        Indices {
            own: self.other,
            other: self.own,
        }
    }

    /// The raw index of every instance for the side to move; only the first [`INSTANCES`] mean anything.
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

/// The values of the scalars for `player`, who is to move and has these moves; the other side would have these
/// replies.
#[inline(always)]
pub fn scalars((player, opponent): (u64, u64), moves: u64, replies: u64) -> [usize; SCALARS] {
    let [moves, replies] = [moves, replies].map(|squares| squares.count_ones() as usize);
    let empties = !(player | opponent);
    let odd = empties.count_ones() as usize & 1;
    let open = neighbours_of_set(empties);
    let [own, other] = [player, opponent].map(|discs| (discs & open).count_ones() as usize & 63);
    [moves.min(31), replies.min(31), odd, own, other]
}

/// The numbering of canonical indices over all kinds, patterns first, then scalars: what a weight file and
/// a trainer count by.
#[derive(Debug)]
pub struct Canonical {
    // For each kind, the canonical index of every raw one.
    of_raw: Vec<Vec<u32>>,
    lens: Vec<usize>,
}

impl Canonical {
    /// Works the numbering out.
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

    /// How many canonical indices each kind has, patterns first, then scalars.
    pub fn lens(&self) -> &[usize] {
        &self.lens
    }

    /// How many there are in all: the weights of one stage.
    pub fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Whether there are none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The canonical index of a raw one within its kind.
    pub fn of_raw(&self, kind: usize, raw: usize) -> usize {
        self.of_raw[kind][raw] as usize
    }

    /// The features of a position for `player`, who is to move: for each instance and scalar its canonical
    /// index, counted on from the kinds before it. A trainer's row.
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

    // A random game's positions, each with the move that led to the next.
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
