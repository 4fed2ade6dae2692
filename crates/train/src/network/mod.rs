//! Fits small networks (`parlor_engine::network`) to positions.
//!
//! A network learns the probability that the side to move wins: the target of a position is a blend of its
//! search score and the result of its game. Positions are transformed by random symmetries where the game
//! allows it. A seed determines everything, and the result does not depend on the number of threads.
//! Positions are read from their files again in every epoch ([`Data`]), so their number is not limited by
//! memory.

mod adam;
mod checkpoint;
mod data;
mod fit;
mod minibatch;
mod model;
mod quantise;
mod slice;
mod target;

use parlor_engine::network::{NetworkError, NetworkFile, ONE, Shape};

use crate::positions::Labelled;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use data::Data;
pub use fit::{Progress, Settings, evaluate, evaluate_search, fit};
pub use model::{Loss, Model};
pub use quantise::{dequantise, fold, quantise};

/// The name of a group of positions, and a test for membership.
pub type Group = (&'static str, fn(&Labelled) -> bool);

/// The features of a game's network.
pub trait FeatureSet: Send + Sync {
    /// The game's name in files.
    const GAME: &'static str;

    /// The number of symmetries of the board.
    const SYMMETRIES: u64;

    /// Returns the shape of a network with this many hidden units during training.
    fn shape(hidden: usize) -> Shape;

    /// Returns the kind of an input, whose row follows those of the inputs: what all inputs of a kind have in
    /// common is learned once. [`fold`] adds it to each of them.
    fn kind(_input: usize) -> Option<usize> {
        None
    }

    /// Returns the number of kinds.
    fn n_kinds() -> usize {
        0
    }

    /// Adds the inputs that a network file from an older version of the engine lacks.
    fn complete(file: NetworkFile) -> Result<NetworkFile, NetworkError> {
        Ok(file)
    }

    /// Returns the weight decay of an input's row, as a fraction of the setting. Rarely active inputs would
    /// overfit without it; often active ones do not need it.
    fn pull(_input: usize) -> f32 {
        1.0
    }

    /// The maximum weight of a row in a file.
    const GREATEST_WEIGHT: i16 = i8::MAX as i16;

    /// Returns the maximum weight of a row during training.
    fn row_bound() -> f32 {
        f32::from(Self::GREATEST_WEIGHT) / ONE as f32
    }

    /// Returns the groups of positions that an evaluation distinguishes.
    fn groups() -> Vec<Group> {
        vec![("all", |_| true)]
    }

    /// Returns whether to learn from a position.
    fn teaches(_position: &Labelled) -> bool {
        true
    }

    /// Transforms the board and collects the active inputs of the engine's network; their kinds are implied.
    fn see(position: &Labelled, symmetry: u64, seen: &mut ActiveFeatures);
}

/// The active inputs and the bucket of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveFeatures {
    /// The active inputs of each perspective, that of the side to move first.
    pub inputs: Vec<Vec<u16>>,
    /// The bucket of the output weights.
    pub bucket: usize,
}

impl ActiveFeatures {
    /// Creates an empty set for this many perspectives.
    pub fn new(perspectives: usize) -> ActiveFeatures {
        ActiveFeatures {
            inputs: vec![Vec::new(); perspectives],
            bucket: 0,
        }
    }
}
