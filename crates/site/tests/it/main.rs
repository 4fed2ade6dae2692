//! The host of tables inside a page, with a simulated database and simulated searches.

mod collection;
mod host;
mod world;
