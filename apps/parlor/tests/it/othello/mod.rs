//! The program `othello`.

mod remote;
mod terminal;
mod transcripts;
