//! Stochastic gradient descent with a step of its own for every number (Adam, Kingma and Ba 2015).

use parlor_search::isa::{Isa, Task};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// The running means of the gradient and of its square, for every number of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    /// How many steps were taken.
    pub(crate) steps: u64,
}

impl Adam {
    pub(crate) fn new(len: usize) -> Adam {
        Adam {
            mean: vec![0.0; len],
            square: vec![0.0; len],
            steps: 0,
        }
    }
}

/// One step down the mean of a gradient.
pub(crate) struct Step<'a> {
    pub(crate) adam: &'a mut Adam,
    pub(crate) numbers: &'a mut [f32],
    /// The sum of the gradients of all samples.
    pub(crate) gradient: &'a [f32],
    /// How many samples there were.
    pub(crate) n_samples: usize,
    pub(crate) rate: f32,
    /// What is added to the root of the mean square: numbers that seldom have a gradient take smaller steps.
    pub(crate) epsilon: f32,
    /// For each row, how much of its numbers a step of 1 would take away; nothing of the numbers behind the
    /// rows.
    pub(crate) decays: &'a [f32],
    /// How many numbers a row has.
    pub(crate) row_len: usize,
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) {
        let Step {
            adam,
            numbers,
            gradient,
            n_samples,
            rate,
            epsilon,
            decays,
            row_len,
        } = self;
        adam.steps += 1;
        let power = adam.steps.min(1 << 20) as i32;
        let first = 1.0 / (1.0 - BETA_1.powi(power));
        let second = 1.0 / (1.0 - BETA_2.powi(power));
        let share = 1.0 / n_samples.max(1) as f32;
        let means = adam.mean.iter_mut().zip(&mut adam.square);
        for ((number, sum), (mean, square)) in numbers.iter_mut().zip(gradient).zip(means) {
            let gradient = sum * share;
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * gradient;
            *square = BETA_2 * *square + (1.0 - BETA_2) * gradient * gradient;
            *number -= rate * (*mean * first) / ((*square * second).sqrt() + epsilon);
        }
        for (row, decay) in numbers.chunks_exact_mut(row_len).zip(decays) {
            for number in row {
                *number -= rate * decay * *number;
            }
        }
    }
}
