//! How far a shallow search is off a deep one, measured from our own searches.

/// The standard deviation, in hundredths of a disc, of the difference between searches of two depths with
/// so many empty squares.
pub fn standard_error(n_empties: u32, shallow: i32, deep: i32) -> i32 {
    let _ = n_empties;
    250 + 25 * (deep - shallow) - 10 * shallow
}
