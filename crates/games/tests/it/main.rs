//! Tests of every game through the common interface, of its formats, and of the number of files that name a
//! game.

mod annotated;
mod formats;
mod games;
mod sources;
