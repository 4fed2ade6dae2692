//! The tests of `parlor-measure` that use only its public interface, in one program.

mod bench;
mod play;
mod statistics;
