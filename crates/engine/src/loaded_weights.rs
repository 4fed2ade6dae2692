//! Weights that were loaded from a file, instead of those that come with the program.

use std::any::Any;
use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::engine::EngineNode;

/// Weights that were read from a file of the user's, for one game. Copies share them; they are kept until the
/// program ends, because a program reads few such files and uses them throughout.
#[derive(Clone, Copy)]
pub struct LoadedWeights(&'static (dyn Any + Send + Sync));

impl LoadedWeights {
    /// Reads the weights of a game; says why bytes are none.
    pub fn read<N: EngineNode>(bytes: &[u8]) -> Result<LoadedWeights, N::WeightsError> {
        let weights = N::read_weights(bytes)?;
        Ok(LoadedWeights(Box::leak(Box::new(weights))))
    }

    /// The weights, if they are of this game.
    pub fn of<N: EngineNode>(&self) -> Option<&'static N::Weights> {
        self.0.downcast_ref()
    }
}

/// Weights are the same when they were read at once.
impl PartialEq for LoadedWeights {
    fn eq(&self, other: &LoadedWeights) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

impl Eq for LoadedWeights {}

impl fmt::Debug for LoadedWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LoadedWeights")
    }
}

/// The weights of a game whose evaluation has none that can be replaced.
pub type NoWeights = Infallible;

/// A game's evaluation has no weights that a file could replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the evaluation of this game reads no files of weights")]
pub struct NoWeightsError;
