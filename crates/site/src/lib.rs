//! The host of tables inside the page: Parlor without a server.
//!
//! [`Host`] does for one browser what the server does for a network: it carries messages between pages and tables,
//! stores games before anyone sees a move, and runs searches. It is sans-IO like the tables: it takes inputs
//! ([`Input`]) and returns outputs ([`Output`]), as JSON texts, because the other side is JavaScript. That side — a
//! worker of the page, `crates/web/ui/src/site` — owns the browser's database, the workers in which searches run,
//! and the clock.
//!
//! The messages of the pages are those of the server, [`parlor_table::wire`]: a page does not know which of the two
//! it is connected to. Requests that need other machines are refused.

mod collection;
mod files;
mod host;
mod messages;
mod openings;
mod searches;
mod store;
mod tasks;

#[cfg(target_family = "wasm")]
mod exports;

pub use host::Host;
pub use messages::{Answer, CollectionQuestion, ExportRequest, FoundRow, Game, Input, Output, Question, Row};
pub use searches::Capacity;
pub use store::BrowserStore;
