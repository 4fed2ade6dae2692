//! A game in progress as people use it, and the messages between it and the page. Sans-IO.
//!
//! A [`Table`] is one game with its participants: seats, clocks, takebacks, proposals, results. A
//! [`LiveTable`] is a table in use, with its watchers and the searches for them. A [`Conversation`] is the
//! dialogue of one client with the host; [`wire`] holds the messages. Each takes events and returns actions.
//! The host — a server, or a worker inside the page — owns sockets, storage, threads and the clock: it passes
//! events to the tables and conversations, and carries out their actions.
//!
//! This crate has no sockets, threads or files, and no source of time or randomness: the host passes a
//! [`Timestamp`] with each event and provides [`Secrets`].

pub mod base64;
pub mod catalogue;
mod conversation;
pub mod editor;
mod live;
pub mod log;
pub mod result;
pub mod scheduling;
mod scores;
mod secrets;
pub mod store;
mod table;
mod think;
mod time;
pub mod transfer;
pub mod views;
pub mod wire;

pub use conversation::{ClientAction, ClientEvent, Conversation, OpenError};
pub use live::{
    ConnectionId, LiveTable, TableAction, TableEvent, TableRequest, TerminalAction, WantedAnalysis,
};
pub use secrets::{PlayerId, Secrets};
pub use table::{Append, Audience, Clock, EarlyEnd, NextGame, Rematch, Seat, StoredClock, Table, clean_name};
pub use think::{JobId, Purpose, Resources, ThinkRequest, Thinker};
pub use time::Timestamp;
