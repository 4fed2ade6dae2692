//! The kernel for WebAssembly with 128-bit vectors.
//!
//! A vector has two lanes that are shifted by the same number of bits, so its lanes are the board and its
//! vertical mirror image: a rising line of the image is a falling line of the board. That covers the six
//! directions that change rows; the row itself uses plain arithmetic, as in the portable twin.

use std::arch::wasm32::{
    i8x16_shuffle, i64x2_eq, i64x2_shl, i64x2_splat, i64x2_sub, u64x2, u64x2_extract_lane, v128, v128_and,
    v128_andnot, v128_or,
};

use super::portable::{INNER_COLUMNS, falling_flips, line_ends};
use super::rays::RAYS;
use super::{Kernel, Task};

/// The kernel for WebAssembly with 128-bit vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd128;

impl Kernel for Simd128 {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: u32) -> u64 {
        let square = (square & 63) as usize;
        // The same square in the mirror image.
        let (rays, image) = (&RAYS[square].rising, &RAYS[square ^ 56].rising);
        let (p, o) = (with_image(player), with_image(opponent));
        let mut flips = zero();
        // Lane 0, the row, is handled below: the image would only repeat it.
        for lane in 1..4 {
            flips = v128_or(flips, rising(p, o, u64x2(rays[lane], image[lane])));
        }
        let row = u64x2_extract_lane::<0>(rising(p, o, u64x2(rays[0], 0)));
        union(flips) | row | falling_flips(player, opponent, RAYS[square].falling[0])
    }

    #[inline(always)]
    fn mobility(self, player: u64, opponent: u64) -> u64 {
        let inner = opponent & INNER_COLUMNS;
        let p = with_image(player);
        let vertical = rising_ends::<8, 16>(p, with_image(opponent));
        let diagonal = with_image(inner);
        let diagonals = v128_or(
            rising_ends::<7, 14>(p, diagonal),
            rising_ends::<9, 18>(p, diagonal),
        );
        let moves = union(v128_or(vertical, diagonals)) | line_ends(player, inner, 1);
        moves & !(player | opponent)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

#[inline(always)]
fn zero() -> v128 {
    i64x2_splat(0)
}

/// Returns a board and its vertical mirror image.
#[inline(always)]
fn with_image(board: u64) -> v128 {
    let twice = i64x2_splat(board.cast_signed());
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(twice, twice)
}

/// Returns the union of a board and the mirror image of another.
#[inline(always)]
fn union(lanes: v128) -> u64 {
    let image = i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(lanes, lanes);
    u64x2_extract_lane::<0>(v128_or(lanes, image))
}

/// Returns the discs that turn on a line of rising index, in each lane: those below the first square that is
/// not the opponent's, if that is the player's.
#[inline(always)]
fn rising(player: v128, opponent: v128, ray: v128) -> v128 {
    let stops = v128_andnot(ray, opponent);
    let anchor = v128_and(v128_and(player, ray), i64x2_sub(zero(), stops));
    // All ones without an anchor; otherwise minus the anchor, whose complement has exactly the bits below it.
    let keep = i64x2_sub(i64x2_eq(anchor, zero()), anchor);
    v128_andnot(ray, keep)
}

/// Returns the squares right after every run of the opponent's discs that starts next to the player's,
/// towards greater indices.
#[inline(always)]
fn rising_ends<const STEP: u32, const TWO_STEPS: u32>(player: v128, opponent: v128) -> v128 {
    let step = |board| i64x2_shl(board, STEP);
    let mut runs = v128_and(opponent, step(player));
    runs = v128_or(runs, v128_and(opponent, step(runs)));
    let pairs = v128_and(opponent, step(opponent));
    for _ in 0..2 {
        runs = v128_or(runs, v128_and(pairs, i64x2_shl(runs, TWO_STEPS)));
    }
    step(runs)
}
