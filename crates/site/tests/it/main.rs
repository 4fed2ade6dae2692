//! The host of tables inside a page, with a database and searches of the test's own.

mod host;
mod world;
