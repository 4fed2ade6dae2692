//! The languages that people type at Parlor's programs, one module per program.
//!
//! Nothing here reads, prints, thinks or connects: a [`Session`] is told what happened ([`Event`]), answers
//! with what is to be done ([`Output`]) and says what it waits for ([`Want`]). The crate `parlor-shell` does
//! the rest for a terminal; tests play whole sessions without one.

pub mod ataxx;
mod duel;
pub mod loa;
pub mod othello;
mod session;

pub use duel::{Duel, Happened};
pub use parlor_peer::{NetEvent, NetOrder};
pub use session::{Event, Output, Session, ThinkRequest, Want};
