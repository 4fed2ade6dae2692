//! How far a shallow search is off a deep one, measured from our own searches.
//!
//! `cargo run --release -p parlor-engine --example othello_probcut 14 10` printed the standard deviations that
//! these constants follow, with the weights of the third generation: least squares over 80 pairs of depths up to 10
//! plies in four stages of the game, off by 24 hundredths of a disc on the average.

/// What the error begins with, in hundredths of a disc.
const BASE: i32 = 280;
/// What each ply of the shallow search takes from it.
const PER_SHALLOW_PLY: i32 = 20;
/// What each ply between the two searches adds to it.
const PER_PLY_BETWEEN: i32 = 32;
/// However deep the searches are, they differ by so much.
const LEAST: i32 = 150;
/// What the error is multiplied by, in hundredths, with 0 to 9, 10 to 19, … empty squares: the nearer the end, the
/// more a position can turn.
const BY_TENS_OF_EMPTIES: [i32; 7] = [153, 153, 81, 69, 62, 62, 62];

/// The standard deviation, in hundredths of a disc, of the difference between searches of two depths with
/// this many empty squares.
#[inline(always)]
pub fn standard_error(n_empties: u32, shallow: i32, deep: i32) -> i32 {
    let error = (BASE - PER_SHALLOW_PLY * shallow + PER_PLY_BETWEEN * (deep - shallow)).max(LEAST);
    error * BY_TENS_OF_EMPTIES[(n_empties / 10).min(6) as usize] / 100
}
