//! Learned weights: their file format, and the evaluation that uses them.
//!
//! # File format
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `PARLOTH2`, the magic with the version |
//! | 4 | the number of stages |
//! | 4 | the number of weight units per disc |
//! | 4 | the number of kinds, including scalars |
//! | 4 each | the number of canonical indices of each kind |
//! | | the weights: for each stage, for each kind, for each canonical index, packed ([`crate::packed`]) |
//! | 8 | the checksum of all bytes before it (64-bit FNV-1a) |
//!
//! In files of the first version, `PARLOTH1`, each weight takes two bytes.
//!
//! A position with *n* empty squares belongs to stage (60 − *n*) · stages / 61, so stage 0 is the opening.
//! Its evaluation is the sum of the weights of its features (see [`super::patterns`]).

use std::sync::Arc;

use parlor_core::checksum;
use parlor_othello::kernel::{Kernel, Portable};
use parlor_search::allocate_table;
use thiserror::Error;

use super::LIMIT;
use super::lookups::sum_of_lookups;
use super::patterns::{
    Canonical, INSTANCES, Indices, KIND_OF, KINDS, LANES, PATTERNS, SCALAR_SIZES, SCALARS, scalars,
};
use crate::packed::{pack, unpack};

const MAGIC: &[u8; 8] = b"PARLOTH2";
/// The magic of files whose weights are not packed.
const FIRST_MAGIC: &[u8; 8] = b"PARLOTH1";
const CHECKSUM_LEN: usize = 8;

/// The reason why bytes are not weights for this program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The file has another format or version.
    #[error("not a file of Othello weights of this version")]
    Magic,
    /// The file does not contain the expected number of weights.
    #[error("{found} bytes of weights where {wanted} are expected")]
    Length {
        /// The number of bytes of the file.
        found: usize,
        /// The expected number of bytes: the minimum if the file is too short for its header, otherwise the
        /// size with unpacked weights.
        wanted: usize,
    },
    /// The file was made for other features.
    #[error("the weights are for other features: {what} is {found}, not {wanted}")]
    Shape {
        /// The quantity that differs.
        what: &'static str,
        /// Its value in the file.
        found: usize,
        /// Its value in this program.
        wanted: usize,
    },
    /// The file is damaged.
    #[error("the checksum of the weights does not match")]
    Checksum,
}

/// Weights as a trainer produces them and a file stores them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightFile {
    /// The number of weight units per disc.
    pub units_per_disc: u32,
    /// For each stage, opening first, the weights of all canonical indices.
    pub stages: Vec<Vec<i16>>,
}

impl WeightFile {
    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let canonical = Canonical::new();
        let mut bytes = MAGIC.to_vec();
        let mut push = |n: usize| bytes.extend((n as u32).to_le_bytes());
        push(self.stages.len());
        push(self.units_per_disc as usize);
        push(canonical.lens().len());
        canonical.lens().iter().for_each(|&len| push(len));
        bytes.extend(pack(&self.stages.concat()));
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightFile, WeightsError> {
        let canonical = Canonical::new();
        let header = MAGIC.len() + 4 * (3 + canonical.lens().len());
        let is_packed = match bytes.get(..MAGIC.len()) {
            Some(magic) if magic == MAGIC => true,
            Some(magic) if magic == FIRST_MAGIC => false,
            _ => return Err(WeightsError::Magic),
        };
        let too_short = WeightsError::Length {
            found: bytes.len(),
            wanted: header + CHECKSUM_LEN,
        };
        let number = |i: usize| {
            let at = MAGIC.len() + 4 * i;
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(|word| u32::from_le_bytes(word) as usize)
                .ok_or(too_short.clone())
        };
        let (n_stages, units, n_kinds) = (number(0)?, number(1)?, number(2)?);
        check_shape("the number of kinds", n_kinds, canonical.lens().len())?;
        for (kind, &len) in canonical.lens().iter().enumerate() {
            check_shape("the size of a table", number(3 + kind)?, len)?;
        }
        if n_stages == 0 || n_stages > 61 {
            return Err(WeightsError::Shape {
                what: "the number of stages",
                found: n_stages,
                wanted: 61,
            });
        }
        if units == 0 {
            check_shape("the unit", units, 256)?;
        }
        let n_weights = n_stages * canonical.len();
        let wrong_length = WeightsError::Length {
            found: bytes.len(),
            wanted: header + 2 * n_weights + CHECKSUM_LEN,
        };
        if bytes.len() < header + CHECKSUM_LEN {
            return Err(too_short);
        }
        let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
        if sum != checksum(body).to_le_bytes() {
            return Err(WeightsError::Checksum);
        }
        let weights = if is_packed {
            unpack(&body[header..], n_weights)
        } else {
            let (pairs, rest) = body[header..].as_chunks::<2>();
            let is_complete = pairs.len() == n_weights && rest.is_empty();
            is_complete.then(|| pairs.iter().copied().map(i16::from_le_bytes).collect())
        }
        .ok_or(wrong_length)?;
        Ok(WeightFile {
            units_per_disc: units as u32,
            stages: weights.chunks(canonical.len()).map(<[i16]>::to_vec).collect(),
        })
    }
}

fn check_shape(what: &'static str, found: usize, wanted: usize) -> Result<(), WeightsError> {
    if found == wanted {
        Ok(())
    } else {
        Err(WeightsError::Shape { what, found, wanted })
    }
}

// The start of each kind's table within a stage, by raw indices.
const STARTS: [usize; PATTERNS + SCALARS] = {
    let mut starts = [0; PATTERNS + SCALARS];
    let mut kind = 1;
    while kind < PATTERNS + SCALARS {
        let before = if kind - 1 < PATTERNS {
            KINDS[kind - 1].raw_len()
        } else {
            SCALAR_SIZES[kind - 1 - PATTERNS]
        };
        starts[kind] = starts[kind - 1] + before;
        kind += 1;
    }
    starts
};

const RAW_LEN: usize = STARTS[PATTERNS + SCALARS - 1] + SCALAR_SIZES[SCALARS - 1];

/// The length of a stage's table: its weights and a zero, which the unused lanes look up.
const STAGE_LEN: usize = RAW_LEN + 1;

/// The start of the table of every lane within a stage; unused lanes start at the zero.
pub(super) static LANE_STARTS: [u32; LANES] = {
    let mut starts = [RAW_LEN as u32; LANES];
    let mut lane = 0;
    while lane < INSTANCES {
        starts[lane] = STARTS[KIND_OF[lane]] as u32;
        lane += 1;
    }
    starts
};

/// The number of weights from the start of a stage that a lookup can reach, whatever the raw index is, when it
/// reads two at once.
pub(super) const REACH: usize = RAW_LEN + u16::MAX as usize + 2;

/// The learned evaluation. Clones share the weights.
#[derive(Clone)]
pub struct Learned {
    // For each stage, STAGE_LEN weights by raw indices, with all kinds one after another. The stages are adjacent
    // so that huge pages hold them: an evaluation reads from more than sixty places. Zeros follow, so that REACH
    // weights can be read from every stage.
    tables: Arc<Vec<i16>>,
    n_stages: usize,
    units_per_disc: i32,
}

impl Learned {
    /// Creates the evaluation with these weights.
    pub fn new(file: &WeightFile) -> Learned {
        let canonical = Canonical::new();
        let n_weights = file.stages.len() * STAGE_LEN + REACH;
        let mut tables = allocate_table(n_weights).unwrap_or_else(|| Vec::with_capacity(n_weights));
        for tied in &file.stages {
            let mut start = 0;
            for (kind, &len) in canonical.lens().iter().enumerate() {
                let n_raw = if kind < PATTERNS {
                    KINDS[kind].raw_len()
                } else {
                    len
                };
                tables.extend((0..n_raw).map(|index| tied[start + canonical.of_raw(kind, index)]));
                start += len;
            }
            tables.push(0);
        }
        tables.resize(n_weights, 0);
        Learned {
            tables: Arc::new(tables),
            n_stages: file.stages.len(),
            units_per_disc: file.units_per_disc as i32,
        }
    }

    /// Creates the evaluation from the bytes of a weight file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learned, WeightsError> {
        WeightFile::from_bytes(bytes).map(|file| Learned::new(&file))
    }

    /// Returns the score of a position for `player`, the side to move, within ±[`LIMIT`]. A search that
    /// already has the indices or the moves calls [`Learned::evaluate`] instead.
    pub fn worth(&self, player: u64, opponent: u64) -> i32 {
        let moves = Portable.mobility(player, opponent);
        self.evaluate(
            Portable,
            &Indices::new(player, opponent),
            (player, opponent),
            moves,
        )
    }

    /// Returns the score of a position for `player`, the side to move, within ±[`LIMIT`]. `indices` and
    /// `moves` must belong to the position.
    #[inline(always)]
    pub fn evaluate<K: Kernel>(
        &self,
        kernel: K,
        indices: &Indices,
        (player, opponent): (u64, u64),
        moves: u64,
    ) -> i32 {
        let n_empties = (!(player | opponent)).count_ones();
        let start = stage_of(n_empties, self.n_stages) * STAGE_LEN;
        let Some(weights) = self.tables[start..].first_chunk::<REACH>() else {
            return 0;
        };
        let mut sum = sum_of_lookups(kernel, weights, indices.raw());
        let replies = kernel.mobility(opponent, player);
        for (scalar, value) in scalars((player, opponent), moves, replies)
            .into_iter()
            .enumerate()
        {
            sum += i32::from(weights[STARTS[PATTERNS + scalar] + value]);
        }
        (100 * sum / self.units_per_disc).clamp(-LIMIT, LIMIT)
    }
}

/// Returns the stage, out of `n_stages`, of a position with this many empty squares.
#[inline(always)]
pub fn stage_of(n_empties: u32, n_stages: usize) -> usize {
    (60 - n_empties.min(60)) as usize * n_stages / 61
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;
    use parlor_othello::kernel::Portable;

    fn random_file(n_stages: usize) -> WeightFile {
        let mut random = 9;
        let len = Canonical::new().len();
        let mut weight = || (split_mix(&mut random) % 64) as i16 - 32;
        WeightFile {
            units_per_disc: 256,
            stages: (0..n_stages)
                .map(|_| (0..len).map(|_| weight()).collect())
                .collect(),
        }
    }

    #[test]
    fn a_file_is_read_back_as_it_was_written() {
        let file = random_file(3);
        let bytes = file.to_bytes();
        assert_eq!(WeightFile::from_bytes(&bytes), Ok(file));
    }

    #[test]
    fn a_file_of_the_first_version_is_read() {
        let file = random_file(1);
        let mut bytes = file.to_bytes();
        bytes.truncate(MAGIC.len() + 4 * (3 + PATTERNS + SCALARS));
        bytes[..MAGIC.len()].copy_from_slice(FIRST_MAGIC);
        bytes.extend(file.stages[0].iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        assert_eq!(WeightFile::from_bytes(&bytes), Ok(file));
    }

    #[test]
    fn a_damaged_file_is_refused_with_a_reason() {
        let mut bytes = random_file(1).to_bytes();
        assert_eq!(WeightFile::from_bytes(b"PARLOTH9"), Err(WeightsError::Magic));
        assert!(matches!(
            WeightFile::from_bytes(&bytes[..bytes.len() - 1]),
            Err(WeightsError::Checksum)
        ));
        assert!(matches!(
            WeightFile::from_bytes(&bytes[..30]),
            Err(WeightsError::Length { .. })
        ));
        bytes[100] ^= 1;
        assert_eq!(WeightFile::from_bytes(&bytes), Err(WeightsError::Checksum));
        bytes[16] = 7;
        assert!(matches!(
            WeightFile::from_bytes(&bytes),
            Err(WeightsError::Shape { .. })
        ));
    }

    #[test]
    fn the_evaluation_is_the_sum_over_the_trainers_features() {
        let file = random_file(15);
        let learned = Learned::new(&file);
        let canonical = Canonical::new();
        let mut random = 4;
        for _ in 0..200 {
            let occupied = split_mix(&mut random) | split_mix(&mut random) | 0xffff_ffff;
            let player = occupied & split_mix(&mut random);
            let opponent = occupied & !player;
            let n_empties = (!occupied).count_ones();
            let stage = &file.stages[stage_of(n_empties, 15)];
            let sum: i32 = canonical
                .active(Portable, player, opponent)
                .iter()
                .map(|&feature| i32::from(stage[feature as usize]))
                .sum();
            let score = learned.worth(player, opponent);
            assert_eq!(score, (100 * sum / 256).clamp(-LIMIT, LIMIT));
        }
    }
}
