//! Tests of the program `othello`.

mod remote;
mod terminal;
mod transcripts;
