//! The host of tables inside a page, with a simulated database and simulated searches.

mod host;
mod world;
