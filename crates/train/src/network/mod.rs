//! Fits small networks (`parlor_engine::network`) to positions.
//!
//! A network learns to say how likely the side to move is to win: the target of a position is a blend of what
//! the search thought of it and how its game went. Positions are seen turned and mirrored at random where the
//! game allows it. Everything is decided by a seed, and the result does not depend on the number of threads.
//! Positions are read from their files again in every epoch ([`Data`]): their number is not bounded by memory.

mod adam;
mod checkpoint;
mod data;
mod fit;
mod minibatch;
mod model;
mod quantise;
mod slice;
mod target;

use parlor_engine::network::{ONE, Shape};

use crate::positions::Labelled;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use data::Data;
pub use fit::{Progress, Settings, evaluate, evaluate_search, fit};
pub use model::{Loss, Model};
pub use quantise::{dequantise, fold, quantise, untie};

/// The name of a group of positions, and which belong to it.
pub type Group = (&'static str, fn(&Labelled) -> bool);

/// What a game's network is shown of a position.
pub trait FeatureSet: Send + Sync {
    /// The game's name in files.
    const GAME: &'static str;

    /// In how many ways the board can be turned and mirrored.
    const SYMMETRIES: u64;

    /// The shape of a network with this many hidden units, as it learns.
    fn shape(hidden: usize) -> Shape;

    /// The kind of an input, whose row is behind those of the inputs: what all inputs of a kind have in common
    /// is learned once. [`fold`] adds it to each of them.
    fn kind(_input: usize) -> Option<usize> {
        None
    }

    /// How many kinds there are.
    fn n_kinds() -> usize {
        0
    }

    /// Whether a network of this shape represents itself together with its turned copies ([`untie`]).
    fn is_tied(_shape: &Shape) -> bool {
        false
    }

    /// The input that is on for the turned position when this one is on for the position.
    fn turn(input: usize, _symmetry: u64) -> usize {
        input
    }

    /// The weight decay of an input's row, as a share of the setting. Rarely active inputs would overfit
    /// without it; often active ones do not need it.
    fn pull(_input: usize) -> f32 {
        1.0
    }

    /// The greatest weight of a row, as it is in a file.
    const GREATEST_WEIGHT: i16 = i8::MAX as i16;

    /// The greatest weight of a row while it learns.
    fn row_bound() -> f32 {
        f32::from(Self::GREATEST_WEIGHT) / ONE as f32
    }

    /// Groups of positions that an evaluation distinguishes.
    fn groups() -> Vec<Group> {
        vec![("all", |_| true)]
    }

    /// Whether there is something to learn from a position.
    fn teaches(_position: &Labelled) -> bool {
        true
    }

    /// Turns the board and says which inputs of the engine's network are on; their kinds are understood.
    fn see(position: &Labelled, symmetry: u64, seen: &mut ActiveFeatures);
}

/// Which inputs are on, and which output weights apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveFeatures {
    /// For each perspective, the side to move's first, the inputs that are on.
    pub inputs: Vec<Vec<u16>>,
    /// Which set of output weights applies.
    pub bucket: usize,
}

impl ActiveFeatures {
    /// Nothing yet, for this many perspectives.
    pub fn new(perspectives: usize) -> ActiveFeatures {
        ActiveFeatures {
            inputs: vec![Vec::new(); perspectives],
            bucket: 0,
        }
    }
}
