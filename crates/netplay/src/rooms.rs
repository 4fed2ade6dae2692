//! Rooms, in which a game is offered under its ID and joined once, within one process.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use parlor_peer::RoomId;
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// How many messages one side may have sent that the other has not read. No game comes near it: the sides take
/// turns, and set-up messages are read as they arrive.
pub const UNREAD_LIMIT: usize = 4096;

/// The offered games, by ID. Clones share them.
#[derive(Clone, Default)]
pub struct Rooms(Arc<Mutex<HashMap<RoomId, Room>>>);

struct Room {
    game: &'static str,
    // `None` once a client has joined.
    waiting: Option<(ClientEnd, oneshot::Sender<()>)>,
}

/// Why a game cannot be offered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OfferError {
    /// The ID is in use.
    #[error("a game called {0} is already offered here")]
    InUse(RoomId),
}

/// Why a game cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JoinError {
    /// The game is not offered.
    #[error("nobody offers a game called {0}")]
    Unknown(RoomId),
    /// Another client has joined it.
    #[error("somebody has already joined the game {0}")]
    Taken(RoomId),
}

/// The other end is gone, so nothing can be sent to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the other side is gone")]
pub struct Disconnected;

/// One end of a conversation.
#[derive(Debug)]
pub struct End {
    sender: mpsc::Sender<String>,
    receiver: mpsc::Receiver<String>,
    // Why the conversation ended. The first side to set it wins.
    reason: Arc<OnceLock<String>>,
    // Dropped with this end; the other end's `finish` waits for that.
    _alive: oneshot::Sender<()>,
    other: oneshot::Receiver<()>,
}

/// Creates the two ends of a conversation.
pub fn pair() -> (End, End) {
    let (to_right, from_left) = mpsc::channel(UNREAD_LIMIT);
    let (to_left, from_right) = mpsc::channel(UNREAD_LIMIT);
    let (left_alive, left_gone) = oneshot::channel();
    let (right_alive, right_gone) = oneshot::channel();
    let reason = Arc::new(OnceLock::new());
    let left = End {
        sender: to_right,
        receiver: from_right,
        reason: Arc::clone(&reason),
        _alive: left_alive,
        other: right_gone,
    };
    let right = End {
        sender: to_left,
        receiver: from_left,
        reason,
        _alive: right_alive,
        other: left_gone,
    };
    (left, right)
}

impl End {
    /// Sends a message. Waits while the other end has [`UNREAD_LIMIT`] unread messages.
    pub async fn send(&self, message: String) -> Result<(), Disconnected> {
        self.sender.send(message).await.map_err(|_| Disconnected)
    }

    /// Sends a message. Returns `false` if the other end has too many unread messages.
    pub fn try_send(&self, message: String) -> Result<bool, Disconnected> {
        match self.sender.try_send(message) {
            Ok(()) => Ok(true),
            Err(mpsc::error::TrySendError::Full(_)) => Ok(false),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Disconnected),
        }
    }

    /// Receives the next message. Returns `None` once the other end is gone and all its messages are read.
    pub async fn recv(&mut self) -> Option<String> {
        self.receiver.recv().await
    }

    /// Why the conversation ended.
    pub fn reason(&self) -> String {
        let reason = self.reason.get().cloned();
        reason.unwrap_or_else(|| "the other side has left".to_owned())
    }

    /// Sets the reason why this end leaves.
    pub fn leave_because(&self, reason: impl Into<String>) {
        // The first reason is the cause; later ones follow from it.
        let _ = self.reason.set(reason.into());
    }

    /// Ends the conversation, and waits until the other end has read every message and ended it too.
    pub async fn finish(self) {
        let End {
            sender,
            receiver,
            other,
            ..
        } = self;
        drop((sender, receiver));
        // Dropping the other end resolves this with an error.
        let _ = other.await;
    }
}

/// The host's end of the connection. The game is offered until this is dropped.
pub struct HostEnd {
    end: Option<End>,
    joined: oneshot::Receiver<()>,
    offer: Offer,
}

/// Removes the room when the host's end is dropped.
struct Offer {
    rooms: Rooms,
    id: RoomId,
}

impl Drop for Offer {
    fn drop(&mut self) {
        self.rooms.lock().remove(&self.id);
    }
}

impl HostEnd {
    /// Waits until a client has joined, and returns the conversation with it. The ID stays in use until the second
    /// value is dropped.
    pub async fn joined(mut self) -> Option<(End, impl Send + 'static)> {
        (&mut self.joined).await.ok()?;
        Some((self.end.take()?, self.offer))
    }
}

/// The client's end of the connection.
#[derive(Debug)]
pub struct ClientEnd {
    /// The conversation.
    pub end: End,
    /// The short name of the game: `othello`, `ataxx` or `loa`.
    pub game: &'static str,
}

impl Rooms {
    /// Creates an empty set of rooms.
    pub fn new() -> Rooms {
        Rooms::default()
    }

    /// Offers a game (`othello`, `ataxx` or `loa`) under an ID.
    pub fn offer(&self, id: &RoomId, game: &'static str) -> Result<HostEnd, OfferError> {
        match self.lock().entry(id.clone()) {
            Entry::Occupied(_) => Err(OfferError::InUse(id.clone())),
            Entry::Vacant(vacant) => {
                let (near, far) = pair();
                let (announce, joined) = oneshot::channel();
                let waiting = Some((ClientEnd { end: far, game }, announce));
                vacant.insert(Room { game, waiting });
                let offer = Offer {
                    rooms: self.clone(),
                    id: id.clone(),
                };
                Ok(HostEnd {
                    end: Some(near),
                    joined,
                    offer,
                })
            }
        }
    }

    /// Joins a game. Only one client can.
    pub fn join(&self, id: &RoomId) -> Result<ClientEnd, JoinError> {
        let mut rooms = self.lock();
        let room = rooms.get_mut(id).ok_or_else(|| JoinError::Unknown(id.clone()))?;
        let (client, announce) = room.waiting.take().ok_or_else(|| JoinError::Taken(id.clone()))?;
        // If the host has just left, the client will notice when it sends a message.
        let _ = announce.send(());
        Ok(client)
    }

    /// Returns the game that can be joined under an ID, without joining it.
    pub fn look(&self, id: &RoomId) -> Result<&'static str, JoinError> {
        let rooms = self.lock();
        let room = rooms.get(id).ok_or_else(|| JoinError::Unknown(id.clone()))?;
        match room.waiting {
            Some(_) => Ok(room.game),
            None => Err(JoinError::Taken(id.clone())),
        }
    }

    /// The IDs of the games that can still be joined, sorted.
    pub fn open(&self) -> Vec<RoomId> {
        let rooms = self.lock();
        let joinable = rooms.iter().filter(|(_, room)| room.waiting.is_some());
        let mut ids: Vec<RoomId> = joinable.map(|(id, _)| id.clone()).collect();
        ids.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        ids
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, Room>> {
        // No code panics while it changes the map, so it is valid even if the lock is poisoned.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> RoomId {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn two_ends_exchange_messages_and_notice_the_end() {
        let rooms = Rooms::new();
        let host = rooms.offer(&id("Foo"), "ataxx").unwrap();
        assert_eq!(rooms.look(&id("Foo")), Ok("ataxx"));
        let mut client = rooms.join(&id("Foo")).unwrap();
        let (mut near, _offer) = host.joined().await.unwrap();
        client.end.send("ready".into()).await.unwrap();
        assert_eq!(near.recv().await.as_deref(), Some("ready"));
        near.send("stop".into()).await.unwrap();
        near.leave_because("the game is over");
        let finished = tokio::spawn(near.finish());
        assert_eq!(client.end.recv().await.as_deref(), Some("stop"));
        assert_eq!(client.end.recv().await, None);
        assert_eq!(client.end.reason(), "the game is over");
        assert_eq!(client.end.send("late".into()).await, Err(Disconnected));
        assert!(!finished.is_finished(), "the other end is still there");
        drop(client);
        finished.await.unwrap();
    }

    #[tokio::test]
    async fn a_game_is_joined_once_and_ids_differ_by_case() {
        let rooms = Rooms::new();
        let host = rooms.offer(&id("Foo"), "loa").unwrap();
        assert_eq!(rooms.join(&id("foo")).unwrap_err(), JoinError::Unknown(id("foo")));
        assert!(matches!(
            rooms.offer(&id("Foo"), "loa"),
            Err(OfferError::InUse(_))
        ));
        assert_eq!(rooms.open(), [id("Foo")]);
        let client = rooms.join(&id("Foo")).unwrap();
        assert_eq!(client.game, "loa");
        assert_eq!(rooms.open(), []);
        assert_eq!(rooms.join(&id("Foo")).unwrap_err(), JoinError::Taken(id("Foo")));
        assert_eq!(rooms.look(&id("Foo")), Err(JoinError::Taken(id("Foo"))));
        drop(host);
        assert_eq!(rooms.join(&id("Foo")).unwrap_err(), JoinError::Unknown(id("Foo")));
        assert!(rooms.offer(&id("Foo"), "loa").is_ok());
    }

    #[tokio::test]
    async fn a_withdrawn_offer_cannot_be_joined() {
        let rooms = Rooms::new();
        drop(rooms.offer(&id("x"), "ataxx").unwrap());
        assert_eq!(rooms.join(&id("x")).unwrap_err(), JoinError::Unknown(id("x")));
    }

    #[tokio::test]
    async fn unread_messages_are_limited() {
        let (near, _far) = pair();
        for _ in 0..UNREAD_LIMIT {
            assert_eq!(near.try_send("x".into()), Ok(true));
        }
        assert_eq!(near.try_send("x".into()), Ok(false));
    }
}
