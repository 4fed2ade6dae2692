//! What makes each game strong: evaluation, ordering, solvers, levels.

pub mod othello;
