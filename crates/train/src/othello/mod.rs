//! Othello: a linear fit of pattern weights.

pub mod evaluate;
pub mod fit;
mod least_squares;
pub mod moves;
mod trainable;

use std::collections::HashSet;
use std::path::PathBuf;

use parlor_core::{Bitboard, Symmetry};
use parlor_engine::EngineNode;
use parlor_engine::othello::OthelloNode;

use crate::positions::{Labelled, PositionsError, read};

/// One batch in this many is held out of the fit.
pub const HELD_OUT: u64 = 20;

/// Training positions without duplicates, and held-out positions, which never occur among the training
/// positions. Symmetric positions have the same features and count as the same position.
#[derive(Debug, Default)]
pub struct Data {
    /// The training positions.
    pub train: Vec<Labelled>,
    /// The held-out positions.
    pub held_out: Vec<Labelled>,
}

impl Data {
    /// Reads positions from files.
    pub fn read(paths: &[PathBuf]) -> Result<Data, PositionsError> {
        let mut data = Data::default();
        let mut held_out = HashSet::new();
        let mut positions = Vec::new();
        // The last file that contains a position counts: later files are from stronger players.
        for path in paths.iter().rev() {
            read(path, OthelloNode::NAME, |batch| {
                let is_held_out = batch.number % HELD_OUT == HELD_OUT - 1;
                for position in batch.positions {
                    if is_held_out {
                        held_out.insert(without_orientation(&position));
                        data.held_out.push(position);
                    } else {
                        positions.push(position);
                    }
                }
            })?;
        }
        let mut seen = HashSet::with_capacity(positions.len());
        positions.retain(|position| {
            let key = without_orientation(position);
            !held_out.contains(&key) && seen.insert(key)
        });
        data.train = positions;
        Ok(data)
    }
}

/// Returns the discs of both sides in the canonical orientation: the smallest of the eight symmetric images.
fn without_orientation(position: &Labelled) -> (u64, u64) {
    let mut first = (u64::MAX, u64::MAX);
    for symmetry in Symmetry::ALL {
        let [own, other] = [position.own, position.other].map(|set| symmetry.set(8, Bitboard(set)).0);
        first = first.min((own, other));
    }
    first
}

/// Returns the number of empty squares.
pub fn n_empties(position: &Labelled) -> u32 {
    (!(position.own | position.other)).count_ones()
}

/// Returns the training target of a position, in discs: the proven score, or a blend of the search's score
/// and the result of the game.
pub fn target(position: &Labelled, search_share: f32) -> f32 {
    let score = position.score.0 as f32 / 100.0;
    if position.is_exact {
        score
    } else {
        search_share * score + (1.0 - search_share) * f32::from(position.result)
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Color, Score};

    use super::*;

    fn position(own: u64, other: u64) -> Labelled {
        Labelled {
            own,
            other,
            blocks: 0,
            score: Score(0),
            mv: 0,
            result: 0,
            turn: Color::Black,
            is_exact: false,
            ply: 0,
            clock: 0,
        }
    }

    #[test]
    fn an_image_is_the_same_position_and_a_change_of_sides_is_not() {
        let (own, other) = (0x0000_0038_0804_0100_u64, 0x0000_1c04_1008_0402_u64);
        let key = without_orientation(&position(own, other));
        for symmetry in Symmetry::ALL {
            let [own, other] = [own, other].map(|set| symmetry.set(8, Bitboard(set)).0);
            assert_eq!(without_orientation(&position(own, other)), key, "{symmetry:?}");
        }
        assert_ne!(without_orientation(&position(other, own)), key);
    }
}
