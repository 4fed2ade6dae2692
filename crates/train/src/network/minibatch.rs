//! The samples of one step, in the layout that the slices of a network read.

use super::ActiveFeatures;
use super::slice::Kinds;

/// Samples: what a network sees of each, and its target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minibatch {
    /// The active inputs of all samples and perspectives, one after another.
    inputs: Vec<u16>,
    /// For each sample and perspective, the end of its inputs.
    ends: Vec<u32>,
    /// For each sample, the bucket of the output weights.
    pub(crate) buckets: Vec<u8>,
    /// For each sample, the target chance to win.
    pub(crate) targets: Vec<f32>,
    /// For each sample, the derivative of its loss by the output.
    pub(crate) slopes: Vec<f32>,
    /// The inputs that are active in any sample, each once.
    pub(crate) active: Vec<u16>,
    /// The kinds of those inputs, each once.
    pub(crate) active_kinds: Vec<u16>,
}

impl Minibatch {
    /// Removes all samples.
    pub(crate) fn clear(&mut self) {
        self.inputs.clear();
        self.ends.clear();
        self.buckets.clear();
        self.targets.clear();
        self.slopes.clear();
    }

    /// Adds a sample.
    #[inline(always)]
    pub(crate) fn push(&mut self, seen: &ActiveFeatures, target: f32) {
        for inputs in &seen.inputs {
            self.inputs.extend_from_slice(inputs);
            self.ends.push(self.inputs.len() as u32);
        }
        self.buckets.push(seen.bucket as u8);
        self.targets.push(target);
    }

    /// Adds the samples of another minibatch.
    pub(crate) fn append(&mut self, other: &Minibatch) {
        let before = self.inputs.len() as u32;
        self.inputs.extend_from_slice(&other.inputs);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.buckets.extend_from_slice(&other.buckets);
        self.targets.extend_from_slice(&other.targets);
    }

    /// Returns the active inputs of one perspective of a sample, with the perspectives of all samples numbered
    /// consecutively.
    #[inline(always)]
    pub(crate) fn inputs(&self, perspective: usize) -> &[u16] {
        let first = if perspective == 0 {
            0
        } else {
            self.ends[perspective - 1]
        };
        &self.inputs[first as usize..self.ends[perspective] as usize]
    }

    /// Collects the inputs and kinds that are active in any sample; `n_rows` counts inputs and kinds.
    pub(crate) fn find_active(&mut self, kinds: &Kinds, n_rows: usize) {
        let mut is_on = vec![false; n_rows];
        for &input in &self.inputs {
            is_on[usize::from(input)] = true;
        }
        self.active.clear();
        self.active_kinds.clear();
        for (input, kind) in kinds.of_input.iter().enumerate() {
            if is_on[input] {
                self.active.push(input as u16);
                if let Some(kind) = kind {
                    is_on[usize::from(*kind)] = true;
                }
            }
        }
        let n_inputs = kinds.of_input.len();
        self.active_kinds
            .extend((n_inputs..n_rows).filter(|&row| is_on[row]).map(|row| row as u16));
    }
}
