//! The command lines: each module has `Arguments` and `run`.

pub mod arena;
pub mod engine;
mod live;
pub mod openings;
pub mod worker;
