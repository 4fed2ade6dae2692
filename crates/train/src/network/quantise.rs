//! From floating-point numbers to the integers that the engine computes with.

use parlor_engine::network::{MAX_OUTPUT_WEIGHT, NetworkFile, ONE, OUTPUT_ONE};

use super::model::Model;

/// The greatest weight of a row, so that it takes one byte in a file.
pub(crate) const MAX_ROW: f32 = i8::MAX as f32 / ONE as f32;
/// The greatest output weight.
pub(crate) const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_ONE as f32;

/// The network of a model, each number rounded to the nearest that there is. `scale` is the score that the
/// model's answer of 1 stands for.
pub fn quantise(model: &Model, scale: i32) -> NetworkFile {
    let greatest = f32::from(model.shape.greatest_weight());
    let round = |number: f32, one: i32, bound: f32| {
        let whole = (number * one as f32).round();
        whole.clamp(-bound, bound) as i16
    };
    let shorts = |numbers: &[f32], one: i32, bound: f32| -> Vec<i16> {
        numbers.iter().map(|&number| round(number, one, bound)).collect()
    };
    let narrow = greatest.min(f32::from(i8::MAX));
    NetworkFile {
        shape: model.shape,
        scale,
        rows: shorts(model.rows(), ONE, narrow),
        bias: shorts(model.bias(), ONE, greatest),
        output: shorts(model.output(), OUTPUT_ONE, f32::from(MAX_OUTPUT_WEIGHT)),
        output_bias: model
            .output_bias()
            .iter()
            .map(|number| (number * (ONE * OUTPUT_ONE) as f32).round() as i32)
            .collect(),
    }
}

/// The model of a network: what the engine computes, but for rounding the answer.
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
