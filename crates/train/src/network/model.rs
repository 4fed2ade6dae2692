//! The network during training: floating-point weights and outputs.

use parlor_core::random::split_mix;
use parlor_engine::network::Shape;

use super::{ActiveFeatures, FeatureSet};

/// The number of partial sums, which machines add in parallel. It affects the result.
const LANES: usize = 8;
/// The number of units of a row processed at once: if its length is a multiple, and otherwise.
const WIDE: usize = 32;
const NARROW: usize = 16;
/// Half the range of the initial weights, for rows and for outputs.
const FIRST_ROW: f32 = 0.08;
const FIRST_OUTPUT: f32 = 0.25;
/// The initial output weights of hidden units that are added to a network, as a fraction of that.
const FIRST_ADDED: f32 = 0.02;
/// The initial bias, a little above zero: clipped units do not learn.
const FIRST_BIAS: f32 = 0.2;

/// A network of floating-point parameters, all in one list: rows, bias, output weights, output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its dimensions.
    pub shape: Shape,
    /// Its parameters.
    pub numbers: Vec<f32>,
}

/// The loss function of a fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loss {
    /// The squared difference of the chances to win.
    #[default]
    Squared,
    /// The cross entropy of the chances, which heavily penalises a network that is sure and wrong.
    CrossEntropy,
}

impl Loss {
    /// Returns the derivative of the loss by the output, for the target chance `target`.
    #[inline(always)]
    pub(crate) fn slope(self, answer: f32, target: f32) -> f32 {
        let chance = chance(answer);
        match self {
            Loss::Squared => 2.0 * (chance - target) * chance * (1.0 - chance),
            Loss::CrossEntropy => chance - target,
        }
    }
}

impl Model {
    /// Creates an untrained network from a seed.
    pub fn new(shape: Shape, seed: u64) -> Model {
        let mut model = Model {
            shape,
            numbers: vec![0.0; len(&shape)],
        };
        let mut random = seed;
        let mut spread = |numbers: &mut [f32], middle: f32, half: f32| {
            for number in numbers {
                let unit = (split_mix(&mut random) >> 40) as f32 / (1 << 24) as f32;
                *number = middle + half * (2.0 * unit - 1.0);
            }
        };
        let at = Offsets::new(&shape);
        spread(&mut model.numbers[..at.bias], 0.0, FIRST_ROW);
        spread(&mut model.numbers[at.bias..at.output], FIRST_BIAS, FIRST_ROW);
        spread(&mut model.numbers[at.output..at.output_bias], 0.0, FIRST_OUTPUT);
        model
    }

    /// Copies the hidden units of a folded network, which may be narrower. The others are kept but contribute
    /// next to nothing at first, so that the outputs hardly change.
    pub fn begin_with<S: FeatureSet>(&mut self, narrow: &Model) {
        let (hidden, first) = (self.shape.hidden, narrow.shape.hidden.min(self.shape.hidden));
        let (to, from) = (Offsets::new(&self.shape), Offsets::new(&narrow.shape));
        let n_inputs = self.shape.inputs - S::n_kinds();
        let rows = (0..n_inputs).map(|row| (row * hidden, row * narrow.shape.hidden));
        let n_outputs = self.shape.buckets * self.shape.perspectives;
        let outputs =
            (0..n_outputs).map(|row| (to.output + row * hidden, from.output + row * narrow.shape.hidden));
        for (to, from) in rows.chain([(to.bias, from.bias)]).chain(outputs.clone()) {
            self.numbers[to..to + first].copy_from_slice(&narrow.numbers[from..from + first]);
        }
        for kind in n_inputs..self.shape.inputs {
            self.numbers[kind * hidden..][..first].fill(0.0);
        }
        for (to, _) in outputs {
            for number in &mut self.numbers[to + first..to + hidden] {
                *number *= FIRST_ADDED;
            }
        }
        self.numbers[to.output_bias..].copy_from_slice(narrow.output_bias());
    }

    /// Returns the rows of the inputs.
    pub fn rows(&self) -> &[f32] {
        &self.numbers[..Offsets::new(&self.shape).bias]
    }

    /// Returns the accumulator's bias.
    pub fn bias(&self) -> &[f32] {
        let at = Offsets::new(&self.shape);
        &self.numbers[at.bias..at.output]
    }

    /// Returns the output weights.
    pub fn output(&self) -> &[f32] {
        let at = Offsets::new(&self.shape);
        &self.numbers[at.output..at.output_bias]
    }

    /// Returns the output biases.
    pub fn output_bias(&self) -> &[f32] {
        &self.numbers[Offsets::new(&self.shape).output_bias..]
    }

    /// Returns the network's output as log-odds. `accumulators` is a buffer for its sums.
    #[inline(always)]
    pub(crate) fn answer(&self, seen: &ActiveFeatures, accumulators: &mut [f32]) -> f32 {
        let hidden = self.shape.hidden;
        let at = Offsets::new(&self.shape);
        let first_output = at.output + seen.bucket * self.shape.perspectives * hidden;
        let mut answer = self.numbers[at.output_bias + seen.bucket];
        for (perspective, inputs) in seen.inputs.iter().enumerate() {
            let sums = &mut accumulators[perspective * hidden..][..hidden];
            sums.copy_from_slice(&self.numbers[at.bias..at.output]);
            if hidden.is_multiple_of(WIDE) {
                add_rows::<WIDE>(&self.numbers, inputs, sums);
            } else {
                add_rows::<NARROW>(&self.numbers, inputs, sums);
            }
            let weights = &self.numbers[first_output + perspective * hidden..][..hidden];
            let mut parts = [0.0; LANES];
            for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for lane in 0..LANES {
                    let clipped = sums[lane].clamp(0.0, 1.0);
                    parts[lane] += clipped * clipped * weights[lane];
                }
            }
            answer += parts.iter().sum::<f32>();
        }
        answer
    }
}

/// Adds the rows of the inputs to the sums, `B` units of all rows before the next `B`, so that they stay in
/// registers.
#[inline(always)]
fn add_rows<const B: usize>(rows: &[f32], inputs: &[u16], sums: &mut [f32]) {
    let hidden = sums.len();
    let (blocks, _) = sums.as_chunks_mut::<B>();
    for (place, block) in blocks.iter_mut().enumerate() {
        let mut held = *block;
        for &input in inputs {
            let row = &rows[usize::from(input) * hidden + place * B..][..B];
            for (sum, weight) in held.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *block = held;
    }
}

/// Returns the chance for log-odds.
#[inline(always)]
pub(crate) fn chance(answer: f32) -> f32 {
    1.0 / (1.0 + (-answer).exp())
}

/// Returns the number of parameters of a network of this shape.
pub(crate) fn len(shape: &Shape) -> usize {
    Offsets::new(shape).output_bias + shape.buckets
}

/// The offsets of the parts of a network in the list.
pub(crate) struct Offsets {
    pub(crate) bias: usize,
    pub(crate) output: usize,
    pub(crate) output_bias: usize,
}

impl Offsets {
    #[inline(always)]
    pub(crate) fn new(shape: &Shape) -> Offsets {
        let bias = shape.inputs * shape.hidden;
        let output = bias + shape.hidden;
        Offsets {
            bias,
            output,
            output_bias: output + shape.buckets * shape.perspectives * shape.hidden,
        }
    }
}
