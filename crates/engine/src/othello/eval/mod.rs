//! Static evaluation of Othello positions.
//!
//! Every evaluation predicts the final difference in discs for the side to move, in hundredths of a disc.
//! Under the rules with passes it is the learned evaluation ([`weights::Learned`]). Under the rules in which
//! a side without a move loses, it is based on mobility ([`must_move`]).

mod lookups;
pub(super) mod must_move;
pub mod patterns;
pub mod weights;

use std::sync::LazyLock;

use weights::Learned;

/// The maximum absolute evaluation: a lead of 64 discs, in hundredths.
pub const LIMIT: i32 = 6_400;

/// The embedded weights.
static EMBEDDED: &[u8] = include_bytes!("../../../weights/othello.weights");

/// Returns the learned evaluation with the embedded weights.
pub fn embedded() -> &'static Learned {
    static LEARNED: LazyLock<Learned> = LazyLock::new(|| {
        Learned::from_bytes(EMBEDDED).expect("a test reads the embedded weights of Othello")
    });
    &LEARNED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_come_with_the_program_can_be_read() {
        assert_eq!(
            weights::WeightFile::from_bytes(EMBEDDED).map(|file| file.stages.len()),
            Ok(15)
        );
    }
}
