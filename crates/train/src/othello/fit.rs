//! The fit of the pattern weights, one stage of the game after another.

use parlor_core::checksum;
use parlor_engine::othello::eval::patterns::{ACTIVE, Canonical};
use parlor_engine::othello::eval::weights::{WeightFile, stage_of};
use parlor_othello::kernel::Portable;

use super::least_squares::{Rows, Settings as Solving};
use super::{n_empties, target};
use crate::positions::Labelled;

/// The settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of stages of the game.
    pub stages: usize,
    /// The weight of the search's score in the target of a position that is not proven; the rest is the
    /// result of the game.
    pub search_share: f32,
    /// The initial weights. Without them, each stage starts from the fitted weights of the following stage,
    /// and the last one from zero.
    pub start: Option<WeightFile>,
    /// The strength of the regularisation towards the initial weights.
    pub ridge: f32,
    /// The maximum number of solver iterations per stage.
    pub iterations: usize,
    /// Positions up to this many empty squares outside a stage are included, with a weight that decreases
    /// with the distance.
    pub overlap: u32,
    /// The number of threads.
    pub threads: usize,
}

/// Fits weights in discs for every stage and returns them, the opening first. Reports each stage and its
/// number of positions before fitting it.
pub fn fit(
    positions: &[Labelled],
    settings: &Settings,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<Vec<f32>> {
    let canonical = Canonical::new();
    let mut fitted = vec![Vec::new(); settings.stages];
    // From the end, where targets are exact, to the opening. Weights for which a stage has little data stay
    // close to those of the following stage.
    let mut start = vec![0.0; canonical.len()];
    for stage in (0..settings.stages).rev() {
        if let Some(file) = &settings.start {
            start = weights_for(file, stage, settings.stages);
        }
        let rows = rows(positions, stage, &canonical, settings);
        progress(stage, rows.columns.len());
        let solving = Solving {
            ridge: settings.ridge,
            iterations: settings.iterations,
            threads: settings.threads,
        };
        let weights = rows.solve(&start, &solving);
        start.clone_from(&weights);
        fitted[stage] = weights;
    }
    fitted
}

/// Returns the weights in a file for the middle of a stage, in discs. The file may have another number of
/// stages.
fn weights_for(file: &WeightFile, stage: usize, n_stages: usize) -> Vec<f32> {
    let of_stage: Vec<u32> = (0..=60).filter(|&n| stage_of(n, n_stages) == stage).collect();
    let middle = of_stage[of_stage.len() / 2];
    file.stages[stage_of(middle, file.stages.len())]
        .iter()
        .map(|&weight| f32::from(weight) / file.units_per_disc as f32)
        .collect()
}

fn rows(positions: &[Labelled], stage: usize, canonical: &Canonical, settings: &Settings) -> Rows<ACTIVE> {
    let mut rows = Rows::default();
    for position in positions {
        let n = n_empties(position);
        let is_in = |n| stage_of(n, settings.stages) == stage;
        let beyond = (0..=settings.overlap).find(|by| is_in(n + by) || is_in(n.saturating_sub(*by)));
        let Some(beyond) = beyond else { continue };
        let count = 1.0 - beyond as f32 / (settings.overlap + 1) as f32;
        let columns = canonical.active(Portable, position.own, position.other);
        rows.push(columns, target(position, settings.search_share), count);
    }
    rows
}

/// Rounds weights in discs to the integer units of the engine.
pub fn quantise(stages: &[Vec<f32>], units_per_disc: u32) -> WeightFile {
    let round = |&weight: &f32| {
        let units = (weight * units_per_disc as f32).round();
        units.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    };
    WeightFile {
        units_per_disc,
        stages: stages
            .iter()
            .map(|stage| stage.iter().map(round).collect())
            .collect(),
    }
}

const MAGIC: &[u8; 8] = b"PARLFIT1";

/// Returns the bytes of a file of fitted weights: the magic, the number of stages, the number of weights per
/// stage, all weights as 32-bit floats, and the checksum of all preceding bytes. Numbers are little-endian.
pub fn to_bytes(stages: &[Vec<f32>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((stages.len() as u32).to_le_bytes());
    bytes.extend((stages.first().map_or(0, Vec::len) as u32).to_le_bytes());
    for weight in stages.iter().flatten() {
        bytes.extend(weight.to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads the bytes of a file of fitted weights. Returns `None` if they are damaged, have another format or
/// are for other features.
pub fn from_bytes(bytes: &[u8]) -> Option<Vec<Vec<f32>>> {
    let (content, sum) = bytes.split_last_chunk::<8>()?;
    let (header, weights) = content.split_first_chunk::<16>()?;
    let len = u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize;
    let is_ours = header[..8] == MAGIC[..] && len == Canonical::new().len();
    if !is_ours || checksum(content) != u64::from_le_bytes(*sum) {
        return None;
    }
    let weights: Vec<f32> = weights
        .as_chunks()
        .0
        .iter()
        .map(|&word| f32::from_le_bytes(word))
        .collect();
    Some(weights.chunks(len).map(<[f32]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use parlor_core::{Color, Score};
    use parlor_engine::othello::eval::weights::Learned;

    use super::*;

    // Returns positions whose score is three times the difference in discs on the edges.
    fn positions(n: u64) -> Vec<Labelled> {
        let edges = 0xff81_8181_8181_81ff_u64;
        let mut random = 7;
        let mut set = || parlor_core::random::split_mix(&mut random);
        (0..n)
            .map(|_| {
                let occupied = set() & set() | 0x0000_0018_1800_0000;
                let own = occupied & set();
                let other = occupied & !own;
                let count = |set: u64| (set & edges).count_ones() as i32;
                Labelled {
                    own,
                    other,
                    blocks: 0,
                    score: Score::from_discs(3 * (count(own) - count(other))),
                    mv: 0,
                    result: 0,
                    turn: Color::Black,
                    is_exact: true,
                    ply: 0,
                    clock: 0,
                }
            })
            .collect()
    }

    #[test]
    fn a_simple_truth_is_learned_and_survives_its_files() {
        let settings = Settings {
            stages: 2,
            search_share: 0.0,
            start: None,
            ridge: 0.1,
            iterations: 40,
            overlap: 1,
            threads: 2,
        };
        let fitted = fit(&positions(3000), &settings, &mut |_, _| {});
        let read = from_bytes(&to_bytes(&fitted)).expect("a file");
        assert_eq!(read, fitted);
        let learned = Learned::new(&quantise(&read, 256));
        let mut error = 0.0;
        let held_out = positions(3400).split_off(3000);
        for position in &held_out {
            let worth = learned.worth(position.own, position.other);
            error += f64::from((worth - position.score.0).abs()) / 100.0;
        }
        assert!(error / (held_out.len() as f64) < 3.0, "mean error {error}");
    }

    #[test]
    fn a_strong_ridge_keeps_the_weights_that_the_fit_begins_from() {
        let start = WeightFile {
            units_per_disc: 256,
            stages: vec![vec![64; Canonical::new().len()]; 3],
        };
        let settings = Settings {
            stages: 2,
            search_share: 0.0,
            start: Some(start),
            ridge: 1e9,
            iterations: 3,
            overlap: 1,
            threads: 1,
        };
        let fitted = fit(&positions(200), &settings, &mut |_, _| {});
        assert!(fitted.iter().flatten().all(|weight| (weight - 0.25).abs() < 1e-3));
    }

    #[test]
    fn damaged_files_of_weights_are_refused() {
        let mut bytes = to_bytes(&vec![vec![0.5; Canonical::new().len()]; 2]);
        assert!(from_bytes(&bytes[..bytes.len() - 4]).is_none());
        bytes[40] ^= 1;
        assert!(from_bytes(&bytes).is_none());
        assert!(from_bytes(b"").is_none());
    }
}
