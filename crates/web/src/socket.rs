//! One connection: reads what a page says, within limits, and tells it what it may know.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use parlor_games::import;
use parlor_table::wire::{ClientMessage, Refusal, RoomProblem, ServerMessage, StoreFailure};
use parlor_table::{ClientAction, ClientEvent, ConnectionId, Conversation, OpenError, PlayerId, TableEvent};
use tokio::sync::{Notify, mpsc};

use crate::bridge;
use crate::house::House;
use crate::live::{Command, Guest, TableHandle};
use crate::random::secrets;
use crate::rate::Rate;

/// A page that says nothing for so long is gone: pages ask for a sign of life more often.
const SILENCE: Duration = Duration::from_secs(75);
/// How often we send a sign of life ourselves.
const PING: Duration = Duration::from_secs(25);
/// How long a page may take to read one message.
const PATIENCE: Duration = Duration::from_secs(20);

static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// Why a connection is closed by us.
enum Farewell {
    /// The other side went.
    Gone,
    /// The other side did what it may not; why, as a code.
    Because(&'static str),
}

/// Serves one connection until either side ends it.
pub(crate) async fn serve(house: Arc<House>, player: PlayerId, socket: WebSocket) {
    let Some(_place) = house.enter() else {
        return refuse(socket).await;
    };
    let (sender, mut receiver) = socket.split();
    let (out, outgoing) = mpsc::channel(house.limits.unread);
    let overrun = Arc::new(Notify::new());
    let guest = Guest {
        connection: ConnectionId(CONNECTIONS.fetch_add(1, Ordering::Relaxed)),
        player: player.clone(),
        out,
        overrun: Arc::clone(&overrun),
    };
    let (conversation, greeting) = Conversation::begin(player, secrets(), house.welcome());
    let (finished, mut finishing) = mpsc::channel(4);
    let mut session = Session {
        finished,
        listing: None,
        rate: Rate::new(house.limits.burst, house.limits.per_second, Instant::now()),
        guest,
        house,
        conversation,
        table: None,
        joining: None,
    };
    session.act(greeting).await;
    let mut writer = tokio::spawn(write(sender, outgoing));
    let farewell = loop {
        tokio::select! {
            message = tokio::time::timeout(SILENCE, receiver.next()) => match message {
                Ok(Some(Ok(Message::Text(text)))) => {
                    if let Err(farewell) = session.hear(text.as_str()).await {
                        break farewell;
                    }
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                    if !session.rate.allows(0, Instant::now()) {
                        break Farewell::Because("too_many_messages");
                    }
                }
                Ok(Some(Ok(Message::Binary(_)))) => break Farewell::Because("only_text"),
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => break Farewell::Gone,
                Err(_) => break Farewell::Because("silence"),
            },
            Some(event) = finishing.recv() => {
                let actions = session.conversation.handle(event);
                session.do_all(actions).await;
            }
            () = overrun.notified() => break Farewell::Because("unread_messages"),
            _ = &mut writer => break Farewell::Gone,
        }
    };
    let last = session.conversation.end();
    session.do_all(last).await;
    for task in [session.joining.take(), session.listing.take()]
        .into_iter()
        .flatten()
    {
        task.abort();
    }
    // The writer ends once everybody who could tell something is gone.
    drop(session);
    if let Farewell::Because(reason) = farewell
        && let Ok(Ok(mut sender)) = tokio::time::timeout(Duration::from_secs(2), writer).await
    {
        let frame = CloseFrame {
            code: close_code::POLICY,
            reason: reason.into(),
        };
        // A page that is gone already does not hear it.
        let _ = sender.send(Message::Close(Some(frame))).await;
    }
}

/// Tells a page of the first version, which was left open while the server was replaced, to reload itself. That page
/// shows what it is told, so this is in words and in the form of its messages.
pub(crate) async fn refuse_first_version(mut socket: WebSocket) {
    let told = r#"{"type":"refused","reason":"Parlor has a new version: reload this page"}"#;
    let frame = CloseFrame {
        code: close_code::POLICY,
        reason: "old_page".into(),
    };
    // A page that is gone already does not hear it.
    let _ = socket.send(Message::Text(told.into())).await;
    let _ = socket.send(Message::Close(Some(frame))).await;
}

async fn refuse(mut socket: WebSocket) {
    let frame = CloseFrame {
        code: close_code::AGAIN,
        reason: "house_full".into(),
    };
    let _ = socket.send(Message::Close(Some(frame))).await;
}

/// Sends what is told, and signs of life between.
async fn write(
    mut sender: SplitSink<WebSocket, Message>,
    mut outgoing: mpsc::Receiver<ServerMessage>,
) -> SplitSink<WebSocket, Message> {
    loop {
        let message = match tokio::time::timeout(PING, outgoing.recv()).await {
            // Our messages are made of what JSON can say.
            Ok(Some(message)) => Message::Text(serde_json::to_string(&message).unwrap_or_default().into()),
            Ok(None) => return sender,
            Err(_) => Message::Ping(Vec::new().into()),
        };
        match tokio::time::timeout(PATIENCE, sender.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return sender,
        }
    }
}

struct Session {
    house: Arc<House>,
    guest: Guest,
    conversation: Conversation,
    /// The table that is watched.
    table: Option<TableHandle>,
    /// Waits for a terminal's game to begin.
    joining: Option<tokio::task::JoinHandle<()>>,
    /// Looks for games; whoever asks again wants only the new answer.
    listing: Option<tokio::task::JoinHandle<()>>,
    /// Where what takes long is told once it is done. Until then the connection is served as ever.
    finished: mpsc::Sender<ClientEvent>,
    rate: Rate,
}

impl Session {
    async fn hear(&mut self, text: &str) -> Result<(), Farewell> {
        let limits = self.house.limits;
        if text.len() > limits.import_bytes || !self.rate.allows(text.len(), Instant::now()) {
            return Err(Farewell::Because("too_many_messages"));
        }
        match Conversation::read(text) {
            Err(reason) => self.guest.tell(ServerMessage::Refused { reason }),
            Ok(message)
                if text.len() > limits.message_bytes && !matches!(message, ClientMessage::Import { .. }) =>
            {
                self.guest.tell(ServerMessage::Refused {
                    reason: Refusal::TooLong,
                });
            }
            Ok(message) => {
                let actions = self.conversation.handle(ClientEvent::Said(message));
                self.do_all(actions).await;
            }
        }
        Ok(())
    }

    /// Does what the conversation says, until there is nothing left to do.
    async fn do_all(&mut self, actions: Vec<ClientAction>) {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            if let Some(event) = self.act(action).await {
                actions.extend(self.conversation.handle(event));
            }
        }
    }

    /// Does one thing; what came of it, as far as the conversation is to know.
    async fn act(&mut self, action: ClientAction) -> Option<ClientEvent> {
        match action {
            ClientAction::Tell(message) => {
                self.guest.tell(*message);
                None
            }
            ClientAction::Begin { table } => {
                let id = table.id().to_owned();
                let game = self.house.seat(*table).await.map(|_| id);
                Some(ClientEvent::Begun { game })
            }
            ClientAction::Offer { room, kind } => match self.table.clone() {
                Some(table) => bridge::offer(&self.house, &room, kind, table)
                    .await
                    .err()
                    .map(room_failed),
                None => None,
            },
            ClientAction::Open { game, seat, name } => self.open(&game, seat, name).await,
            ClientAction::Leave { .. } => {
                if let Some(table) = self.table.take() {
                    let connection = self.guest.connection;
                    table.tell(TableEvent::Left { connection }).await;
                }
                None
            }
            ClientAction::Ask { request, .. } => {
                let connection = self.guest.connection;
                let heard = match &self.table {
                    Some(table) => table.tell(TableEvent::Asked { connection, request }).await,
                    None => false,
                };
                (!heard).then_some(ClientEvent::Unreachable)
            }
            ClientAction::JoinRoom { room, name } => self.join_room(&room, &name),
            ClientAction::List { search, after } => {
                let (house, who) = (Arc::clone(&self.house), self.guest.player.clone());
                let list = self.later(async move {
                    let listed = house.games(&who, &search, after).await;
                    listed.map_or_else(store_failed, |page| ClientEvent::Listed { page })
                });
                if let Some(older) = self.listing.replace(list) {
                    older.abort();
                }
                None
            }
            ClientAction::Delete { game } => {
                let deleted = self.house.delete(&self.guest.player, &game).await;
                deleted.err().map(store_failed)
            }
            ClientAction::Import { files, pick } => {
                // Thousands of games may have to be replayed: not on a thread that others wait for.
                let read = move || {
                    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
                    import::read_files(&files)
                };
                self.later(async move {
                    let read = tokio::task::spawn_blocking(read).await;
                    read.map_or_else(
                        |_| failed(Refusal::ImportFailed),
                        |found| ClientEvent::Imported { found, pick },
                    )
                });
                None
            }
        }
    }

    /// Does what may take long while the connection goes on; what came of it is an event.
    fn later(&self, work: impl Future<Output = ClientEvent> + Send + 'static) -> tokio::task::JoinHandle<()> {
        let finished = self.finished.clone();
        tokio::spawn(async move {
            let event = work.await;
            // A connection that is gone does not wait for it.
            let _ = finished.send(event).await;
        })
    }

    /// Finds the table of a game and has it told who joins.
    async fn open(&mut self, game: &str, seat: Option<String>, name: String) -> Option<ClientEvent> {
        // A table may end its task between being found and being told: then it is found anew.
        for _ in 0..2 {
            let handle = match self.house.table(game).await {
                Ok(Some(handle)) => handle,
                Ok(None) => return Some(ClientEvent::NotOpened(OpenError::Unknown)),
                Err(failure) => return Some(ClientEvent::NotOpened(OpenError::Store(failure))),
            };
            let join = Command::Join {
                guest: self.guest.clone(),
                name: name.clone(),
                seat: seat.clone(),
            };
            if handle.send(join).await {
                self.table = Some(handle);
                return None;
            }
        }
        Some(ClientEvent::NotOpened(OpenError::Busy))
    }

    fn join_room(&mut self, room: &str, name: &str) -> Option<ClientEvent> {
        if let Some(task) = self.joining.take() {
            task.abort();
        }
        match bridge::join(&self.house, room, &self.guest, name) {
            Ok(task) => self.joining = Some(task),
            Err(problem) => return Some(room_failed(problem)),
        }
        None
    }
}

fn failed(reason: Refusal) -> ClientEvent {
    ClientEvent::Failed { reason }
}

fn store_failed(failure: StoreFailure) -> ClientEvent {
    failed(Refusal::Store { failure })
}

fn room_failed(problem: RoomProblem) -> ClientEvent {
    failed(Refusal::Room { problem })
}
