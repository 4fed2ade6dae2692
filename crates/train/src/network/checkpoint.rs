//! A checkpoint file: the state of a fit between two pools.
//!
//! All numbers are little-endian: the magic `PARLFIT2`; the game's name in eight bytes; inputs, hidden units,
//! perspectives, buckets, maximum number of active inputs, the scale of scores (4 bytes each); the seed, the
//! completed epochs, the completed pools of the next epoch, the steps taken (8 bytes each); the parameters of
//! the model, their running means, their running squares (4 bytes each); the checksum of all bytes before it
//! (64-bit FNV-1a).

use parlor_core::checksum;
use parlor_engine::network::Shape;
use thiserror::Error;

use super::FeatureSet;
use super::model::{Model, len};
use super::quantise::fold;

const MAGIC: &[u8; 8] = b"PARLFIT2";
const HEADER_LEN: usize = 8 + 8 + 6 * 4 + 4 * 8;

/// A fit that can be continued.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The current model.
    pub model: Model,
    /// The running means of the gradient of every parameter …
    pub(crate) means: Vec<f32>,
    /// … and of its square.
    pub(crate) squares: Vec<f32>,
    /// The number of steps taken.
    pub(crate) steps: u64,
    /// The score that corresponds to odds of e to 1.
    pub scale: f32,
    /// The seed of the order of the positions.
    pub seed: u64,
    /// The number of completed epochs.
    pub epochs: u64,
    /// The number of completed pools of the current epoch.
    pub pools: u64,
}

/// The reason why bytes are not a checkpoint of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The file has another format or version.
    #[error("not a checkpoint of a fit of this version")]
    Magic,
    /// The file is for another game or shape.
    #[error("the checkpoint is of another network")]
    Shape,
    /// The file is truncated or damaged.
    #[error("the checkpoint is damaged")]
    Damaged,
}

impl Checkpoint {
    /// Creates the start of a fit.
    pub fn new(model: Model, scale: f32, seed: u64) -> Checkpoint {
        let n = model.numbers.len();
        Checkpoint {
            model,
            means: vec![0.0; n],
            squares: vec![0.0; n],
            steps: 0,
            scale,
            seed,
            epochs: 0,
            pools: 0,
        }
    }

    /// Returns the network that the engine would use, except for rounding.
    pub fn network<S: FeatureSet>(&self) -> Model {
        fold::<S>(&self.model)
    }

    /// Returns the bytes of the file.
    pub fn to_bytes<S: FeatureSet>(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(name_field(S::GAME));
        for dimension in dimensions(&self.model.shape) {
            bytes.extend((dimension as u32).to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        for number in [self.seed, self.epochs, self.pools, self.steps] {
            bytes.extend(number.to_le_bytes());
        }
        for numbers in [&self.model.numbers, &self.means, &self.squares] {
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file. The game determines the shape except the number of hidden units.
    pub fn from_bytes<S: FeatureSet>(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(CheckpointError::Magic);
        }
        let (header, rest) = bytes
            .split_at_checked(HEADER_LEN)
            .ok_or(CheckpointError::Damaged)?;
        let short = |i: usize| {
            let at = 16 + 4 * i;
            u32::from_le_bytes(std::array::from_fn(|k| header[at + k])) as usize
        };
        let long = |i: usize| {
            let at = 40 + 8 * i;
            u64::from_le_bytes(std::array::from_fn(|k| header[at + k]))
        };
        let shape = S::shape(short(1).min(1 << 12));
        if header[8..16] != name_field(S::GAME) || dimensions(&shape) != std::array::from_fn(short) {
            return Err(CheckpointError::Shape);
        }
        let n = len(&shape);
        if rest.len() != 3 * 4 * n + 8 {
            return Err(CheckpointError::Damaged);
        }
        let (content, sum) = bytes.split_at(bytes.len() - 8);
        if sum != checksum(content).to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        let floats: Vec<f32> = rest
            .as_chunks::<4>()
            .0
            .iter()
            .copied()
            .map(f32::from_le_bytes)
            .collect();
        Ok(Checkpoint {
            model: Model {
                shape,
                numbers: floats[..n].to_vec(),
            },
            means: floats[n..2 * n].to_vec(),
            squares: floats[2 * n..3 * n].to_vec(),
            steps: long(3),
            scale: f32::from_bits(short(5) as u32),
            seed: long(0),
            epochs: long(1),
            pools: long(2),
        })
    }
}

fn dimensions(shape: &Shape) -> [usize; 5] {
    [
        shape.inputs,
        shape.hidden,
        shape.perspectives,
        shape.buckets,
        shape.active,
    ]
}

fn name_field(game: &str) -> [u8; 8] {
    let mut field = [0; 8];
    for (place, byte) in field.iter_mut().zip(game.bytes()) {
        *place = byte;
    }
    field
}
