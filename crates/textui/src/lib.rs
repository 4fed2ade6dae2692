//! The command languages of Parlor's text programs, one module per program.
//!
//! Nothing here reads, prints, thinks or connects: a [`Session`] takes events ([`Event`]), returns actions
//! ([`Output`]) and reports what it waits for ([`Want`]). The crate `parlor-shell` does the rest for a terminal;
//! tests run whole sessions without one.

pub mod ataxx;
pub mod loa;
pub mod othello;
mod remote_session;
mod session;

pub use parlor_peer::{NetEvent, NetOrder};
pub use remote_session::{RemoteEvent, RemoteSession};
pub use session::{Event, Output, Session, ThinkRequest, Want};
