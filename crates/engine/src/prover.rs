//! Proving what a position is worth, whichever game has a solver for it.

use parlor_core::Game;
use parlor_core::cpu::Cpu;
use parlor_core::think::StopToken;
use thiserror::Error;

use crate::loaded_weights::LoadedWeights;

/// How a position is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProverOptions {
    /// The size of the table in mebibytes.
    pub hash_mib: usize,
    /// The number of threads, where the solver has several.
    pub threads: usize,
    /// The most nodes for a position, where the solver can give up.
    pub nodes: u64,
    /// Whether only the winner is asked for, where that is less than the score.
    pub only_winner: bool,
    /// The instruction set, when it is not to be the best of the machine.
    pub cpu: Option<Cpu>,
    /// Weights of the evaluation that orders the moves, instead of those that come with the program.
    pub weights: Option<LoadedWeights>,
}

/// What was proven about a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The difference in discs lies between these two; the score is the best guess between them.
    Discs {
        /// At least this.
        lower: i32,
        /// At most this.
        upper: i32,
        /// The score itself when the two are equal.
        score: i32,
    },
    /// The side to move wins by force.
    Win,
    /// The side to move has no forced win.
    NoWin,
    /// The nodes ran out, or the solver was stopped.
    Nothing,
}

/// What solving a position came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// What was proven.
    pub proven: Proven,
    /// The line that shows it, as far as there is one.
    pub line: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProverProgress {
    /// How many plies the last step looked ahead.
    pub depth: u32,
    /// How sure its result is, in per cent.
    pub confidence: u32,
    /// Its score, in discs.
    pub score: i32,
    /// How many positions were looked at so far.
    pub nodes: u64,
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ProveError {
    /// The solver knows only the rules with passes.
    #[error("the solver knows only the rules in which a side without a move passes")]
    Rules,
    /// The board has more squares than the solver can hold.
    #[error("the solver takes boards of up to {most} squares, and this one has {area}")]
    TooLarge {
        /// How many squares the board has.
        area: u32,
        /// How many it may have.
        most: u32,
    },
}

/// A solver with its memory.
pub trait Prover<G: Game>: Send {
    /// Solves a position from scratch, so that its nodes do not depend on those solved before. When the flag is set from
    /// another thread, returns soon with what is proven by then.
    fn prove(
        &mut self,
        position: &G,
        stop: &StopToken,
        report: &mut dyn FnMut(&ProverProgress),
    ) -> Result<Proof<G::Move>, ProveError>;
}
