//! The tests of `parlor-measure` that need nothing but its public interface, in one program.

mod bench;
mod play;
mod statistics;
