//! The command lines: each module has `Arguments` and `run`.

pub mod arena;
pub mod engine;
pub mod openings;
pub mod worker;
