//! The positions of a fit, read from their files again in every epoch, in an order that depends on a seed.
//!
//! Only a *pool* of positions is in memory at once. In every epoch the batches of all files come in a new
//! random order; enough of them to fill a pool are read and their positions shuffled. So the games of a batch
//! are spread over one pool, not over the epoch: with hundreds of batches per pool that is as good.

use std::path::Path;

use parlor_core::random::split_mix;

use super::FeatureSet;
use super::model::chance;
use super::target::result_chance;
use crate::positions::{BatchLocation, IndexedPositions, Labelled, PositionsError};

/// One batch in this many is held out of the fit, for evaluation.
const HELD_OUT: u64 = 32;
/// The minimum number of positions of a pool; the last one of an epoch may have fewer.
const POOL: usize = 1 << 20;
/// The number of positions from which the scale of scores is estimated.
const SCALE_SAMPLE: usize = 400_000;

/// Training positions, in files, and held-out positions.
#[derive(Debug, Default)]
pub struct Data {
    files: Vec<IndexedPositions>,
    /// The training batches: the index of the file and the location in it.
    batches: Vec<(usize, BatchLocation)>,
    /// The number of training positions.
    pub n_learned: usize,
    /// The held-out positions.
    pub held_out: Vec<Labelled>,
}

/// The positions of an epoch that are in memory together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) positions: Vec<Labelled>,
    /// The number of positions of the epoch before it, in file order.
    pub(crate) first: usize,
    /// Whether it is the last pool of the epoch.
    pub(crate) is_last: bool,
}

impl Data {
    /// Opens a file. Games never span two batches, so held-out positions are unseen.
    pub fn add<S: FeatureSet>(&mut self, path: &Path) -> Result<(), PositionsError> {
        let held_out = &mut self.held_out;
        let file = IndexedPositions::open(path, S::GAME, |batch| {
            if is_held_out(batch.number) {
                held_out.extend(batch.positions.iter().filter(|position| S::teaches(position)));
            }
        })?;
        for place in file.places().iter().filter(|place| !is_held_out(place.number)) {
            self.n_learned += place.n_positions;
            self.batches.push((self.files.len(), *place));
        }
        self.files.push(file);
        Ok(())
    }

    /// Returns the pool with this number of an epoch whose order `seed` determines, or `None` after the last
    /// one.
    pub(crate) fn pool<S: FeatureSet>(
        &mut self,
        seed: u64,
        number: u64,
    ) -> Result<Option<Pool>, PositionsError> {
        let mut random = seed;
        let mut order: Vec<usize> = (0..self.batches.len()).collect();
        shuffle(&mut order, &mut random);
        let (mut first, mut len, mut current) = (0, 0, 0);
        let mut chosen = Vec::new();
        let mut is_last = true;
        for index in order {
            if len >= POOL {
                if current == number {
                    is_last = false;
                    break;
                }
                first += len;
                len = 0;
                current += 1;
            }
            let (file, place) = self.batches[index];
            len += place.n_positions;
            if current == number {
                chosen.push((file, place));
            }
        }
        if chosen.is_empty() {
            return Ok(None);
        }
        let mut positions = Vec::with_capacity(len);
        for (file, place) in chosen {
            self.files[file].read(&place, &mut positions)?;
        }
        positions.retain(S::teaches);
        let mut random = seed ^ split_mix(&mut { number });
        shuffle(&mut positions, &mut random);
        Ok(Some(Pool {
            positions,
            first,
            is_last,
        }))
    }

    /// Returns the score that corresponds to odds of e to 1, by maximum likelihood over decided games.
    pub fn scale<S: FeatureSet>(&mut self) -> Result<f32, PositionsError> {
        let step = self.n_learned.div_ceil(SCALE_SAMPLE).max(1);
        let mut positions = Vec::new();
        for (file, place) in self.batches.iter().step_by(step) {
            self.files[*file].read(place, &mut positions)?;
        }
        positions.retain(S::teaches);
        Ok(likeliest_scale(&positions))
    }
}

fn is_held_out(batch: u64) -> bool {
    batch.is_multiple_of(HELD_OUT)
}

fn shuffle<T>(list: &mut [T], random: &mut u64) {
    for last in (1..list.len()).rev() {
        list.swap(last, (split_mix(random) % (last as u64 + 1)) as usize);
    }
}

fn likeliest_scale(positions: &[Labelled]) -> f32 {
    let scored: Vec<(f32, f32)> = positions
        .iter()
        .filter(|position| position.score.plies_to_end().is_none())
        .map(|position| (position.score.0 as f32, result_chance(position.result)))
        .collect();
    // The slope of the likelihood decreases with the factor, so bisect for its zero.
    let (mut low, mut high) = (1e-5_f32, 1e-1_f32);
    for _ in 0..40 {
        let factor = (low * high).sqrt();
        let slope: f64 = scored
            .iter()
            .map(|&(score, result)| f64::from((result - chance(score * factor)) * score))
            .sum();
        if slope > 0.0 {
            low = factor;
        } else {
            high = factor;
        }
    }
    1.0 / (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::fit::tests::{Toy, position, write_data};
    use super::*;

    #[test]
    fn every_position_comes_once_in_an_epoch_and_in_another_order_in_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut data = write_data(folder.path());
        let mut epoch = |seed: u64| {
            let pool = data.pool::<Toy>(seed, 0).expect("the file").expect("a pool");
            assert_eq!((pool.first, pool.is_last), (0, true));
            assert_eq!(data.pool::<Toy>(seed, 1).expect("the file"), None);
            assert_eq!(pool.positions.len(), data.n_learned);
            pool.positions
        };
        let (first, again, second) = (epoch(1), epoch(1), epoch(2));
        assert_eq!(first, again);
        assert_ne!(first, second);
        let sorted = |mut positions: Vec<Labelled>| {
            positions.sort_by_key(|position| (position.own, position.other));
            positions
        };
        assert_eq!(sorted(first), sorted(second));
    }

    #[test]
    fn the_scale_of_scores_is_found_again() {
        let mut random = 23;
        let mut positions: Vec<Labelled> = (0..3000).map(|_| position(&mut random)).collect();
        for position in &mut positions {
            let unit = (split_mix(&mut random) >> 40) as f32 / (1 << 24) as f32;
            let wins = unit < chance(position.score.0 as f32 / 300.0);
            position.result = if wins { 1 } else { -1 };
        }
        let scale = likeliest_scale(&positions);
        assert!((250.0..350.0).contains(&scale), "{scale}");
    }
}
