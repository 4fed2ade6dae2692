//! A game in progress as people use it, and the messages between it and the page. Sans-IO.
//!
//! A [`Table`] is one game with everybody at it: seats, clocks, takebacks, proposals, results. [`wire`] holds the
//! messages that the page and its host exchange. The host — a server, or a worker inside the page — owns sockets,
//! storage, threads and the clock; it tells this crate what happened and when, and does what it is told to.
//!
//! This crate knows no sockets, threads or files, and no source of time or randomness: the host passes a
//! [`Timestamp`] with what happened and gives [`Secrets`].

pub mod base64;
pub mod catalogue;
pub mod editor;
mod secrets;
pub mod shown;
mod table;
mod time;
pub mod transfer;
pub mod wire;

pub use secrets::{PlayerId, Secrets};
pub use table::{
    Audience, Clock, Ended, Kept, KeptError, NextGame, Refusal, Rematch, Seat, Table, clean_name,
};
pub use time::Timestamp;
