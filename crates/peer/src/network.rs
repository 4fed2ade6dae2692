//! The interface between the driver of a text session and the network, so that neither depends on the other.

use std::time::Duration;

/// A network order of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetOrder {
    /// Offer a game under this ID and wait for one partner.
    Host {
        /// The name of the game.
        id: String,
    },
    /// Join the game that is offered under this ID.
    Join {
        /// The name of the game.
        id: String,
        /// The host name or address.
        host: String,
        /// The port; `None` means to try the default ports.
        port: Option<u16>,
    },
    /// Send one message to the partner.
    Send(String),
    /// Treat the connection as lost unless the next event comes within this time.
    Deadline(Duration),
    /// Close the connection, or stop waiting for one. Messages sent before are delivered first.
    Close,
}

/// A network event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetEvent {
    /// The game is offered; the text tells partners where. The wait continues.
    Offered(String),
    /// A partner has connected.
    Connected,
    /// Offering or joining failed, for this reason.
    Failed(String),
    /// The partner sent this message.
    Message(String),
    /// The partner sent this message too early: it had arrived before our last one was sent.
    Untimely(String),
    /// The connection broke or was closed, for this reason.
    Lost(String),
}

/// The network, as the driver of a session uses it.
pub trait Network {
    /// Carries out an order. [`Network::wait`] reports the outcome.
    fn order(&mut self, order: NetOrder);

    /// Waits for the next event. Returns `None` as soon as `interrupted` returns `true`.
    fn wait(&mut self, interrupted: &dyn Fn() -> bool) -> Option<NetEvent>;

    /// Returns the next event that has already happened. Never waits.
    fn poll(&mut self) -> Option<NetEvent>;
}

/// A network for programs without one: every order fails with a message.
#[derive(Debug, Default)]
pub struct NoNetwork;

impl Network for NoNetwork {
    fn order(&mut self, _order: NetOrder) {}

    fn wait(&mut self, _interrupted: &dyn Fn() -> bool) -> Option<NetEvent> {
        Some(NetEvent::Failed("this program has no network".into()))
    }

    fn poll(&mut self) -> Option<NetEvent> {
        None
    }
}
