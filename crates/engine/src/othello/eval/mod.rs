//! What an Othello position is worth before its end can be seen.
//!
//! Every evaluation foretells the final difference in discs for the side to move, in hundredths of a disc. Where a
//! side without a move passes it is the learned one ([`weights::Learned`]); where such a side loses, moves are
//! everything ([`must_move`]).

pub(super) mod must_move;
pub mod patterns;
pub mod weights;

use std::sync::LazyLock;

use weights::Learned;

/// No evaluation is beyond this: a lead of 64 discs, in hundredths.
pub const LIMIT: i32 = 6_400;

/// The learned weights that come with the program.
static EMBEDDED: &[u8] = include_bytes!("../../../weights/othello.weights");

/// The learned evaluation with the weights that come with the program.
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
