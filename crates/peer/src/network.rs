//! What a program asks of the network, and what it receives. The driver of a text session and the transport meet here,
//! so that neither has to know the other.

use std::time::Duration;

/// What a session asks of the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetOrder {
    /// Offer a game under this ID and wait for one partner.
    Host {
        /// The name of the game.
        id: String,
    },
    /// Join the game that someone offers under this ID.
    Join {
        /// The name of the game.
        id: String,
        /// The machine.
        host: String,
        /// The port, or the default ones.
        port: Option<u16>,
    },
    /// Send one message to the partner.
    Send(String),
    /// Count the connection as lost unless the next event comes within this time.
    Deadline(Duration),
    /// End the connection, or stop waiting for one; every message sent before is delivered first.
    Close,
}

/// What happened on the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetEvent {
    /// The offer stands; the text says where partners can find it. Waiting goes on.
    Offered(String),
    /// The partner is there.
    Connected,
    /// The offer or the joining failed, for this reason.
    Failed(String),
    /// The partner sent this message.
    Message(String),
    /// The partner sent this message too early: it was already there when our last one was sent.
    Untimely(String),
    /// The connection broke or was closed, for this reason.
    Lost(String),
}

/// The network as the driver of a session sees it.
pub trait Network {
    /// Carries out an order. [`Network::wait`] reports the outcome.
    fn order(&mut self, order: NetOrder);

    /// Waits for the next event; gives up with nothing as soon as `interrupted` says so.
    fn wait(&mut self, interrupted: &dyn Fn() -> bool) -> Option<NetEvent>;

    /// The next event that has happened by now; never waits.
    fn poll(&mut self) -> Option<NetEvent>;
}

/// A program without a network: every order fails with a message.
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
