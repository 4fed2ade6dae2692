//! What an Othello position is worth before its end can be seen.
//!
//! Every evaluation foretells the final difference in discs for the side to move, in hundredths of a disc.
//! The search asks through [`Evaluator`]; what state an evaluation carries from move to move is its own
//! business.

mod hand_made;
mod hand_made_weights;
pub(super) mod must_move;
pub mod patterns;
pub mod weights;

use std::sync::OnceLock;

use parlor_othello::kernel::Kernel;

pub use hand_made::{FEATURES, HandMade, STAGES, features, stage_of};

/// No evaluation is beyond this: a lead of 64 discs, in hundredths.
pub const LIMIT: i32 = 6_400;

/// An evaluation, with the state that it keeps for a position.
pub trait Evaluator: Send + Sync {
    /// What is carried along with a position.
    type State: Clone + Send + Sync;

    /// The state of a position.
    fn state(&self, player: u64, opponent: u64) -> Self::State;

    /// The state after `player` moved to `square` and turned `flips`; the other side is then to move.
    fn after(&self, state: &Self::State, square: u32, flips: u64) -> Self::State;

    /// The state after a pass.
    fn after_pass(&self, state: &Self::State) -> Self::State;

    /// What the position is worth to `player`, who is to move, within ±[`LIMIT`].
    fn evaluate<K: Kernel>(&self, kernel: K, state: &Self::State, player: u64, opponent: u64) -> i32;
}

/// The learned weights that come with the program.
static EMBEDDED: &[u8] = include_bytes!("../../../weights/othello.weights");

/// One of the evaluations, chosen once per search.
#[derive(Clone)]
pub enum AnyEvaluator {
    /// The hand-made one.
    HandMade(HandMade),
    /// The learned one.
    Learned(weights::Learned),
}

impl AnyEvaluator {
    /// The strongest evaluation that this program has: the learned one with the weights that come with it.
    pub fn best() -> AnyEvaluator {
        static LEARNED: OnceLock<Option<weights::Learned>> = OnceLock::new();
        match LEARNED.get_or_init(|| weights::Learned::from_bytes(EMBEDDED).ok()) {
            Some(learned) => AnyEvaluator::Learned(learned.clone()),
            None => AnyEvaluator::HandMade(HandMade::new()),
        }
    }
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
        assert!(matches!(AnyEvaluator::best(), AnyEvaluator::Learned(_)));
    }
}
