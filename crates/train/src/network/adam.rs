//! Stochastic gradient descent with an individual step size for every parameter (Adam, Kingma and Ba 2015).

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// The values that all parameters share in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The factor that turns a sum of gradients over all samples into their mean.
    share: f32,
    rate: f32,
    /// The term added to the root of the mean square: parameters that seldom have a gradient take smaller
    /// steps.
    epsilon: f32,
    first: f32,
    second: f32,
}

impl Step {
    /// Creates the step with this number, from 1, along the mean gradient of this many samples.
    pub(crate) fn new(number: u64, n_samples: usize, rate: f32, epsilon: f32) -> Step {
        let power = number.min(1 << 20) as i32;
        Step {
            share: 1.0 / n_samples.max(1) as f32,
            rate,
            epsilon,
            first: 1.0 / (1.0 - BETA_1.powi(power)),
            second: 1.0 / (1.0 - BETA_2.powi(power)),
        }
    }
}

/// Parameters with the running means of their gradients and of the squared gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct AdamState<const B: usize> {
    pub(crate) numbers: [f32; B],
    pub(crate) means: [f32; B],
    pub(crate) squares: [f32; B],
}

impl<const B: usize> AdamState<B> {
    /// Moves the parameters one step down a gradient, which is summed over all samples, and clips them to
    /// ±`bound`.
    #[inline(always)]
    pub(crate) fn descend(&mut self, gradient: &[f32; B], step: &Step, bound: f32) {
        for i in 0..B {
            let gradient = gradient[i] * step.share;
            let mean = BETA_1 * self.means[i] + (1.0 - BETA_1) * gradient;
            let square = BETA_2 * self.squares[i] + (1.0 - BETA_2) * gradient * gradient;
            let change = step.rate * (mean * step.first) / ((square * step.second).sqrt() + step.epsilon);
            self.means[i] = mean;
            self.squares[i] = square;
            self.numbers[i] = (self.numbers[i] - change).clamp(-bound, bound);
        }
    }

    /// Shrinks the parameters towards zero.
    #[inline(always)]
    pub(crate) fn decay(&mut self, share: f32) {
        for number in &mut self.numbers {
            *number -= share * *number;
        }
    }
}
