//! The network while it learns: floating-point weights, its answers, and how each weight should change.

use parlor_core::zobrist::split_mix;
use parlor_engine::network::Shape;

use super::Seen;

/// Sums are formed in so many parts, which machines add at once. The number is part of the result.
const LANES: usize = 8;
/// Numbers of a row that are worked on at once, where its length is a multiple, and where it is not.
const WIDE: usize = 32;
const NARROW: usize = 16;
/// Half the span of the weights to begin with, for rows and for outputs.
const FIRST_ROW: f32 = 0.08;
const FIRST_OUTPUT: f32 = 0.25;
/// Accumulators begin a little above zero: what is clipped does not learn.
const FIRST_BIAS: f32 = 0.2;

/// A network of floating-point numbers, all in one list: rows, bias, output weights, output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its dimensions.
    pub shape: Shape,
    /// Its numbers.
    pub numbers: Vec<f32>,
}

/// What a fit makes as small as it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loss {
    /// The squared difference of the chances to win.
    #[default]
    Squared,
    /// The cross entropy of the chances: it does not forgive a network that is sure and wrong.
    CrossEntropy,
}

/// A position to learn from, with what the network should answer: the chance to win.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the network sees.
    pub seen: Seen,
    /// What it should answer.
    pub target: f32,
}

impl Model {
    /// A network that knows nothing, from a seed.
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

    /// The rows of the inputs.
    pub fn rows(&self) -> &[f32] {
        &self.numbers[..Offsets::new(&self.shape).bias]
    }

    /// An accumulator without inputs.
    pub fn bias(&self) -> &[f32] {
        let at = Offsets::new(&self.shape);
        &self.numbers[at.bias..at.output]
    }

    /// The output weights.
    pub fn output(&self) -> &[f32] {
        let at = Offsets::new(&self.shape);
        &self.numbers[at.output..at.output_bias]
    }

    /// The output biases.
    pub fn output_bias(&self) -> &[f32] {
        &self.numbers[Offsets::new(&self.shape).output_bias..]
    }

    /// Holds every number to what the quantised network can express: rows and bias to ±`row`, output weights
    /// to ±`output`.
    pub(crate) fn clip(&mut self, row: f32, output: f32) {
        let at = Offsets::new(&self.shape);
        for number in &mut self.numbers[..at.bias] {
            *number = number.clamp(-row, row);
        }
        for number in &mut self.numbers[at.output..at.output_bias] {
            *number = number.clamp(-output, output);
        }
    }

    /// The network's answer, as a logarithm of odds. `accumulators` is room for its sums.
    #[inline(always)]
    pub(crate) fn answer(&self, seen: &Seen, accumulators: &mut [f32]) -> f32 {
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

    /// Adds to `gradient` how the loss of one sample changes with every number; gives the squared error.
    #[inline(always)]
    pub(crate) fn learn(
        &self,
        sample: &Sample,
        loss: Loss,
        accumulators: &mut [f32],
        gradient: &mut [f32],
    ) -> f32 {
        let hidden = self.shape.hidden;
        let at = Offsets::new(&self.shape);
        let answer = self.answer(&sample.seen, accumulators);
        let chance = chance(answer);
        let error = chance - sample.target;
        let slope = match loss {
            Loss::Squared => 2.0 * error * chance * (1.0 - chance),
            Loss::CrossEntropy => error,
        };

        let bucket = sample.seen.bucket;
        gradient[at.output_bias + bucket] += slope;
        let first_output = at.output + bucket * self.shape.perspectives * hidden;
        for (perspective, inputs) in sample.seen.inputs.iter().enumerate() {
            let sums = &mut accumulators[perspective * hidden..][..hidden];
            let first = first_output + perspective * hidden;
            let weights = &self.numbers[first..][..hidden];
            let output_gradient = &mut gradient[first..][..hidden];
            for ((sum, weight), change) in sums.iter_mut().zip(weights).zip(output_gradient) {
                let clipped = sum.clamp(0.0, 1.0);
                *change += slope * clipped * clipped;
                // What was clipped at either end has no slope; at 0 that of the square is 0 anyway.
                let inner = if *sum < 1.0 { 2.0 * clipped } else { 0.0 };
                *sum = slope * weight * inner;
            }
            for (change, sum) in gradient[at.bias..at.output].iter_mut().zip(sums.iter()) {
                *change += sum;
            }
            if hidden.is_multiple_of(WIDE) {
                add_to_rows::<WIDE>(gradient, inputs, sums);
            } else {
                add_to_rows::<NARROW>(gradient, inputs, sums);
            }
        }
        error * error
    }
}

/// Adds the rows of the inputs to the sums, `B` numbers of all rows before the next `B`: they stay in registers.
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

/// Adds the sums to the rows of the inputs.
#[inline(always)]
fn add_to_rows<const B: usize>(rows: &mut [f32], inputs: &[u16], sums: &[f32]) {
    let hidden = sums.len();
    let (blocks, _) = sums.as_chunks::<B>();
    for (place, &held) in blocks.iter().enumerate() {
        for &input in inputs {
            let row = &mut rows[usize::from(input) * hidden + place * B..][..B];
            for (weight, sum) in row.iter_mut().zip(&held) {
                *weight += sum;
            }
        }
    }
}

/// The chance that goes with a logarithm of odds.
#[inline(always)]
pub(crate) fn chance(answer: f32) -> f32 {
    1.0 / (1.0 + (-answer).exp())
}

/// How many numbers a network of this shape has.
pub(crate) fn len(shape: &Shape) -> usize {
    Offsets::new(shape).output_bias + shape.buckets
}

/// Where in the list each part of a network begins.
struct Offsets {
    bias: usize,
    output: usize,
    output_bias: usize,
}

impl Offsets {
    #[inline(always)]
    fn new(shape: &Shape) -> Offsets {
        let bias = shape.inputs * shape.hidden;
        let output = bias + shape.hidden;
        Offsets {
            bias,
            output,
            output_bias: output + shape.buckets * shape.perspectives * shape.hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape {
        inputs: 6,
        hidden: 16,
        perspectives: 2,
        buckets: 2,
        active: 3,
    };

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut model = Model::new(SHAPE, 9);
        let sample = Sample {
            seen: Seen {
                inputs: vec![vec![0, 3], vec![1, 3, 5]],
                bucket: 1,
            },
            target: 0.9,
        };
        let mut room = vec![0.0; 32];
        for loss in [Loss::Squared, Loss::CrossEntropy] {
            let mut gradient = vec![0.0; model.numbers.len()];
            model.learn(&sample, loss, &mut room, &mut gradient);
            let mut lost = |model: &Model| {
                let found = chance(model.answer(&sample.seen, &mut room));
                match loss {
                    Loss::Squared => (found - sample.target).powi(2),
                    Loss::CrossEntropy => {
                        -sample.target * found.ln() - (1.0 - sample.target) * (1.0 - found).ln()
                    }
                }
            };
            let mut n_slopes = 0;
            for (place, &expected) in gradient.iter().enumerate() {
                const STEP: f32 = 1e-2;
                let number = model.numbers[place];
                model.numbers[place] = number + STEP;
                let above = lost(&model);
                model.numbers[place] = number - STEP;
                let below = lost(&model);
                model.numbers[place] = number;
                let slope = (above - below) / (2.0 * STEP);
                assert!(
                    (slope - expected).abs() < 2e-3 * (1.0 + slope.abs()),
                    "{loss:?}, number {place}: {slope} against {expected}"
                );
                n_slopes += usize::from(expected != 0.0);
            }
            assert!(n_slopes > 50, "only {n_slopes} numbers have a slope");
        }
    }
}
