//! What is agreed on before a game, from the keywords of Python.

use std::fmt::Display;

use parlor_games::{Kind, Spec};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

/// The keywords with which games, states and batches begin.
#[derive(Clone, Copy, Default)]
pub(crate) struct Keywords<'a> {
    pub rules: Option<&'a str>,
    pub size: Option<&'a str>,
    pub blocks: Option<&'a str>,
    /// 0 lifts the limit.
    pub limit: Option<u32>,
}

/// Any error of the games as Python's `ValueError`.
pub(crate) fn value_error(error: impl Display) -> pyo3::PyErr {
    PyValueError::new_err(error.to_string())
}

/// What the keywords say about the game of this name. Unlike a file, a program that names an agreement which the game
/// does not have is mistaken, and is told so.
pub(crate) fn spec(game: &str, keywords: &Keywords<'_>) -> PyResult<Spec> {
    let kind: Kind = game.parse().map_err(value_error)?;
    let mut spec = Spec::default_for(kind);
    let limit = keywords.limit.map(|limit| match limit {
        0 => "none".to_owned(),
        limit => limit.to_string(),
    });
    let given = [
        ("rules", keywords.rules),
        ("size", keywords.size),
        ("blocks", keywords.blocks),
        ("limit", limit.as_deref()),
    ];
    for (name, value) in given {
        let Some(value) = value else { continue };
        if !kind.descriptor().agreement_names().any(|known| known == name) {
            return Err(value_error(format!(
                "{} has no agreement on its {name}",
                kind.title()
            )));
        }
        spec = spec.with(name, value).map_err(value_error)?;
    }
    Ok(spec)
}
