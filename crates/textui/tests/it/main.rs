//! Whole sessions of the text programs, and their remote games. One test program, because linking is slow.

mod ataxx;
mod loa_remote;
mod othello_remote;
