//! One module for each command of `parlor`.

pub(crate) mod perft;
