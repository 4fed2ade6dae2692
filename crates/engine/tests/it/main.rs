//! Tests of the engines as a whole: games and solvers. One program, because linking is what costs time.

mod loa_forced_wins;
mod othello_engine;
mod othello_solver;
mod play;
mod table_moves;
