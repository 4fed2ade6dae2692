//! Rules and engines for JavaScript: the WebAssembly module of the npm package `parlor-wasm`.
//!
//! JavaScript passes one JSON text per call and gets one back ([`Session::call`]); a search sends reports
//! meanwhile. Games and players are kept here and identified by numbers. An [`Order`] is one text with everything
//! that a worker needs for a search.
//!
//! This crate uses no browser interface: no DOM, no worker, no network. `npm/` has the JavaScript interface.

pub mod memory;
mod order;
mod session;

#[cfg(all(feature = "exports", target_family = "wasm"))]
mod exports;
#[cfg(all(feature = "exports", feature = "shared-memory", target_family = "wasm"))]
mod helpers;

pub use order::{BoundText, ClockText, LineText, Order, OrderError, OrderLimits, ReportText, ThoughtText};
pub use session::Session;
