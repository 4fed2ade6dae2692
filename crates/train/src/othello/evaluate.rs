//! The error of an evaluation, by the number of empty squares.

use parlor_engine::othello::eval::weights::Learned;

use super::n_empties;
use crate::positions::Labelled;

/// The error over a set of positions, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Error {
    /// The number of positions.
    pub n: usize,
    /// The sum of the absolute errors.
    pub absolute: f64,
    /// The sum of the squared errors.
    pub squared: f64,
}

impl Error {
    /// Returns the mean absolute error.
    pub fn mean(&self) -> f64 {
        self.absolute / self.n.max(1) as f64
    }

    /// Returns the root mean squared error.
    pub fn root_mean_square(&self) -> f64 {
        (self.squared / self.n.max(1) as f64).sqrt()
    }

    fn add(&mut self, error: f64) {
        self.n += 1;
        self.absolute += error.abs();
        self.squared += error * error;
    }
}

/// Returns the errors of the evaluation against `truth`, for each number of empty squares from 0 to 60.
/// Positions for which `truth` returns `None` do not count.
pub fn errors(
    learned: &Learned,
    positions: &[Labelled],
    truth: impl Fn(&Labelled) -> Option<f32>,
) -> Vec<Error> {
    let mut errors = vec![Error::default(); 61];
    for position in positions {
        let Some(truth) = truth(position) else { continue };
        let worth = learned.worth(position.own, position.other);
        let error = f64::from(worth) / 100.0 - f64::from(truth);
        errors[n_empties(position).min(60) as usize].add(error);
    }
    errors
}
