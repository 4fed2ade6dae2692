//! A page's session with the server, which outlives its connections.
//!
//! A session carries out its page's requests. When the connection is lost it waits for a while: requests continue,
//! and messages are kept. A page that comes back with the session's token receives what it missed, so that no
//! message in either direction is lost or handled twice.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use parlor_games::import;
use parlor_table::wire::{ClientMessage, Refusal, RoomProblem, ServerMessage, StoreFailure};
use parlor_table::{ClientAction, ClientEvent, ConnectionId, Conversation, OpenError, PlayerId, TableEvent};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::timeout;
use tracing::{debug, error};

use crate::app_state::AppState;
use crate::bridge;
use crate::limits::{Lease, Visitor};
use crate::live::{Command, TableHandle};
use crate::random::secrets;
use crate::socket::{self, Caller, Resume};

/// How many messages of a page may wait for its session.
const WAITING: usize = 8;
/// How many bytes of sent messages are kept for a page that may have missed them.
const MOST_KEPT: usize = 64 * 1024;
/// How long a page that has come back waits for its old connection to release the session.
const HANDOVER: Duration = Duration::from_secs(5);

static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// A message on its way to a page.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing(Utf8Bytes);

/// Serialises a message.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    message.to_json().into()
}

/// A person at a page, for code that sends them messages.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// The session's number.
    pub(crate) connection: ConnectionId,
    /// The player.
    pub(crate) player: PlayerId,
    /// Their accounts.
    pub(crate) visitor: Visitor,
    out: mpsc::Sender<Outgoing>,
    overrun: Arc<Overrun>,
}

impl Guest {
    /// Sends a message, or marks the page as too slow.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        self.tell_text(text(message), message.is_skippable());
    }

    /// Sends a serialised message.
    pub(crate) fn tell_text(&self, text: Utf8Bytes, is_skippable: bool) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.out.try_send(Outgoing(text))
            && !is_skippable
        {
            self.overrun.set();
        }
    }
}

/// Set when a page does not read its messages.
#[derive(Debug, Default)]
pub(crate) struct Overrun {
    is_set: AtomicBool,
    changed: Notify,
}

impl Overrun {
    fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    pub(crate) async fn notified(&self) {
        self.changed.notified().await;
    }
}

/// The session's side of a connection. Its owner is the connection to the page.
#[derive(Debug)]
pub(crate) struct Line {
    /// The messages to send.
    pub(crate) outgoing: mpsc::Receiver<Outgoing>,
    pub(crate) overrun: Arc<Overrun>,
    /// Notified when the page has come back on another connection.
    pub(crate) release: Arc<Notify>,
    /// The token with which the page can resume the session, if it can.
    pub(crate) token: Option<String>,
    /// The number of messages received from the page.
    pub(crate) handled: u32,
    /// The number of messages sent.
    n_sent: u32,
    /// The last messages sent, as far as the page has not acknowledged them.
    kept: VecDeque<Utf8Bytes>,
    bytes_kept: usize,
}

impl Line {
    /// Counts a message that is being sent, and keeps it if the page can come back.
    pub(crate) fn sent(&mut self, Outgoing(text): Outgoing) -> Utf8Bytes {
        self.n_sent = self.n_sent.wrapping_add(1);
        if self.token.is_some() {
            self.bytes_kept += text.len();
            self.kept.push_back(text.clone());
            while self.bytes_kept > MOST_KEPT
                && let Some(oldest) = self.kept.pop_front()
            {
                self.bytes_kept -= oldest.len();
            }
        }
        text
    }

    /// Handles the page's acknowledgement of this many messages.
    pub(crate) fn acknowledge(&mut self, heard: u32) {
        let n_missing = self.n_sent.saturating_sub(heard) as usize;
        while self.kept.len() > n_missing
            && let Some(oldest) = self.kept.pop_front()
        {
            self.bytes_kept -= oldest.len();
        }
        if self.kept.is_empty() {
            self.kept.shrink_to_fit();
        }
    }

    /// The messages that the page has not acknowledged.
    pub(crate) fn unacknowledged(&self) -> Vec<Utf8Bytes> {
        self.kept.iter().cloned().collect()
    }

    /// Whether all messages after this many are still kept.
    fn can_resume_from(&self, heard: u32) -> bool {
        let n_missing = self.n_sent.checked_sub(heard);
        let is_whole = !self.overrun.is_set.load(Ordering::Relaxed);
        is_whole && n_missing.is_some_and(|n| n as usize <= self.kept.len())
    }
}

/// An event for a session.
#[derive(Debug)]
pub(crate) enum SessionEvent {
    /// The page sent a message.
    Message(Utf8Bytes),
    /// The connection was lost. Returns its line, and the inbox that keeps the session open.
    Lost(Box<Line>, Inbox),
    /// The page is back, has received this many messages, and wants the line.
    Resume {
        heard: u32,
        answer: oneshot::Sender<Line>,
    },
    /// The page was closed or cut off.
    Closed,
}

/// The sender of a session's events, held by its connections and the list of sessions.
pub(crate) type Inbox = mpsc::Sender<SessionEvent>;

/// The sessions that pages can resume.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, Open>>);

#[derive(Debug)]
struct Open {
    player: PlayerId,
    inbox: mpsc::WeakSender<SessionEvent>,
}

impl Sessions {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        // No code panics while it changes the map, so it is valid even if the lock is poisoned.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the line of a session that its page wants to resume, if the session exists and has lost no message.
    pub(crate) async fn resume(&self, player: &PlayerId, resume: &Resume) -> Option<(Line, Inbox)> {
        let inbox = {
            let open = self.open();
            let session = open.get(&resume.token)?;
            // A token is useless to other players.
            (session.player == *player).then(|| session.inbox.upgrade())??
        };
        let (answer, line) = oneshot::channel();
        let heard = resume.heard;
        inbox.send(SessionEvent::Resume { heard, answer }).await.ok()?;
        let mut line = timeout(HANDOVER, line).await.ok()?.ok()?;
        line.acknowledge(heard);
        Some((line, inbox))
    }
}

/// Starts a new session and returns the line to it.
pub(crate) fn begin(app: &Arc<AppState>, caller: &Caller, lease: Lease) -> (Line, Inbox) {
    let (out, outgoing) = mpsc::channel(app.limits.unread);
    let (inbox, events) = mpsc::channel(WAITING);
    let overrun = Arc::new(Overrun::default());
    let release = Arc::new(Notify::new());
    let token = caller.resumes.as_ref().map(|_| secrets().secret());
    let guest = Guest {
        connection: ConnectionId(CONNECTIONS.fetch_add(1, Ordering::Relaxed)),
        player: caller.player.clone(),
        visitor: caller.visitor.clone(),
        out,
        overrun: Arc::clone(&overrun),
    };
    if let Some(token) = &token {
        let open = Open {
            player: caller.player.clone(),
            inbox: inbox.downgrade(),
        };
        app.sessions.open().insert(token.clone(), open);
    }
    let line = Line {
        outgoing,
        overrun,
        release: Arc::clone(&release),
        token: token.clone(),
        handled: 0,
        n_sent: 0,
        kept: VecDeque::new(),
        bytes_kept: 0,
    };
    let (finished, finishing) = mpsc::channel(WAITING);
    // The connection sends the welcome.
    let (conversation, _) = Conversation::begin(caller.player.clone(), secrets(), app.welcome());
    let session = Session {
        app: Arc::clone(app),
        guest,
        conversation,
        table: None,
        joining: None,
        listing: None,
        finished,
        release,
        line: None,
        resuming: None,
        _lease: lease,
    };
    tokio::spawn(run(session, events, finishing, token));
    (line, inbox)
}

async fn run(
    mut session: Session,
    mut events: mpsc::Receiver<SessionEvent>,
    mut finishing: mpsc::Receiver<ClientEvent>,
    token: Option<String>,
) {
    let app = Arc::clone(&session.app);
    app.metrics.sessions.inc();
    let mut ends_at = None;
    loop {
        let waits_until = ends_at.unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
        let event = tokio::select! {
            event = events.recv() => event,
            Some(event) = finishing.recv() => {
                let actions = session.conversation.handle(event);
                session.run_actions(actions).await;
                continue;
            }
            () = tokio::time::sleep_until(waits_until.into()), if ends_at.is_some() => None,
        };
        match event {
            Some(SessionEvent::Message(text)) => session.receive(&text).await,
            Some(SessionEvent::Lost(line, inbox)) => {
                if token.is_none() {
                    break;
                }
                session.line = Some((*line, inbox));
                session.set_away(true).await;
                ends_at = Some(Instant::now() + app.limits.grace);
            }
            Some(SessionEvent::Resume { heard, answer }) => session.resuming = Some((heard, answer)),
            Some(SessionEvent::Closed) | None => break,
        }
        if session.resuming.is_some() {
            match session.hand_over().await {
                HandOver::Done => ends_at = None,
                HandOver::NotYet => {}
                HandOver::Impossible => break,
            }
        }
    }
    if let Some(token) = token {
        app.sessions.open().remove(&token);
    }
    session.end().await;
    app.metrics.sessions.dec();
}

enum HandOver {
    Done,
    NotYet,
    Impossible,
}

struct Session {
    app: Arc<AppState>,
    guest: Guest,
    conversation: Conversation,
    /// The open table.
    table: Option<TableHandle>,
    /// Waits for a terminal's game to begin.
    joining: Option<tokio::task::JoinHandle<()>>,
    /// Lists games. A second request cancels the first.
    listing: Option<tokio::task::JoinHandle<()>>,
    /// Receives the results of slow work. The session continues meanwhile.
    finished: mpsc::Sender<ClientEvent>,
    release: Arc<Notify>,
    /// The line, while no connection has it, and the inbox that keeps the session open.
    line: Option<(Line, Inbox)>,
    /// The connection that waits for the line.
    resuming: Option<(u32, oneshot::Sender<Line>)>,
    _lease: Lease,
}

impl Session {
    /// Gives the line to a page that has come back, once the old connection has released it.
    async fn hand_over(&mut self) -> HandOver {
        let Some((line, inbox)) = self.line.take() else {
            self.release.notify_one();
            return HandOver::NotYet;
        };
        let Some((heard, answer)) = self.resuming.take() else {
            self.line = Some((line, inbox));
            return HandOver::NotYet;
        };
        if !line.can_resume_from(heard) {
            debug!(
                who = self.guest.player.tag(),
                "a session cannot go on: its page has missed too much"
            );
            return HandOver::Impossible;
        }
        match answer.send(line) {
            Ok(()) => {
                self.set_away(false).await;
                HandOver::Done
            }
            Err(line) => {
                self.line = Some((line, inbox));
                HandOver::NotYet
            }
        }
    }

    async fn set_away(&self, is_away: bool) {
        let connection = self.guest.connection;
        if let Some(table) = &self.table {
            let event = if is_away {
                TableEvent::Away { connection }
            } else {
                TableEvent::Back { connection }
            };
            table.tell(event).await;
        }
    }

    async fn end(&mut self) {
        let last = self.conversation.end();
        self.run_actions(last).await;
        for task in [self.joining.take(), self.listing.take()].into_iter().flatten() {
            task.abort();
        }
    }

    async fn receive(&mut self, text: &str) {
        let limits = self.app.limits;
        match Conversation::read(text) {
            Err(reason) => self.refuse(reason),
            Ok(message)
                if text.len() > limits.message_bytes && !matches!(message, ClientMessage::Import { .. }) =>
            {
                self.refuse(Refusal::TooLong);
            }
            Ok(message) => {
                let actions = self.conversation.handle(ClientEvent::Message(message));
                self.run_actions(actions).await;
            }
        }
    }

    fn refuse(&self, reason: Refusal) {
        socket::refused(&self.app, &self.guest.player, &reason);
        self.guest.tell(&ServerMessage::Refused { reason });
    }

    /// Carries out the conversation's actions, until there are none left.
    async fn run_actions(&mut self, actions: Vec<ClientAction>) {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            if let Some(event) = self.act(action).await {
                actions.extend(self.conversation.handle(event));
            }
        }
    }

    /// Executes one action. Returns its result if the conversation needs it.
    async fn act(&mut self, action: ClientAction) -> Option<ClientEvent> {
        match action {
            ClientAction::Tell(message) => {
                if let ServerMessage::Refused { reason } = &*message {
                    socket::refused(&self.app, &self.guest.player, reason);
                }
                self.guest.tell(&message);
                None
            }
            ClientAction::Begin { table } => {
                let id = table.id().to_owned();
                Some(match self.app.seat(*table, &self.guest.visitor).await {
                    Ok(_) => ClientEvent::Begun { game: Some(id) },
                    Err(reason) => failed(reason),
                })
            }
            ClientAction::Offer { room, kind } => match self.table.clone() {
                Some(table) => bridge::offer(&self.app, &room, kind, table)
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
                let (app, who) = (Arc::clone(&self.app), self.guest.player.clone());
                let list = self.later(async move {
                    let listed = app.games(&who, &search, after).await;
                    listed.map_or_else(store_failed, |page| ClientEvent::Listed { page })
                });
                if let Some(older) = self.listing.replace(list) {
                    older.abort();
                }
                None
            }
            ClientAction::Delete { game } => {
                let deleted = self.app.delete(&self.guest.player, &game).await;
                deleted.err().map(store_failed)
            }
            ClientAction::Import { files, pick } => {
                if let Err(reason) = self.guest.visitor.import(Instant::now()) {
                    return Some(failed(reason));
                }
                // Thousands of games may have to be replayed, so this runs on a blocking thread, a few imports at a
                // time.
                let app = Arc::clone(&self.app);
                let read = move || {
                    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
                    import::read_files(&files)
                };
                self.later(async move {
                    let _place = app.imports.acquire().await;
                    let read = tokio::task::spawn_blocking(read).await;
                    read.map_or_else(
                        |failure| {
                            error!(%failure, "an import failed");
                            failed(Refusal::ImportFailed)
                        },
                        |found| ClientEvent::Imported { found, pick },
                    )
                });
                None
            }
        }
    }

    /// Runs slow work while the session continues. The result arrives as an event.
    fn later(&self, work: impl Future<Output = ClientEvent> + Send + 'static) -> tokio::task::JoinHandle<()> {
        let finished = self.finished.clone();
        tokio::spawn(async move {
            let event = work.await;
            // The session may have ended.
            let _ = finished.send(event).await;
        })
    }

    /// Finds the table of a game and joins it.
    async fn open(&mut self, game: &str, seat: Option<String>, name: String) -> Option<ClientEvent> {
        // A table's task may end between the lookup and the message. In that case, try once more.
        for _ in 0..2 {
            let handle = match self.app.table(game, &self.guest.visitor).await {
                Ok(Ok(Some(handle))) => handle,
                Ok(Ok(None)) => return Some(ClientEvent::NotOpened(OpenError::Unknown)),
                Ok(Err(reason)) => return Some(ClientEvent::NotOpened(OpenError::Refused(reason))),
                Err(failure) => return Some(ClientEvent::NotOpened(OpenError::Store(failure))),
            };
            let join = Command::Join {
                guest: Box::new(self.guest.clone()),
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
        match bridge::join(&self.app, room, &self.guest, name) {
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
