//! Whole suites of scripts, and programs that misbehave. One program: linking is what costs.

mod misbehaviour;
mod suite;
