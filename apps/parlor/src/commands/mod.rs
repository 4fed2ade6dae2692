//! One module per command of `parlor`.

pub(crate) mod analyze;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod collection;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod loadtest;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod numbers;
pub(crate) mod openings;
pub(crate) mod perft;
mod progress;
pub(crate) mod puzzles;
pub(crate) mod serve;
mod shell;
mod signals;
pub(crate) mod soak;
pub(crate) mod solve;
mod source;
pub(crate) mod sprt;
pub(crate) mod worker;

use std::path::Path;

use anyhow::Context;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use parlor_arena::file_names::text_of;
use parlor_engine::{EngineNode, LoadedWeights};
use parlor_games::{Kind, Spec};

/// An error for options that are not valid together. `main` handles it like other usage errors.
pub(crate) fn misuse(words: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{words}\n")).into()
}

/// The game with the settings of `--set NAME=VALUE` options.
pub(crate) fn agreed(kind: Kind, texts: &[String]) -> anyhow::Result<Spec> {
    let mut spec = Spec::default_for(kind);
    for (name, value) in arena::agreements_of(kind, texts).map_err(source::misuse_of)? {
        spec = spec.with(&name, &value).map_err(source::misuse_of)?;
    }
    Ok(spec)
}

/// Parses a configuration of our engine. It may contain a file name that is not valid UTF-8.
pub(crate) fn configuration_text() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|word| text_of(&word))
}

/// Loads the weights file of `--weights`, if given.
pub(crate) fn weights<N: EngineNode>(path: Option<&Path>) -> anyhow::Result<Option<LoadedWeights>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let weights =
        LoadedWeights::read::<N>(&bytes).with_context(|| format!("cannot use {}", path.display()))?;
    Ok(Some(weights))
}
