//! The languages that people type at Parlor's programs, one module per program.
//!
//! Nothing here reads, prints, thinks or connects: a [`Session`] takes events ([`Event`]), answers
//! with actions ([`Output`]) and says what it waits for ([`Want`]). The crate `parlor-shell` does
//! the rest for a terminal; tests play whole sessions without one.

pub mod ataxx;
pub mod loa;
pub mod othello;
mod remote_session;
mod session;

pub use parlor_peer::{NetEvent, NetOrder};
pub use remote_session::{RemoteEvent, RemoteSession};
pub use session::{Event, Output, Session, ThinkRequest, Want};
