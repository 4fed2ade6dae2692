//! How far a shallow search is off a deep one, measured from our own searches.
//!
//! `cargo run --release -p parlor-engine --example othello_probcut 6 8` printed the differences that these
//! constants follow: between 255 (6 against 8 plies) and 786 (1 against 7) hundredths of a disc with 20 to 50
//! empty squares, a third more nearer to the end.

/// What the error begins with, in hundredths of a disc.
const BASE: i32 = 500;
/// What each ply of the shallow search takes from it.
const PER_SHALLOW_PLY: i32 = 50;
/// What each ply between the two searches adds to it.
const PER_PLY_BETWEEN: i32 = 35;
/// However deep the searches are, they differ by so much.
const LEAST: i32 = 200;
/// With fewer empty squares than this the error is greater by a third.
const LATE: u32 = 20;

/// The standard deviation, in hundredths of a disc, of the difference between searches of two depths with
/// so many empty squares.
#[inline(always)]
pub fn standard_error(n_empties: u32, shallow: i32, deep: i32) -> i32 {
    let error = (BASE - PER_SHALLOW_PLY * shallow + PER_PLY_BETWEEN * (deep - shallow)).max(LEAST);
    if n_empties < LATE { error * 4 / 3 } else { error }
}
