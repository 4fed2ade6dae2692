//! The program `loa`.

mod files;
mod remote;
mod suite;
