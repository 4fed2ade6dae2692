//! The counts of Othello, and the examples of the course specifications. One program: linking is what costs.

mod courses;
mod perft;
