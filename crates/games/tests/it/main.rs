//! Every game through the common door, its formats, and the count of files that name a game.

mod annotated;
mod formats;
mod games;
mod sources;
