//! The counts and the seeds of Othello. One program: linking is what costs.

mod perft;
mod seeds;
