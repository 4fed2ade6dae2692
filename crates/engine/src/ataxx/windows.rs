//! The inputs of the Ataxx network: the contents of the 2×2 windows and of the 2×3 strips of the board.
//!
//! The 36 windows overlap. Each of the four squares of a window is empty, of the side to move, of the other
//! side, or a block: 256 contents. So exactly one input of each window is active.
//!
//! A strip consists of two adjacent windows, and every window is part of one of the 18 strips. A strip
//! without blocks has 729 contents; one with a block has no input of its own, and its windows describe it.
//!
//! A move changes up to sixteen windows, and the change of the side to move changes the meaning of all of
//! them. Recomputing the sum where it is needed, which is not at every node, costs less than updating it for
//! both sides at every node. The engine adds one row for each strip without blocks: the sum of the rows of the
//! strip and of its two windows, computed when the network is loaded.

use crate::network::{NetworkError, NetworkFile, Shape};

/// The number of windows of the board.
pub const WINDOWS: usize = 36;
/// The number of contents of a window.
pub const CONTENTS: usize = 256;
/// The number of inputs of the windows, which come before those of the strips.
pub const WINDOW_INPUTS: usize = WINDOWS * CONTENTS;
/// The number of strips of the board.
pub const STRIPS: usize = WINDOWS / 2;
/// The number of contents of a strip without blocks.
pub const STRIP_CONTENTS: usize = 729;
/// The number of inputs of the network.
pub const INPUTS: usize = WINDOW_INPUTS + STRIPS * STRIP_CONTENTS;
/// The number of game stages, each with its own output weights.
pub const BUCKETS: usize = 8;

/// Returns the shape of a network with this many hidden units.
pub const fn shape(hidden: usize) -> Shape {
    Shape {
        inputs: INPUTS,
        hidden,
        perspectives: 1,
        buckets: BUCKETS,
        active: WINDOWS + STRIPS,
    }
}

/// Adds the inputs of strips, with weights of zero, to a network that was trained without them. Returns an
/// error if the network has another shape.
pub fn with_strips(mut file: NetworkFile) -> Result<NetworkFile, NetworkError> {
    let wanted = shape(file.shape.hidden);
    let without_strips = Shape {
        inputs: WINDOW_INPUTS,
        active: WINDOWS,
        ..wanted
    };
    if file.shape == without_strips {
        file.shape = wanted;
        file.rows.resize(INPUTS * wanted.hidden, 0);
    }
    file.shape.check(&wanted)?;
    Ok(file)
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

/// Returns the active inputs of the windows, one for each: 256 · window + content. Bits 0 to 3 of a content are set
/// for the squares of the side to move, bits 4 to 7 for those of the other, both for a block.
#[inline(always)]
pub fn window_inputs(own: u64, other: u64, blocks: u64) -> [u16; WINDOWS] {
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

/// Returns the inputs of the strips, one for each, as if there were no blocks: 729 · strip + content, after the
/// inputs of the windows. A square of the side to move is the digit 1, one of the other side 2.
#[inline(always)]
pub fn strip_inputs(own: u64, other: u64) -> [u16; STRIPS] {
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
            strips[strip] =
                (WINDOW_INPUTS + strip * STRIP_CONTENTS) as u16 + (contents >> (16 * lane)) as u16;
        }
        lower = upper;
    }
    strips
}

/// The squares of each strip.
const STRIP_SQUARES: [u64; STRIPS] = {
    let mut squares = [0; STRIPS];
    let mut strip = 0;
    while strip < STRIPS {
        squares[strip] = 0b11_1000_0111 << (7 * (strip / 3) + 2 * (strip % 3));
        strip += 1;
    }
    squares
};

/// Returns whether a strip contains none of these blocks.
#[inline(always)]
pub const fn is_open(strip: usize, blocks: u64) -> bool {
    STRIP_SQUARES[strip] & blocks == 0
}

/// Returns the windows of a strip.
#[inline(always)]
pub const fn windows_of(strip: usize) -> [usize; 2] {
    let first = 6 * (strip / 3) + 2 * (strip % 3);
    [first, first + 1]
}

/// Returns the inputs of the two windows of a strip, given the input of the strip.
pub fn window_inputs_of(strip_input: u16) -> [u16; 2] {
    let number = usize::from(strip_input) - WINDOW_INPUTS;
    let (strip, content) = (number / STRIP_CONTENTS, number % STRIP_CONTENTS);
    let (row, column) = (strip / 3, 2 * (strip % 3));
    let mut sets = [0; 3];
    let mut digits = content;
    for square in 0..6 {
        sets[digits % 3] |= 1 << (7 * (row + square / 3) + column + square % 3);
        digits /= 3;
    }
    let [_, own, other] = sets;
    let inputs = window_inputs(own, other, 0);
    windows_of(strip).map(|window| inputs[window])
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: u64 = 0x1_0203_0408_1021;
    const OTHER: u64 = 0x0_4c10_2200_0802;

    /// Returns the four squares of a window's input, and the squares of either side and the blocks among them.
    fn content(input: u16) -> (u64, [u64; 3]) {
        let window = usize::from(input) / CONTENTS;
        let shift = 7 * (window / 6) + window % 6;
        let spread = |nibble: u64| (nibble & 3 | (nibble & 12) << 5) << shift;
        let (own, other) = (u64::from(input & 15), u64::from(input >> 4 & 15));
        let sets = [own & !other, other & !own, own & other];
        (spread(15), sets.map(spread))
    }

    #[test]
    fn every_window_is_seen_with_its_content() {
        let blocks = 0x0_0040_0001_4000;
        let inputs = window_inputs(OWN, OTHER, blocks);
        let mut all = 0;
        for (window, &input) in inputs.iter().enumerate() {
            assert_eq!(usize::from(input) / CONTENTS, window);
            let (seen, sets) = content(input);
            assert_eq!(seen.count_ones(), 4);
            assert_eq!(sets, [OWN & seen, OTHER & seen, blocks & seen], "window {window}");
            all |= seen;
        }
        assert_eq!(all, (1 << 49) - 1, "every square is in some window");
    }

    #[test]
    fn the_strips_of_a_board_have_the_contents_of_its_windows() {
        let strips = strip_inputs(OWN, OTHER);
        let mut found: Vec<u16> = strips.into_iter().flat_map(window_inputs_of).collect();
        found.sort_unstable();
        assert_eq!(found, window_inputs(OWN, OTHER, 0));
    }

    #[test]
    fn a_strip_is_open_if_neither_of_its_windows_has_a_block() {
        for square in 0..49 {
            let blocks = 1 << square;
            let inputs = window_inputs(0, 0, blocks);
            for strip in 0..STRIPS {
                let has_block = windows_of(strip)
                    .into_iter()
                    .any(|window| content(inputs[window]).1[2] != 0);
                assert_eq!(
                    is_open(strip, blocks),
                    !has_block,
                    "strip {strip}, square {square}"
                );
            }
        }
    }

    #[test]
    fn the_stages_go_from_the_empty_to_the_full_board() {
        assert_eq!(bucket(0), 0);
        assert_eq!(bucket((1 << 49) - 1), BUCKETS - 1);
    }
}
