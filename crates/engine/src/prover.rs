//! The common interface of solvers that prove the score of a position.

use parlor_core::Game;
use parlor_core::cpu::Cpu;
use parlor_core::think::StopToken;
use thiserror::Error;

use crate::loaded_weights::LoadedWeights;

/// The options of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProverOptions {
    /// The size of the table in mebibytes.
    pub hash_mib: usize,
    /// The number of threads, if the solver supports several.
    pub threads: usize,
    /// The maximum number of nodes for a position, if the solver can give up.
    pub nodes: u64,
    /// Whether to find only the winner, if the solver can do so faster than find the score.
    pub only_winner: bool,
    /// The instruction set, if not the machine's best.
    pub cpu: Option<Cpu>,
    /// Weights of the evaluation that orders the moves, instead of the embedded ones.
    pub weights: Option<LoadedWeights>,
}

/// A proven result of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The difference in discs lies between two bounds; the score is the best estimate between them.
    Discs {
        /// The lower bound.
        lower: i32,
        /// The upper bound.
        upper: i32,
        /// The score; exact when the bounds are equal.
        score: i32,
    },
    /// The side to move wins by force.
    Win,
    /// The side to move has no forced win.
    NoWin,
    /// The node limit was reached, or the solver was stopped.
    Nothing,
}

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The proven result.
    pub proven: Proven,
    /// The line that shows it, if there is one.
    pub line: Vec<M>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProverProgress {
    /// The depth of the last step in plies.
    pub depth: u32,
    /// The confidence of its result, in percent.
    pub confidence: u32,
    /// Its score, in discs.
    pub score: i32,
    /// The number of positions visited so far.
    pub nodes: u64,
}

/// The reason why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ProveError {
    /// The solver supports only the rules with passes.
    #[error("the solver knows only the rules in which a side without a move passes")]
    Rules,
    /// The board has more squares than the solver supports.
    #[error("the solver takes boards of up to {most} squares, and this one has {area}")]
    TooLarge {
        /// The number of squares of the board.
        area: u32,
        /// The maximum number of squares.
        most: u32,
    },
}

/// A solver with its tables.
pub trait Prover<G: Game>: Send {
    /// Solves a position from scratch, so that its nodes do not depend on positions solved before. When the
    /// flag is set from another thread, returns soon with what is proven so far.
    fn prove(
        &mut self,
        position: &G,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<G::Move>, ProveError>;
}
