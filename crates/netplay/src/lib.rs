//! Rooms for remote games, and the connection between two programs.
//!
//! [`peer`] defines the conversation of a remote game; this crate carries the messages. A game is offered in a room
//! ([`Rooms`]) and joined once, by another program through the WebSocket of [`routes`], or from the same process,
//! for example by the browser page. [`connect`] is the other end of the WebSocket. [`Remote`] combines everything
//! for a text program: it carries out the orders of the program's session and waits for their results.
//!
//! One text message is one WebSocket frame. Messages that are too long, not text or too many end the connection,
//! and so does silence: both sides send a heartbeat four times per [`Timing::silence`].

mod client;
mod listener;
mod ports;
mod pump;
mod remote;
mod rooms;
mod server;

pub use client::{ConnectError, connect};
pub use listener::{
    ConnectionLimiter, ConnectionLimits, MAX_CONNECTIONS, Peer, Unfinished, network_of, serve,
};
pub use parlor_peer as peer;
pub use ports::{DEFAULT_PORT, N_PORTS, listen, ports_from, reachable};
pub use pump::Timing;
pub use remote::{Remote, RemoteOptions};
pub use rooms::{ClientEnd, Disconnected, End, HostEnd, JoinError, OfferError, Rooms, UNREAD_LIMIT, pair};
pub use server::{routes, routes_with};
