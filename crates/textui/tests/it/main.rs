//! Whole sessions of the text programs, and their remote games. One program: linking is what costs.

mod ataxx;
mod loa_remote;
mod othello_remote;
