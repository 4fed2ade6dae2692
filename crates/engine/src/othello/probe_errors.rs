//! The error of a shallow search relative to a deep one, measured on our own searches.
//!
//! `cargo run --release -p parlor-engine --example othello_probcut 14 10` printed the standard deviations to
//! which these constants were fitted, with the weights of the third generation: least squares over 80 pairs
//! of depths up to 10 plies in four stages of the game, with an average error of 24 hundredths of a disc.

/// The base error, in hundredths of a disc.
const BASE: i32 = 280;
/// The decrease for each ply of the shallow search.
const PER_SHALLOW_PLY: i32 = 20;
/// The increase for each ply between the two depths.
const PER_PLY_BETWEEN: i32 = 32;
/// The minimum error, however deep the searches are.
const LEAST: i32 = 150;
/// The factor of the error, in hundredths, with 0 to 9, 10 to 19, … empty squares: the nearer the end, the
/// more a score can change.
const BY_TENS_OF_EMPTIES: [i32; 7] = [153, 153, 81, 69, 62, 62, 62];

/// Returns the standard deviation, in hundredths of a disc, of the difference between searches of these two
/// depths with this many empty squares.
#[inline(always)]
pub fn standard_error(n_empties: u32, shallow: i32, deep: i32) -> i32 {
    let error = (BASE - PER_SHALLOW_PLY * shallow + PER_PLY_BETWEEN * (deep - shallow)).max(LEAST);
    error * BY_TENS_OF_EMPTIES[(n_empties / 10).min(6) as usize] / 100
}
