//! Hashes of positions without tables.

/// Mixes two words into one by a full multiplication whose halves are folded together, the basic step of the
/// wyhash family (Wang Yi 2019). The order of the words matters.
#[inline(always)]
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x2d35_8dcc_aa6c_78a5) as u128 * (b ^ 0x8bb8_4b93_962e_acc9) as u128;
    product as u64 ^ (product >> 64) as u64
}
