//! The inputs of the Ataxx network: the content of every 2×2 window of the board.
//!
//! The 36 windows overlap. Each of the four squares of a window is empty, of the side to move, of the other
//! side, or a block: 256 contents. So exactly 36 of the 36 · 256 inputs are on, one for each window. A move
//! changes up to sixteen windows, and the change of the side to move changes the meaning of all of them.
//! Recomputing the sum where it is needed, which is not at every node, costs less than updating it for both
//! sides at every node.

use std::sync::LazyLock;

use parlor_core::{Bitboard, Symmetry};

use crate::network::{NetworkFile, Shape};

/// The number of squares along a side of the board.
const SIDE: u32 = 7;
/// The number of windows of the board.
pub const WINDOWS: usize = 36;
/// The number of contents of a window.
pub const CONTENTS: usize = 256;
/// The number of inputs of the network.
pub const INPUTS: usize = WINDOWS * CONTENTS;
/// The number of game stages, each with its own output weights.
pub const BUCKETS: usize = 8;

/// Returns the shape of a network with this many hidden units.
pub const fn shape(hidden: usize) -> Shape {
    Shape {
        inputs: INPUTS,
        hidden,
        perspectives: 1,
        buckets: BUCKETS,
        active: WINDOWS,
    }
}

/// Returns the stage of the game: how full the board is, including blocks.
#[inline(always)]
pub const fn bucket(filled: u64) -> usize {
    (filled.count_ones() as usize * BUCKETS) / 50
}

/// For the seven squares of a row, byte *i* holds squares *i* and *i* + 1 in its two lowest bits.
const PAIRS: [u64; 128] = {
    let mut pairs = [0; 128];
    let mut row = 0;
    while row < 128 {
        let mut i = 0;
        while i < 6 {
            pairs[row] |= (row as u64 >> i & 3) << (8 * i);
            i += 1;
        }
        row += 1;
    }
    pairs
};

/// Returns the active inputs, one for each window: 256 · window + content. Bits 0 to 3 of a content are set
/// for the squares of the side to move, bits 4 to 7 for those of the other, both for a block.
#[inline(always)]
pub fn inputs(own: u64, other: u64, blocks: u64) -> [u16; WINDOWS] {
    let mut inputs = [0; WINDOWS];
    let pairs = |set: u64, row: usize| PAIRS[(set >> (7 * row) & 0x7f) as usize];
    let (own, other) = (own | blocks, other | blocks);
    // The pairs of both sides of each row in one word: a content combines a row with the next one.
    let both = |row| pairs(own, row) | pairs(other, row) << 4;
    let mut lower = both(0);
    for row in 0..6 {
        let upper = both(row + 1);
        let contents = lower | upper << 2;
        for column in 0..6 {
            let window = 6 * row + column;
            inputs[window] = (window * CONTENTS) as u16 | (contents >> (8 * column) & 0xff) as u16;
        }
        lower = upper;
    }
    inputs
}

/// The number of strips: two rows by three columns, the squares of two adjacent windows. Every window is part
/// of one strip.
pub const STRIPS: usize = WINDOWS / 2;
/// The number of contents of a strip without blocks.
pub const STRIP_CONTENTS: usize = 729;

/// For the seven squares of a row, 16-bit lane *i* holds squares 2·*i* to 2·*i* + 2 as a number of three base-3 digits.
const THREES: [u64; 128] = {
    let mut threes = [0; 128];
    let mut row = 0;
    while row < 128 {
        let mut i = 0;
        while i < 3 {
            let squares = row as u64 >> (2 * i);
            let number = (squares & 1) + 3 * (squares >> 1 & 1) + 9 * (squares >> 2 & 1);
            threes[row] |= number << (16 * i);
            i += 1;
        }
        row += 1;
    }
    threes
};

/// Returns the contents of the strips of a board without blocks: 729 · strip + content. A square of the side
/// to move is the digit 1, one of the other side 2.
#[inline(always)]
pub fn strips(own: u64, other: u64) -> [u16; STRIPS] {
    let mut strips = [0; STRIPS];
    let threes = |set: u64, row: usize| THREES[(set >> (7 * row) & 0x7f) as usize];
    let both = |row| threes(own, row) + 2 * threes(other, row);
    let mut lower = both(0);
    for row in 0..6 {
        let upper = both(row + 1);
        // No lane overflows: the greatest content is 728.
        let contents = lower + 27 * upper;
        for lane in 0..3 {
            let strip = 3 * row + lane;
            strips[strip] = (strip * STRIP_CONTENTS) as u16 + (contents >> (16 * lane)) as u16;
        }
        lower = upper;
    }
    strips
}

/// Returns the inputs of the two windows of a strip with this content.
pub fn windows_of(strip: u16) -> [u16; 2] {
    let (strip, content) = (
        usize::from(strip) / STRIP_CONTENTS,
        usize::from(strip) % STRIP_CONTENTS,
    );
    let (row, column) = (strip / 3, 2 * (strip % 3));
    let mut sets = [0; 3];
    let mut digits = content;
    for square in 0..6 {
        sets[digits % 3] |= 1 << (7 * (row + square / 3) + column + square % 3);
        digits /= 3;
    }
    let [_, own, other] = sets;
    let inputs = inputs(own, other, 0);
    [inputs[6 * row + column], inputs[6 * row + column + 1]]
}

/// Returns the four squares of an input's window.
pub const fn squares(input: u16) -> u64 {
    let window = (input as usize / CONTENTS) % WINDOWS;
    0b1_1000_0011 << (7 * (window / 6) + window % 6)
}

/// Returns the content that an input stands for: squares of the side to move, of the other side, and blocks.
pub fn content(input: u16) -> [u64; 3] {
    let window = (input as usize / CONTENTS) % WINDOWS;
    let shift = 7 * (window / 6) + window % 6;
    let spread = |nibble: u64| (nibble & 3 | (nibble & 12) << 5) << shift;
    let own = input as u64 & 15;
    let other = input as u64 >> 4 & 15;
    [spread(own & !other), spread(other & !own), spread(own & other)]
}

/// Networks narrower than this are *tied*: each stands for a network of eight copies of itself, one for each
/// symmetry, which sees the board transformed by it.
const NARROWEST_PLAIN: usize = 64;

/// Returns whether a network of this shape is tied.
pub const fn is_tied(shape: &Shape) -> bool {
    shape.hidden < NARROWEST_PLAIN
}

/// For each symmetry and each input, the transformed input.
static TURNED: LazyLock<Vec<Vec<u16>>> =
    LazyLock::new(|| Symmetry::ALL.iter().map(|&way| find_turned(way)).collect());

/// Returns, for each input of a position, the input of the position transformed by this symmetry, numbered as
/// in [`Symmetry::ALL`].
pub fn turned(symmetry: usize) -> &'static [u16] {
    &TURNED[symmetry % TURNED.len()]
}

/// Returns the image of each input under a symmetry: given a board with only that window's content, the
/// network sees the window at its image.
fn find_turned(way: Symmetry) -> Vec<u16> {
    (0..INPUTS as u16)
        .map(|input| {
            let [own, other, blocks] = content(input).map(|set| way.set(SIDE, Bitboard(set)).0);
            let window = way.set(SIDE, Bitboard(squares(input)));
            inputs(own, other, blocks)
                .into_iter()
                .find(|&candidate| squares(candidate) == window.0)
                .unwrap_or(input)
        })
        .collect()
}

/// Returns the untied equivalent of a tied network: eight times as wide.
pub(super) fn untie(tied: &NetworkFile) -> NetworkFile {
    let hidden = tied.shape.hidden;
    let n = Symmetry::ALL.len();
    let row = |input: usize| &tied.rows[input * hidden..][..hidden];
    let mut rows = Vec::with_capacity(n * tied.rows.len());
    for input in 0..tied.shape.inputs {
        for symmetry in 0..n {
            rows.extend_from_slice(row(usize::from(turned(symmetry)[input])));
        }
    }
    NetworkFile {
        shape: Shape {
            hidden: n * hidden,
            ..tied.shape
        },
        rows,
        bias: tied.bias.repeat(n),
        output: tied
            .output
            .chunks_exact(hidden)
            .flat_map(|weights| weights.repeat(n))
            .collect(),
        ..tied.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_is_seen_with_its_content() {
        let (own, other, blocks) = (0x1_0203_0408_1021, 0x0_4c10_2200_0802, 0x0_0040_0001_4000);
        let inputs = inputs(own, other, blocks);
        for (window, &input) in inputs.iter().enumerate() {
            assert_eq!(usize::from(input) / CONTENTS, window);
            let seen = squares(input);
            assert_eq!(seen.count_ones(), 4);
            assert_eq!(
                content(input),
                [own & seen, other & seen, blocks & seen],
                "window {window}"
            );
        }
        let all = inputs.iter().fold(0, |all, &input| all | squares(input));
        assert_eq!(all, (1 << 49) - 1, "every square is in some window");
    }

    #[test]
    fn the_strips_of_a_board_have_the_contents_of_its_windows() {
        let (own, other) = (0x1_0203_0408_1021, 0x0_4c10_2200_0802);
        let mut found: Vec<u16> = strips(own, other).into_iter().flat_map(windows_of).collect();
        found.sort_unstable();
        assert_eq!(found, inputs(own, other, 0));
    }

    #[test]
    fn the_stages_go_from_the_empty_to_the_full_board() {
        assert_eq!(bucket(0), 0);
        assert_eq!(bucket((1 << 49) - 1), BUCKETS - 1);
    }
}
