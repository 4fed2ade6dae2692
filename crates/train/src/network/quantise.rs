//! Conversion of floating-point parameters to the integers that the engine computes with.

use parlor_engine::network::{MAX_OUTPUT_WEIGHT, NetworkFile, ONE, OUTPUT_ONE, Shape};

use super::FeatureSet;
use super::model::Model;

/// The maximum output weight.
pub(crate) const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_ONE as f32;

/// Returns the network of a model with every parameter rounded to the nearest representable value. `scale` is
/// the score that corresponds to a model output of 1.
pub fn quantise<S: FeatureSet>(model: &Model, scale: i32) -> NetworkFile {
    let greatest = f32::from(model.shape.greatest_weight());
    let round = |number: f32, one: i32, bound: f32| {
        let whole = (number * one as f32).round();
        whole.clamp(-bound, bound) as i16
    };
    let shorts = |numbers: &[f32], one: i32, bound: f32| -> Vec<i16> {
        numbers.iter().map(|&number| round(number, one, bound)).collect()
    };
    let row = greatest.min(f32::from(S::GREATEST_WEIGHT));
    NetworkFile {
        shape: model.shape,
        scale,
        rows: shorts(model.rows(), ONE, row),
        bias: shorts(model.bias(), ONE, greatest),
        output: shorts(model.output(), OUTPUT_ONE, f32::from(MAX_OUTPUT_WEIGHT)),
        output_bias: model
            .output_bias()
            .iter()
            .map(|number| (number * (ONE * OUTPUT_ONE) as f32).round() as i32)
            .collect(),
    }
}

/// Returns a model without the kind inputs, which are added to the inputs of the kind.
pub fn fold<S: FeatureSet>(model: &Model) -> Model {
    let hidden = model.shape.hidden;
    let n_inputs = model.shape.inputs - S::n_kinds();
    let bound = S::row_bound();
    let mut numbers = model.rows()[..n_inputs * hidden].to_vec();
    for (input, row) in numbers.chunks_exact_mut(hidden).enumerate() {
        if let Some(kind) = S::kind(input) {
            for (number, shared) in row.iter_mut().zip(&model.rows()[kind * hidden..]) {
                *number = (*number + shared).clamp(-bound, bound);
            }
        }
    }
    numbers.extend(&model.numbers[model.rows().len()..]);
    Model {
        shape: Shape {
            inputs: n_inputs,
            active: model.shape.active,
            ..model.shape
        },
        numbers,
    }
}

/// Returns the model of a network: what the engine computes, except for rounding the result.
pub fn dequantise(file: &NetworkFile) -> Model {
    let part = |numbers: &[i16], one: i32| -> Vec<f32> {
        numbers
            .iter()
            .map(|&number| f32::from(number) / one as f32)
            .collect()
    };
    let biases = file
        .output_bias
        .iter()
        .map(|&number| number as f32 / (ONE * OUTPUT_ONE) as f32);
    Model {
        shape: file.shape,
        numbers: [
            part(&file.rows, ONE),
            part(&file.bias, ONE),
            part(&file.output, OUTPUT_ONE),
            biases.collect(),
        ]
        .concat(),
    }
}
