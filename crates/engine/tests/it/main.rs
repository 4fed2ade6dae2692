//! The engines as a whole: games and solvers. One program: linking is what costs.

mod loa_forced_wins;
mod othello_engine;
mod othello_solver;
mod play;
