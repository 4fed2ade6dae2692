//! The features of the Lines of Action network.

mod trainable;

use std::sync::LazyLock;

use parlor_core::{Bitboard, Symmetry};
use parlor_engine::loa::learned::{
    bucket, form_inputs, kind_of_input, line_inputs, n_kinds, n_line_inputs, piece_input, shape,
};
use parlor_engine::network::Shape;

use crate::network::{ActiveFeatures, FeatureSet};
use crate::positions::Labelled;

/// The feature set of Lines of Action.
#[derive(Clone, Copy, Debug)]
pub struct LoaFeatures;

/// The number of line inputs.
static N_LINE_INPUTS: LazyLock<usize> = LazyLock::new(n_line_inputs);
/// The number of inputs of the engine's network; those of the kinds follow.
static N_INPUTS: LazyLock<usize> = LazyLock::new(|| shape(0).inputs);

impl FeatureSet for LoaFeatures {
    const GAME: &'static str = "loa";
    const SYMMETRIES: u64 = 8;

    fn shape(hidden: usize) -> Shape {
        let shape = shape(hidden);
        Shape {
            inputs: shape.inputs + n_kinds(),
            ..shape
        }
    }

    fn kind(input: usize) -> Option<usize> {
        kind_of_input(input).map(|kind| *N_INPUTS + kind)
    }

    fn n_kinds() -> usize {
        n_kinds()
    }

    /// Returns the weight decay. There are many line states and most of them are rare; kinds are less so;
    /// pieces and shapes are active all the time.
    fn pull(input: usize) -> f32 {
        if input < *N_LINE_INPUTS {
            1.0
        } else if input < *N_INPUTS {
            0.0
        } else {
            0.3
        }
    }

    /// Returns whether to learn from a position. The search finds proven ends by itself, and positions before
    /// them carry no information about the evaluation.
    fn teaches(position: &Labelled) -> bool {
        !position.is_exact
    }

    /// Lines that are mirror images of each other share an input, so only the pieces and their shapes need
    /// the symmetry.
    fn see(position: &Labelled, symmetry: u64, seen: &mut ActiveFeatures) {
        let sets = [position.own, position.other];
        let way = Symmetry::ALL[symmetry as usize % Symmetry::ALL.len()];
        let turned = sets.map(|set| way.set(8, Bitboard(set)));
        seen.bucket = bucket(Bitboard(sets[0]), Bitboard(sets[1]));
        for (perspective, inputs) in seen.inputs.iter_mut().enumerate() {
            inputs.clear();
            inputs.extend(line_inputs(
                Bitboard(sets[perspective]),
                Bitboard(sets[1 - perspective]),
            ));
            for (set, is_own) in [(turned[perspective], true), (turned[1 - perspective], false)] {
                inputs.extend(
                    set.squares()
                        .map(|square| piece_input(*N_LINE_INPUTS, is_own, square.index())),
                );
            }
            let [own, other] = [turned[perspective], turned[1 - perspective]];
            inputs.extend(form_inputs(*N_LINE_INPUTS, own, other));
        }
    }
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
            let own = split_mix(&mut random) & split_mix(&mut random) & split_mix(&mut random);
            let other = split_mix(&mut random) & split_mix(&mut random) & !own;
            let position = Labelled {
                own,
                other,
                blocks: 0,
                score: Score(0),
                mv: 1,
                result: 0,
                turn: Color::Black,
                is_exact: false,
                ply: 0,
                clock: 0,
            };
            for (way, symmetry) in Symmetry::ALL.into_iter().enumerate() {
                let there = Labelled {
                    own: symmetry.set(8, Bitboard(own)).0,
                    other: symmetry.set(8, Bitboard(other)).0,
                    ..position
                };
                let (mut seen, mut wanted) = (ActiveFeatures::new(2), ActiveFeatures::new(2));
                LoaFeatures::see(&position, way as u64, &mut seen);
                LoaFeatures::see(&there, 0, &mut wanted);
                for inputs in seen.inputs.iter_mut().chain(&mut wanted.inputs) {
                    inputs.sort_unstable();
                }
                assert_eq!(seen, wanted);
                let most = LoaFeatures::shape(32).inputs as u16;
                assert!(seen.inputs.iter().flatten().all(|&input| input < most));
            }
        }
    }
}
