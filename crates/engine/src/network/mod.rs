//! Small networks that evaluate positions, designed to be fast.
//!
//! The inputs of such a network are on or off, and few are on at once. Each has a row of weights; the rows of
//! the active inputs add up to the *accumulator*, which a game may update incrementally or recompute. Each of
//! its numbers is clipped to 0 … 1 and squared. A weighted sum of the squares is the output: the log-odds
//! that the side to move wins, in the units of scores.
//!
//! A game may evaluate a position from several perspectives, with one accumulator each, and may have several
//! sets of output weights (*buckets*) for the stages of a game. The game defines what the inputs mean.
//!
//! All arithmetic uses integers, eight or sixteen at a time where the machine supports it ([`kernel`]), so
//! every machine computes the same bits. The file format is described in [`file`].

pub mod file;
pub mod kernel;

use parlor_core::Score;
use parlor_search::allocate_table;
use parlor_search::isa::{Isa, Portable};

pub use file::{NetworkError, NetworkFile, Shape};
pub use kernel::Row;

/// The fixed-point value of 1 in an accumulator and in the row weights.
pub const ONE: i32 = 255;
/// The fixed-point value of 1 in the output weights.
pub const OUTPUT_ONE: i32 = 64;
/// The maximum output weight: a clipped number times a weight must fit sixteen bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The maximum score of a network: far from those of proven wins.
pub const MAX_SCORE: i32 = 20_000;

/// A network with accumulators of `H` numbers and `P` perspectives, ready for use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const H: usize, const P: usize> {
    rows: Vec<Row<H>>,
    bias: Row<H>,
    output: Vec<[Row<H>; P]>,
    output_bias: Vec<i32>,
    scale: i32,
}

impl<const H: usize, const P: usize> Network<H, P> {
    /// Creates the network of a file, if it has the shape that the game expects.
    pub fn new(file: &NetworkFile, wanted: &Shape) -> Result<Network<H, P>, NetworkError> {
        let here = Shape {
            hidden: H,
            perspectives: P,
            ..*wanted
        };
        file.shape.check(&here)?;
        let rows_of = |numbers: &[i16]| -> Vec<Row<H>> {
            let (numbers, _) = numbers.as_chunks::<H>();
            // In huge pages, because an evaluation reads rows from all over the table.
            let mut rows = allocate_table(numbers.len()).unwrap_or_default();
            rows.extend(numbers.iter().copied().map(Row));
            rows
        };
        let outputs = rows_of(&file.output);
        Ok(Network {
            rows: rows_of(&file.rows),
            bias: rows_of(&file.bias)[0],
            output: outputs.as_chunks::<P>().0.to_vec(),
            output_bias: file.output_bias.clone(),
            scale: file.scale,
        })
    }

    /// Returns the accumulator of a position, given its active inputs.
    #[inline(always)]
    pub fn accumulate<I: Isa>(&self, isa: I, on: &[u16]) -> Row<H> {
        kernel::sum(isa, &self.bias, &self.rows, on)
    }

    /// Adds the rows of `others` to the row of an input.
    pub(crate) fn add_rows(&mut self, input: u16, others: &[u16]) {
        let row = &self.rows[usize::from(input)];
        self.rows[usize::from(input)] = kernel::sum(Portable, row, &self.rows, others);
    }

    /// Returns the accumulator after some inputs were switched on and others off.
    #[inline(always)]
    pub fn update<I: Isa>(&self, isa: I, before: &Row<H>, on: &[u16], off: &[u16]) -> Row<H> {
        let added = kernel::sum(isa, before, &self.rows, on);
        kernel::difference(isa, &added, &self.rows, off)
    }

    /// Returns the score of the position for the side to move. The perspectives are in the order of training,
    /// the side to move first.
    #[inline(always)]
    pub fn score<I: Isa>(&self, isa: I, accumulators: [&Row<H>; P], bucket: usize) -> Score {
        let bucket = bucket.min(self.output.len() - 1);
        let mut sum = 0;
        for (accumulator, weights) in accumulators.into_iter().zip(&self.output[bucket]) {
            sum += kernel::clipped_square_sum(isa, accumulator, weights);
        }
        let answer = i64::from(sum / ONE + self.output_bias[bucket]);
        let score = answer * i64::from(self.scale) / i64::from(ONE * OUTPUT_ONE);
        Score((score as i32).clamp(-MAX_SCORE, MAX_SCORE))
    }
}
