//! Fast counting of moves and game trees.
//!
//! A count needs no keys and no clock, so it works on plain sets of squares: the mover's pieces, the other
//! side's and the empty squares. The last ply is counted, not played. One source is compiled twice, portable
//! and for AVX2 machines; each count chooses the build once.

mod avx2;

use parlor_core::Bitboard;
use parlor_core::cpu::Cpu;

use crate::geometry::{DOUBLES, SINGLES, doubles, singles};
use crate::position::Position;

/// Returns the number of lines of exactly `depth` plies, like [`parlor_core::perft()`] but faster. It uses no
/// table of positions; a pass is a ply; a finished game has no moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_on(Cpu::detect(), position, depth)
}

/// Counts like [`perft`] with this instruction set, or the portable one if the machine lacks it.
pub fn perft_on(cpu: Cpu, position: &Position, depth: u32) -> u64 {
    let limit = u32::from(position.rules().clock_limit());
    if depth == 0 || u32::from(position.clock()) + depth > limit {
        // The clock could end a game within this tree, and the fast walk does not track the clock.
        return parlor_core::perft(position, depth);
    }
    let node = Node {
        own: position.pieces(position.turn()).0,
        other: position.pieces(!position.turn()).0,
        empty: position.empty().0,
    };
    match cpu {
        Cpu::Avx2 => avx2::perft(node, depth),
        Cpu::Portable => Portable::perft(node, depth),
    }
}

/// Returns the number of extends and jumps from pieces on `own` to squares of `empty`.
#[inline(always)]
pub(crate) fn count_moves(own: u64, empty: u64) -> u64 {
    let clones = (singles(Bitboard(own)).0 & empty).count_ones();
    u64::from(clones) + count_jumps(own, empty)
}

/// Returns the number of pairs of one square of each set that are exactly two apart.
#[inline(always)]
fn count_jumps(own: u64, empty: u64) -> u64 {
    let mut n = 0;
    for_each(own, |from| n += u64::from((DOUBLES[from] & empty).count_ones()));
    n
}

/// A position in the fast walk.
#[derive(Clone, Copy)]
struct Node {
    own: u64,
    other: u64,
    empty: u64,
}

/// A build of the fast walk.
trait Kernel {
    /// Returns the number of lines of `depth` plies; `depth` is at least 1.
    fn perft(node: Node, depth: u32) -> u64;
}

struct Portable;

impl Kernel for Portable {
    fn perft(node: Node, depth: u32) -> u64 {
        walk::<Portable>(node, depth)
    }
}

#[inline(always)]
fn walk<K: Kernel>(node: Node, depth: u32) -> u64 {
    let Node { own, other, empty } = node;
    if own == 0 || other == 0 {
        return 0;
    }
    let clones = singles(Bitboard(own)).0 & empty;
    let targets = clones | doubles(Bitboard(own)).0 & empty;
    if targets == 0 {
        let next = Node {
            own: other,
            other: own,
            empty,
        };
        let stuck = (singles(Bitboard(other)).0 | doubles(Bitboard(other)).0) & empty == 0;
        return match depth {
            _ if stuck => 0,
            1 => 1,
            _ => K::perft(next, depth - 1),
        };
    }
    if depth == 1 {
        return count_moves(own, empty);
    }
    let mut n = 0;
    for_each(targets, |to| {
        let turned = SINGLES[to] & other;
        let next = Node {
            own: other ^ turned,
            other: own | turned | 1 << to,
            empty: empty ^ 1 << to,
        };
        if clones >> to & 1 != 0 {
            n += K::perft(next, depth - 1);
        }
        for_each(DOUBLES[to] & own, |from| {
            let next = Node {
                own: next.own,
                other: next.other ^ 1 << from,
                empty: next.empty ^ 1 << from,
            };
            n += K::perft(next, depth - 1);
        });
    });
    n
}

/// Calls `visit` with the index of each square of a set.
#[inline(always)]
fn for_each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize & 63);
        set &= set - 1;
    }
}
