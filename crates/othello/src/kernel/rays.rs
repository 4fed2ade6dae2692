//! The eight lines from each square, computed at compile time.

/// The lines from one square, in four directions of rising and the opposite four of falling index.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    /// Towards greater indices, by steps of [`STEPS`].
    pub(super) rising: [u64; 4],
    /// Towards smaller indices, by steps of [`STEPS`].
    pub(super) falling: [u64; 4],
}

/// The index distance between the squares of a line: along a row, a column and the two diagonals.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The lines from every square.
pub(super) static RAYS: [Rays; 64] = rays();

/// The directions of [`STEPS`] as rows down and columns right.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, -1), (1, 1)];

const fn rays() -> [Rays; 64] {
    let mut table = [Rays {
        rising: [0; 4],
        falling: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (down, right) = DIRECTIONS[lane];
            table[square].rising[lane] = line(square as i32, down, right);
            table[square].falling[lane] = line(square as i32, -down, -right);
            lane += 1;
        }
        square += 1;
    }
    table
}

const fn line(square: i32, down: i32, right: i32) -> u64 {
    let (mut row, mut column) = (square / 8 + down, square % 8 + right);
    let mut set = 0;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        set |= 1 << (8 * row + column);
        row += down;
        column += right;
    }
    set
}
