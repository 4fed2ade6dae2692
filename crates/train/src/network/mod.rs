//! Fits small networks (`parlor_engine::network`) to positions.
//!
//! A network learns to say how likely the side to move is to win: the target of a position is a blend of what
//! the search thought of it and how its game went. Positions are seen turned and mirrored at random where the
//! game allows it. Everything is decided by a seed, and the result does not depend on the number of threads.

mod adam;
mod checkpoint;
mod fit;
mod model;
mod quantise;

use parlor_engine::network::Shape;

use crate::positions::Labelled;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use fit::{Data, Progress, Settings, fit, gauge, gauge_search};
pub use model::{Loss, Model, Sample};
pub use quantise::{dequantise, fold, quantise};

/// What a game's network is shown of a position.
pub trait Sight: Send + Sync {
    /// The game's name in files.
    const GAME: &'static str;

    /// In how many ways the board can be turned and mirrored.
    const SYMMETRIES: u64;

    /// The shape of a network with so many hidden numbers, as it learns.
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

    /// How strongly the row of an input is drawn to zero, as a share of what the settings say. Inputs that are
    /// seldom on would be learned by heart; those that are often on need no such pull.
    fn pull(_input: usize) -> f32 {
        1.0
    }

    /// Whether there is something to learn from a position.
    fn teaches(_position: &Labelled) -> bool {
        true
    }

    /// Turns the board and says which inputs of the engine's network are on; their kinds are understood.
    fn see(position: &Labelled, symmetry: u64, seen: &mut Seen);
}

/// Which inputs are on, and which output weights apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// For each perspective, the side to move's first, the inputs that are on.
    pub inputs: Vec<Vec<u16>>,
    /// Which set of output weights applies.
    pub bucket: usize,
}

impl Seen {
    /// Nothing yet, for so many perspectives.
    pub fn new(perspectives: usize) -> Seen {
        Seen {
            inputs: vec![Vec::new(); perspectives],
            bucket: 0,
        }
    }
}
