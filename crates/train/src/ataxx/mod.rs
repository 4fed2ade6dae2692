//! The features of the Ataxx network.

mod trainable;

use parlor_engine::ataxx::windows;
use parlor_engine::network::Shape;

use crate::network::{ActiveFeatures, FeatureSet, Group};
use crate::positions::Labelled;

/// The feature set of Ataxx.
#[derive(Clone, Copy, Debug)]
pub struct AtaxxFeatures;

impl FeatureSet for AtaxxFeatures {
    const GAME: &'static str = "ataxx";
    const SYMMETRIES: u64 = 8;

    fn is_tied(shape: &Shape) -> bool {
        windows::is_tied(shape)
    }

    fn turn(input: usize, symmetry: u64) -> usize {
        usize::from(windows::turned(symmetry as usize)[input])
    }

    fn shape(hidden: usize) -> Shape {
        let shape = windows::shape(hidden);
        Shape {
            inputs: shape.inputs + windows::CONTENTS,
            ..shape
        }
    }

    /// Returns the kind of an input: the content of its window, wherever the window is.
    fn kind(input: usize) -> Option<usize> {
        Some(windows::INPUTS + input % windows::CONTENTS)
    }

    fn n_kinds() -> usize {
        windows::CONTENTS
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
        let [own, other, blocks] = [position.own, position.other, position.blocks];
        let inputs = windows::inputs(own, other, blocks);
        seen.bucket = windows::bucket(own | other | blocks);
        seen.inputs[0].clear();
        let turned = windows::turned(symmetry as usize);
        seen.inputs[0].extend(inputs.iter().map(|&input| turned[usize::from(input)]));
    }
}

/// Returns the number of squares that are not empty.
fn filled(position: &Labelled) -> u32 {
    (position.own | position.other | position.blocks).count_ones()
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;
    use parlor_core::{Bitboard, Color, Score, Symmetry};

    use super::*;
    use crate::network::{Model, fold, untie};

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
                seen.inputs[0].sort_unstable();
                assert_eq!(seen, wanted);
            }
        }
    }

    #[test]
    fn a_tied_network_judges_mirror_images_alike_and_as_the_sum_of_what_its_copies_see() {
        let narrow = fold::<AtaxxFeatures>(&Model::new(AtaxxFeatures::shape(16), 7));
        let network = untie::<AtaxxFeatures>(narrow.clone());
        assert_eq!(network.shape, windows::shape(128));
        let position = Labelled {
            own: 0x0_0203_0408_1021,
            other: 0x0_4c10_2200_0802,
            blocks: 0x0_0040_0001_4000,
            score: Score(0),
            mv: 1,
            result: 0,
            turn: Color::Black,
            is_exact: false,
            ply: 0,
            clock: 0,
        };
        let [bias, mut wanted] = [narrow.output_bias()[0]; 2];
        let answers: Vec<f32> = (0..8)
            .map(|symmetry| {
                let mut seen = ActiveFeatures::new(1);
                AtaxxFeatures::see(&position, symmetry, &mut seen);
                seen.bucket = 0;
                wanted += narrow.answer(&seen, &mut [0.0; 16]) - bias;
                network.answer(&seen, &mut [0.0; 128])
            })
            .collect();
        assert!(
            answers.iter().all(|answer| (answer - wanted).abs() < 1e-4),
            "{wanted}: {answers:?}"
        );
    }
}
