//! Weights that were loaded from a file, in place of the embedded ones.

use std::any::Any;
use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::engine::EngineNode;

/// Weights for one game, read from a user's file. Copies share them. They are kept until the program ends,
/// because a program reads few such files and uses them throughout.
#[derive(Clone, Copy)]
pub struct LoadedWeights(&'static (dyn Any + Send + Sync));

impl LoadedWeights {
    /// Reads the weights of a game, or returns the reason why the bytes are not valid.
    pub fn read<N: EngineNode>(bytes: &[u8]) -> Result<LoadedWeights, N::WeightsError> {
        let weights = N::read_weights(bytes)?;
        Ok(LoadedWeights(Box::leak(Box::new(weights))))
    }

    /// Returns the weights, if they are for this game.
    pub fn of<N: EngineNode>(&self) -> Option<&'static N::Weights> {
        self.0.downcast_ref()
    }
}

/// Weights are equal when they come from the same read.
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

/// The weights type of a game whose evaluation has no replaceable weights.
pub type NoWeights = Infallible;

/// The error for a game whose evaluation has no replaceable weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the evaluation of this game reads no files of weights")]
pub struct NoWeightsError;
