//! One connection: reads what a page says, within limits, and tells it what it may know.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use parlor_games::import;
use parlor_table::wire::{ClientMessage, ServerMessage};
use parlor_table::{
    ClientAction, ClientEvent, ConnectionId, Conversation, OpenError, PlayerId, Table, TableEvent,
};
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
    /// The other side did what it may not.
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
    let mut session = Session {
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
                        break Farewell::Because("too many messages");
                    }
                }
                Ok(Some(Ok(Message::Binary(_)))) => break Farewell::Because("only text is understood here"),
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => break Farewell::Gone,
                Err(_) => break Farewell::Because("nothing was heard for too long"),
            },
            () = overrun.notified() => break Farewell::Because("messages are not read in time"),
            _ = &mut writer => break Farewell::Gone,
        }
    };
    let last = session.conversation.end();
    session.do_all(last).await;
    if let Some(task) = session.joining.take() {
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

async fn refuse(mut socket: WebSocket) {
    let frame = CloseFrame {
        code: close_code::AGAIN,
        reason: "the house is full".into(),
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
    rate: Rate,
}

impl Session {
    async fn hear(&mut self, text: &str) -> Result<(), Farewell> {
        let limits = self.house.limits;
        if text.len() > limits.import_bytes || !self.rate.allows(text.len(), Instant::now()) {
            return Err(Farewell::Because("too many messages"));
        }
        match Conversation::read(text) {
            Err(refusal) => self.guest.tell(refusal),
            Ok(message)
                if text.len() > limits.message_bytes && !matches!(message, ClientMessage::Import { .. }) =>
            {
                self.guest.tell(ServerMessage::Refused {
                    reason: "this message is too long".to_owned(),
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
            for event in self.act(action).await {
                actions.extend(self.conversation.handle(event));
            }
        }
    }

    /// Does one thing; what came of it, as far as the conversation is to know.
    async fn act(&mut self, action: ClientAction) -> Vec<ClientEvent> {
        let event = match action {
            ClientAction::Tell(message) => {
                self.guest.tell(*message);
                None
            }
            ClientAction::Begin { table, room } => return self.begin(*table, room).await,
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
            ClientAction::List { search, skip } => {
                let listed = self.house.games(&self.guest.player, &search, skip).await;
                Some(listed.map_or_else(failed, |(games, more)| ClientEvent::Listed { games, more }))
            }
            ClientAction::Delete { game } => {
                let deleted = self.house.delete(&self.guest.player, &game).await;
                deleted.err().map(failed)
            }
            ClientAction::WriteAll => {
                let written = self.house.written_games(&self.guest.player).await;
                Some(written.map_or_else(failed, |text| ClientEvent::Written { text }))
            }
            ClientAction::Import { files, pick } => {
                // Thousands of games may have to be replayed: not on a thread that others wait for.
                let read = move || {
                    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
                    import::read_files(&files)
                };
                let read = tokio::task::spawn_blocking(read).await;
                Some(read.map_or_else(
                    |_| failed("the import failed"),
                    |found| ClientEvent::Imported { found, pick },
                ))
            }
        };
        event.into_iter().collect()
    }

    /// Puts a new table into the house, and offers its free seat to terminal programs if that is wanted.
    async fn begin(&mut self, table: Table, room: Option<String>) -> Vec<ClientEvent> {
        let (game, kind) = (table.id().to_owned(), table.game().kind());
        let Some(handle) = self.house.seat(table).await else {
            return vec![ClientEvent::Begun { game: None }];
        };
        let mut events = vec![ClientEvent::Begun { game: Some(game) }];
        if let Some(room) = room {
            let offered = bridge::offer(&self.house, &room, kind, handle).await;
            events.extend(offered.err().map(failed));
        }
        events
    }

    /// Finds the table of a game and has it told who joins.
    async fn open(&mut self, game: &str, seat: Option<String>, name: String) -> Option<ClientEvent> {
        // A table may end its task between being found and being told: then it is found anew.
        for _ in 0..2 {
            let handle = match self.house.table(game).await {
                Ok(Some(handle)) => handle,
                Ok(None) => return Some(ClientEvent::NotOpened(OpenError::Unknown)),
                Err(error) => return Some(failed(error)),
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
            Err(problem) => return Some(failed(problem)),
        }
        None
    }
}

fn failed(reason: impl ToString) -> ClientEvent {
    ClientEvent::Failed {
        reason: reason.to_string(),
    }
}
