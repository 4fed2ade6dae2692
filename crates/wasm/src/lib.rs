//! Rules and engines for JavaScript: the WebAssembly module of the npm package `parlor-wasm`.
//!
//! JavaScript passes one JSON text per call and gets one back ([`Session::call`]); a search reports on the way. Games
//! and players are kept here and known by numbers. An [`Order`] is one text that a worker follows by itself.
//!
//! This crate knows no browser: no DOM, no worker, no network. What JavaScript sees of it is in `npm/`.

pub mod memory;
mod order;
mod session;

#[cfg(all(feature = "exports", target_family = "wasm"))]
mod exports;

pub use order::{BoundText, ClockText, LineText, Order, OrderError, OrderLimits, ReportText, ThoughtText};
pub use session::Session;
