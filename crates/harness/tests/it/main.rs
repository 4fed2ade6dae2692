//! Tests with whole suites and misbehaving programs. One binary, because linking is what takes time.

mod misbehaviour;
mod suite;
