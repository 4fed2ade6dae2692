//! A network during training, divided into slices of hidden units.
//!
//! The value, the gradient and the update of a hidden unit depend on the other hidden units only through the
//! derivative of the loss. So each slice of `B` units has its own rows, bias, output weights, running means
//! of the descent and accumulators. One thread works on a slice at a time. Its rows are few enough to stay in
//! the cache, only the samples are shared, and the result does not depend on which thread did what.
//!
//! Only the rows of inputs that are active in a minibatch are touched, for its samples and for the step.

use parlor_engine::network::Shape;
use parlor_search::isa::{Isa, Task};

use super::adam::{AdamState, Step};
use super::minibatch::Minibatch;
use super::model::Offsets;
use super::quantise::MAX_OUTPUT;

/// The number of partial sums, which machines add in parallel. It affects the result.
const LANES: usize = 8;

/// A number for each hidden unit of a slice. Aligned to a cache line: otherwise half of the reads would touch
/// two.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row<const B: usize>([f32; B]);

impl<const B: usize> Row<B> {
    const ZERO: Row<B> = Row([0.0; B]);
}

/// A slice of `B` hidden units of a network.
#[derive(Debug)]
pub(crate) struct Slice<const B: usize> {
    /// The index of the first unit.
    first: usize,
    shape: Shape,
    /// The rows of the inputs, then those of the kinds.
    rows: Vec<AdamState<B>>,
    bias: AdamState<B>,
    /// The output weights, for each bucket and perspective.
    output: Vec<AdamState<B>>,
    /// For each input, its row plus that of its kind: the row that the engine will have. Only the rows that
    /// the current minibatch needs are up to date.
    folded: Vec<Row<B>>,
    /// The gradients of the inputs and kinds.
    gradient: Vec<Row<B>>,
    output_gradient: Vec<Row<B>>,
    /// The accumulators, for each sample and perspective.
    accumulators: Vec<Row<B>>,
    /// For each sample, the contribution of these hidden units to the output.
    pub(crate) answers: Vec<f32>,
}

/// The kinds of a network's inputs and their weight decay, as the game defines them.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// The kind's row for each input of the engine.
    pub(crate) of_input: Vec<Option<u16>>,
    /// For each row, the fraction that a step of 1 would remove; empty if there is no decay.
    pub(crate) decays: Vec<f32>,
    /// The maximum weight of a row.
    pub(crate) bound: f32,
}

impl<const B: usize> Slice<B> {
    /// Extracts the hidden units from `first` on from the parameter lists of a network.
    pub(crate) fn new(shape: Shape, first: usize, n_kinds: usize, lists: [&[f32]; 3]) -> Slice<B> {
        let at = Offsets::new(&shape);
        let learning = |row: usize| {
            let [numbers, means, squares] =
                lists.map(|list| std::array::from_fn(|i| list[row * shape.hidden + first + i]));
            AdamState {
                numbers,
                means,
                squares,
            }
        };
        let n_outputs = shape.buckets * shape.perspectives;
        let n_inputs = shape.inputs - n_kinds;
        Slice {
            first,
            shape,
            rows: (0..shape.inputs).map(learning).collect(),
            bias: learning(at.bias / shape.hidden),
            output: (0..n_outputs)
                .map(|row| learning(at.output / shape.hidden + row))
                .collect(),
            folded: vec![Row::ZERO; n_inputs],
            gradient: vec![Row::ZERO; shape.inputs],
            output_gradient: vec![Row::ZERO; n_outputs],
            accumulators: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Writes the parameters back into the parameter lists of a network.
    pub(crate) fn write(&self, lists: [&mut [f32]; 3]) {
        let all = || self.rows.iter().chain([&self.bias]).chain(&self.output);
        let parts: [fn(&AdamState<B>) -> &[f32; B]; 3] =
            [|part| &part.numbers, |part| &part.means, |part| &part.squares];
        for (list, part) in lists.into_iter().zip(parts) {
            for (row, learning) in all().enumerate() {
                list[row * self.shape.hidden + self.first..][..B].copy_from_slice(part(learning));
            }
        }
    }
}

/// The forward pass: computes the contribution of a slice to the outputs of a minibatch.
pub(crate) struct Forward<'a, const B: usize> {
    pub(crate) slice: &'a mut Slice<B>,
    pub(crate) samples: &'a Minibatch,
    pub(crate) kinds: &'a Kinds,
}

impl<const B: usize> Task for Forward<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) {
        let Forward {
            slice,
            samples,
            kinds,
        } = self;
        for &input in &samples.active {
            let input = usize::from(input);
            let mut row = slice.rows[input].numbers;
            if let Some(kind) = kinds.of_input[input] {
                let shared = &slice.rows[usize::from(kind)].numbers;
                for i in 0..B {
                    row[i] = (row[i] + shared[i]).clamp(-kinds.bound, kinds.bound);
                }
            }
            slice.folded[input] = Row(row);
        }
        let perspectives = slice.shape.perspectives;
        // Three loops, each of one kind of work: combined they are too complex for the compiler to vectorise.
        slice
            .accumulators
            .resize(samples.buckets.len() * perspectives, Row::ZERO);
        for (index, accumulator) in slice.accumulators.iter_mut().enumerate() {
            let mut sums = slice.bias.numbers;
            for &input in samples.inputs(index) {
                let row = &slice.folded[usize::from(input)].0;
                for i in 0..B {
                    sums[i] += row[i];
                }
            }
            accumulator.0 = sums;
        }
        slice.answers.clear();
        for (sample, &bucket) in samples.buckets.iter().enumerate() {
            let mut parts = [0.0; LANES];
            for perspective in 0..perspectives {
                let output = usize::from(bucket) * perspectives + perspective;
                let weights = slice.output[output].numbers.as_chunks::<LANES>().0;
                let index = sample * perspectives + perspective;
                let sums = slice.accumulators[index].0.as_chunks::<LANES>().0;
                for (sums, weights) in sums.iter().zip(weights) {
                    for lane in 0..LANES {
                        let clipped = sums[lane].clamp(0.0, 1.0);
                        parts[lane] += clipped * clipped * weights[lane];
                    }
                }
            }
            slice.answers.push(parts.iter().sum());
        }
    }
}

/// The backward pass: moves the weights of a slice one step down the gradient of a minibatch whose slopes are
/// known.
pub(crate) struct Backward<'a, const B: usize> {
    pub(crate) slice: &'a mut Slice<B>,
    pub(crate) samples: &'a Minibatch,
    pub(crate) kinds: &'a Kinds,
    pub(crate) step: Step,
    pub(crate) rate: f32,
}

impl<const B: usize> Backward<'_, B> {
    /// Sums up the gradient of the samples' loss for every weight.
    #[inline(always)]
    pub(crate) fn gradient(slice: &mut Slice<B>, samples: &Minibatch, kinds: &Kinds) -> [f32; B] {
        for &input in &samples.active {
            slice.gradient[usize::from(input)] = Row::ZERO;
            if let Some(kind) = kinds.of_input[usize::from(input)] {
                slice.gradient[usize::from(kind)] = Row::ZERO;
            }
        }
        slice.output_gradient.fill(Row::ZERO);
        let mut bias_gradient = [0.0; B];
        let perspectives = slice.shape.perspectives;
        for (sample, (&bucket, &slope)) in samples.buckets.iter().zip(&samples.slopes).enumerate() {
            for perspective in 0..perspectives {
                let output = usize::from(bucket) * perspectives + perspective;
                let index = sample * perspectives + perspective;
                let weights = &slice.output[output].numbers;
                let output_gradient = &mut slice.output_gradient[output].0;
                let sums = &slice.accumulators[index].0;
                let mut change = [0.0; B];
                for i in 0..B {
                    let clipped = sums[i].clamp(0.0, 1.0);
                    output_gradient[i] += slope * clipped * clipped;
                    // Units clipped at either end have no slope; at 0 that of the square is 0 anyway.
                    let inner = if sums[i] < 1.0 { 2.0 * clipped } else { 0.0 };
                    change[i] = slope * weights[i] * inner;
                    bias_gradient[i] += change[i];
                }
                for &input in samples.inputs(index) {
                    let row = &mut slice.gradient[usize::from(input)].0;
                    for i in 0..B {
                        row[i] += change[i];
                    }
                }
            }
        }
        for &input in &samples.active {
            if let Some(kind) = kinds.of_input[usize::from(input)] {
                let row = slice.gradient[usize::from(input)].0;
                let shared = &mut slice.gradient[usize::from(kind)].0;
                for i in 0..B {
                    shared[i] += row[i];
                }
            }
        }
        bias_gradient
    }
}

impl<const B: usize> Task for Backward<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) {
        let Backward {
            slice,
            samples,
            kinds,
            step,
            rate,
        } = self;
        let bias_gradient = Self::gradient(slice, samples, kinds);
        for &input in samples.active.iter().chain(&samples.active_kinds) {
            let input = usize::from(input);
            slice.rows[input].descend(&slice.gradient[input].0, &step, kinds.bound);
        }
        slice.bias.descend(&bias_gradient, &step, f32::MAX);
        for (weights, gradient) in slice.output.iter_mut().zip(&slice.output_gradient) {
            weights.descend(&gradient.0, &step, MAX_OUTPUT);
        }
        for (row, decay) in slice.rows.iter_mut().zip(&kinds.decays) {
            row.decay(rate * decay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::tests::Toy;
    use super::super::minibatch::Minibatch;
    use super::super::model::{Loss, Model, chance};
    use super::super::{ActiveFeatures, fold};
    use super::*;
    use crate::network::FeatureSet;

    /// The gradient of a slice equals the slope of the model's loss, weight by weight.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut model = Model::new(Toy::shape(16), 9);
        let kinds = Kinds {
            of_input: (0..model.shape.inputs - Toy::n_kinds())
                .map(|input| Toy::kind(input).map(|kind| kind as u16))
                .collect(),
            decays: Vec::new(),
            bound: 1e3,
        };
        let seen = ActiveFeatures {
            inputs: vec![vec![0, 3, 4], vec![1, 3, 6]],
            bucket: 0,
        };
        let target = 0.9;
        for loss in [Loss::Squared, Loss::CrossEntropy] {
            let nothing = vec![0.0; model.numbers.len()];
            let lists = [&model.numbers[..], &nothing, &nothing];
            let mut slice: Slice<16> = Slice::new(model.shape, 0, Toy::n_kinds(), lists);
            let mut samples = Minibatch::default();
            samples.push(&seen, target);
            samples.find_active(&kinds, model.shape.inputs);
            Forward {
                slice: &mut slice,
                samples: &samples,
                kinds: &kinds,
            }
            .run(parlor_search::isa::Portable);
            let answer = slice.answers[0] + model.output_bias()[0];
            let mut room = vec![0.0; 32];
            let told = fold::<Toy>(&model).answer(&seen, &mut room);
            assert!((answer - told).abs() < 1e-5, "{answer} against {told}");
            samples.slopes = vec![loss.slope(answer, target)];
            let bias = Backward::gradient(&mut slice, &samples, &kinds);
            let rows = [&slice.gradient[..], &[Row(bias)], &slice.output_gradient].concat();
            let gradient: Vec<f32> = rows.iter().flat_map(|row| row.0).collect();

            let mut lost = |model: &Model| {
                let found = chance(fold::<Toy>(model).answer(&seen, &mut room));
                match loss {
                    Loss::Squared => (found - target).powi(2),
                    Loss::CrossEntropy => -target * found.ln() - (1.0 - target) * (1.0 - found).ln(),
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
                    (slope - expected).abs() < 3e-3 * (1.0 + slope.abs()),
                    "{loss:?}, number {place}: {slope} against {expected}"
                );
                n_slopes += usize::from(expected != 0.0);
            }
            assert!(n_slopes > 50, "only {n_slopes} numbers have a slope");
        }
    }
}
