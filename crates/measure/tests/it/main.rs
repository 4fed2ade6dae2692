//! Tests of the public interface of `parlor-measure`. One binary, because linking is what takes time.

mod bench;
mod play;
mod statistics;
