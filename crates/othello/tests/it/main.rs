//! Tests of Othello's perft counts and of the examples in the course specifications. One program, because
//! linking is slow.

mod courses;
mod perft;
