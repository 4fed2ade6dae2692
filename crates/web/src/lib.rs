//! The server of the browser page, and the page itself.

pub mod wire;
