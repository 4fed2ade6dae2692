//! Rooms for remote games, and the way between two programs.
//!
//! What may be said in a remote game is [`peer`]'s business; this crate carries the messages. A game is
//! offered in a room ([`Rooms`]) and joined once, by another program through the WebSocket of [`routes`], or
//! by somebody in the same process, such as the browser page. [`connect`] is the other end of the WebSocket.
//! [`Remote`] is all of it for a text program: it does what the program's session orders and waits for what
//! comes of it.
//!
//! One text message is one WebSocket frame. Whatever is too long, not text or too much ends the connection,
//! and so does silence: both sides send a sign of life four times in [`Timing::silence`].

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
