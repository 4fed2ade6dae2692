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

/// One of the evaluations, chosen once per search.
pub enum AnyEvaluator {
    /// The hand-made one.
    HandMade(HandMade),
    /// The learned one.
    Learned(weights::Learned),
}

impl AnyEvaluator {
    /// The strongest evaluation that this program has.
    pub fn best() -> AnyEvaluator {
        AnyEvaluator::HandMade(HandMade::new())
    }
}
