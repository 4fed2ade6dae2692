//! The features of the Ataxx network.

mod trainable;

use parlor_core::{Bitboard, Symmetry};
use parlor_engine::ataxx::windows;
use parlor_engine::network::{NetworkError, NetworkFile, Shape};

use crate::network::{ActiveFeatures, FeatureSet, Group};
use crate::positions::Labelled;

/// The feature set of Ataxx.
#[derive(Clone, Copy, Debug)]
pub struct AtaxxFeatures;

impl FeatureSet for AtaxxFeatures {
    const GAME: &'static str = "ataxx";
    const SYMMETRIES: u64 = 8;

    fn shape(hidden: usize) -> Shape {
        let shape = windows::shape(hidden);
        Shape {
            inputs: shape.inputs + Self::n_kinds(),
            ..shape
        }
    }

    /// Returns the kind of an input: the content of its window or strip, regardless of the location.
    fn kind(input: usize) -> Option<usize> {
        let kind = match input.checked_sub(windows::WINDOW_INPUTS) {
            None => input % windows::CONTENTS,
            Some(strip) => windows::CONTENTS + strip % windows::STRIP_CONTENTS,
        };
        Some(windows::INPUTS + kind)
    }

    fn n_kinds() -> usize {
        windows::CONTENTS + windows::STRIP_CONTENTS
    }

    fn complete(file: NetworkFile) -> Result<NetworkFile, NetworkError> {
        windows::with_strips(file)
    }

    /// Returns the groups: whether there are blocks, and how full the board is, including blocks.
    fn groups() -> Vec<Group> {
        vec![
            ("all", |_| true),
            ("without blocks", |position| position.blocks == 0),
            ("with blocks", |position| position.blocks != 0),
            ("filled under 20", |position| filled(position) < 20),
            ("filled 20 to 34", |position| (20..35).contains(&filled(position))),
            ("filled 35 to 42", |position| (35..43).contains(&filled(position))),
            ("filled 43 to 49", |position| filled(position) >= 43),
        ]
    }

    fn see(position: &Labelled, symmetry: u64, seen: &mut ActiveFeatures) {
        let way = Symmetry::ALL[symmetry as usize % Symmetry::ALL.len()];
        let [own, other, blocks] =
            [position.own, position.other, position.blocks].map(|set| way.set(7, Bitboard(set)).0);
        seen.bucket = windows::bucket(own | other | blocks);
        let inputs = &mut seen.inputs[0];
        inputs.clear();
        inputs.extend(windows::window_inputs(own, other, blocks));
        let strips = windows::strip_inputs(own, other).into_iter().enumerate();
        inputs.extend(strips.filter_map(|(strip, input)| windows::is_open(strip, blocks).then_some(input)));
    }
}

/// Returns the number of squares that are not empty.
fn filled(position: &Labelled) -> u32 {
    (position.own | position.other | position.blocks).count_ones()
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;
    use parlor_core::{Color, Score};

    use super::*;

    #[test]
    fn a_position_seen_turned_is_the_turned_position_seen() {
        let mut random = 3;
        for _ in 0..20 {
            let mut set = |from: u64| split_mix(&mut random) & split_mix(&mut random) & from;
            let own = set((1 << 49) - 1);
            let other = set(((1 << 49) - 1) & !own);
            let blocks = set(((1 << 49) - 1) & !own & !other);
            let position = Labelled {
                own,
                other,
                blocks,
                score: Score(0),
                mv: 1,
                result: 0,
                turn: Color::Black,
                is_exact: false,
                ply: 0,
                clock: 0,
            };
            for (symmetry, way) in Symmetry::ALL.into_iter().enumerate() {
                let turn = |set: u64| way.set(7, Bitboard(set)).0;
                let turned = Labelled {
                    own: turn(own),
                    other: turn(other),
                    blocks: turn(blocks),
                    ..position
                };
                let (mut seen, mut wanted) = (ActiveFeatures::new(1), ActiveFeatures::new(1));
                AtaxxFeatures::see(&position, symmetry as u64, &mut seen);
                AtaxxFeatures::see(&turned, 0, &mut wanted);
                assert_eq!(seen, wanted);
            }
        }
    }
}
