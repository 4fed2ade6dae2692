//! The native half of the Python package `parlor_games`.
//!
//! It adds nothing to the games: rules, notations and formats come from `parlor-games`, engines and solvers from
//! `parlor-players`. What is its own is how Python programs count: moves as numbers ([`numbering`]), positions that
//! are stepped millions of times ([`state`], [`batch`]) and arrays of them.

mod batch;
mod engine;
mod game;
mod numbering;
mod state;
mod terms;

use pyo3::prelude::*;

/// Othello, Ataxx and Lines of Action: exact rules, strong engines, fast stepping.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::engine::{Engine, Line, Proof, Solver, Thought};
    #[pymodule_export]
    use crate::game::{Game, games, read};
    #[pymodule_export]
    use crate::state::State;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
