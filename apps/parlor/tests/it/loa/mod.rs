//! Tests of the program `loa`.

mod files;
mod remote;
mod suite;
