//! Remote play between two programs: which messages are allowed, and when.
//!
//! Two programs exchange short texts: `ready`, `color C`, `blocks …`, moves, `-`, `start` and `stop`. A [`Peer`] is
//! one side of that conversation. It takes every text that arrives and returns its meaning, or why it is not
//! allowed now; it takes the actions of our own side and queues the texts to send. It uses no sockets, files or
//! clocks, so every sequence can be tested message by message.
//!
//! ```text
//! client: ready
//! host:   color blue · blocks 3gh · a7-b6 … · start     (the colour is the client's)
//! both:   moves in turn, `-` to skip
//! last:   the side that sent the winning move waits for the other's `stop`
//! ```
//!
//! `stop` in one's own turn resigns. Any other sequence is a [`Violation`].

mod address;
mod game;
mod message;
mod network;
mod peer;

pub use address::{AddressError, Invitation, RoomId, RoomIdError};
pub use game::{Reason, RemoteGame};
pub use message::{MAX_MESSAGE, Message, MessageError};
pub use network::{NetEvent, NetOrder, Network, NoNetwork};
pub use peer::{Misuse, Peer, Received, Role, Stage, Violation};
