//! Remote play between two programs: who may say what, when.
//!
//! Two programs exchange short texts: `ready`, `color C`, `blocks …`, moves, `-`, `start` and `stop`. A
//! [`Peer`] is one side of that conversation. It is given every text that arrives and says what it means, or
//! why it may not come now; it takes what our own side does and queues the texts to send. It knows nothing
//! of sockets, files or clocks, so every sequence can be tested message by message.
//!
//! ```text
//! client: ready
//! host:   color blue · blocks 3gh · a7-b6 … · start     (the colour is the client's)
//! both:   moves in turn, `-` to skip
//! last:   the side that sent the winning move waits for the other's `stop`
//! ```
//!
//! `stop` in one's turn resigns. Any other sequence is a [`Violation`].

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
