//! One WebSocket: carries messages between a page and its [session](crate::session), within limits, and monitors
//! the connection. This module does not look into the messages, except for heartbeats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use parlor_netplay::Unfinished;
use parlor_table::wire::{ClientMessage, Refusal, ServerMessage};
use parlor_table::{Conversation, PlayerId};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tracing::{debug, info};

use crate::app_state::AppState;
use crate::limits::{Counted, RateDecision, Visitor};
use crate::session::{self, Line, SessionEvent};

/// How often we check a connection and send a heartbeat.
const PING: Duration = Duration::from_secs(10);
/// A page that is silent for this long is gone: pages send heartbeats more often, and browsers answer ours.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a message may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(60);
/// The close code of a page that intends to come back.
const COMING_BACK: u16 = 4000;
/// Every heartbeat of a page contains this text, and is short.
const PING_TEXT: &str = "\"ping\"";
const LONGEST_PING: usize = 64;

/// A new connection and its player.
pub(crate) struct Caller {
    pub(crate) player: PlayerId,
    pub(crate) visitor: Visitor,
    /// The connection's count of bytes of an unfinished message, if they are counted.
    pub(crate) unfinished: Option<Arc<Unfinished>>,
    /// The session that the page wants to resume, if any.
    pub(crate) resumes: Option<Resume>,
}

/// A request to resume a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resume {
    /// The session's token; empty for a new session.
    pub(crate) token: String,
    /// How many of its messages the page has received.
    pub(crate) heard: u32,
}

/// Why a connection ends.
enum CloseReason {
    /// The page was closed.
    Closed,
    /// The connection was lost; the page may come back.
    Lost,
    /// The page has come back on another connection.
    Replaced,
    /// The page broke a limit or the protocol; a code says which.
    Because(&'static str),
}

/// Serves one connection until either side ends it.
pub(crate) async fn serve(app: Arc<AppState>, caller: Caller, mut socket: WebSocket) {
    let address = caller.visitor.address;
    let who = caller.player.tag().to_owned();
    let wanted = caller.resumes.clone().filter(|resume| !resume.token.is_empty());
    let resumed = match wanted {
        Some(resume) => app.sessions.resume(&caller.player, &resume).await,
        None => None,
    };
    let is_resumed = resumed.is_some();
    let (line, inbox) = match resumed {
        Some(going_on) => going_on,
        None => match caller.visitor.take(Counted::Connections) {
            Ok(lease) => session::begin(&app, &caller, lease),
            Err(refusal) => {
                app.metrics.refused(&refusal);
                info!(%address, who, %refusal, "a connection is refused");
                return refuse(socket).await;
            }
        },
    };
    info!(%address, who, is_resumed, "connected");
    app.metrics.connections.inc();
    if is_resumed {
        app.metrics.resumed.inc();
    }
    let mut connection = Connection {
        app: &app,
        visitor: &caller.visitor,
        unfinished: caller.unfinished.as_deref(),
        inbox: &inbox,
        line,
        heard_at: Instant::now(),
        arriving_since: None,
        reads_at: Instant::now(),
    };
    let close_reason = match connection.greet(&mut socket, is_resumed).await {
        Ok(()) => connection.serve(&mut socket).await,
        Err(reason) => reason,
    };
    app.metrics.connections.dec();
    let reason = match close_reason {
        CloseReason::Closed => "closed",
        CloseReason::Lost => "lost",
        CloseReason::Replaced => "replaced",
        CloseReason::Because(reason) => reason,
    };
    info!(%address, who, reason, "disconnected");
    let line = connection.line;
    let event = match close_reason {
        CloseReason::Lost | CloseReason::Replaced => SessionEvent::Lost(Box::new(line), inbox.clone()),
        CloseReason::Closed | CloseReason::Because(_) => SessionEvent::Closed,
    };
    // The session may have ended already.
    let _ = inbox.send(event).await;
    if let CloseReason::Because(reason) = close_reason {
        app.metrics.cut_off(reason);
        close(&mut socket, close_code::POLICY, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    // The page may be gone already.
    let _ = timeout(Duration::from_secs(2), socket.send(Message::Close(Some(frame)))).await;
}

/// Asks a page of the first version, which was left open while the server was upgraded, to reload. That page
/// displays the text it receives, so this is a sentence in the format of its messages.
pub(crate) async fn refuse_first_version(mut socket: WebSocket) {
    let message = r#"{"type":"refused","reason":"Parlor has a new version: reload this page"}"#;
    // The page may be gone already.
    let _ = socket.send(Message::Text(message.into())).await;
    close(&mut socket, close_code::POLICY, "old_page").await;
}

async fn refuse(mut socket: WebSocket) {
    close(&mut socket, close_code::AGAIN, "too_many_connections").await;
}

struct Connection<'a> {
    app: &'a AppState,
    visitor: &'a Visitor,
    unfinished: Option<&'a Unfinished>,
    inbox: &'a mpsc::Sender<SessionEvent>,
    line: Line,
    /// When the page was last heard from.
    heard_at: Instant,
    /// Since when a message has been arriving.
    arriving_since: Option<Instant>,
    /// When the next message may be read, because of the rate limit of the address.
    reads_at: Instant,
}

impl Connection<'_> {
    /// Sends the welcome, the state of the session, and the messages that the page has missed.
    async fn greet(&mut self, socket: &mut WebSocket, is_resumed: bool) -> Result<(), CloseReason> {
        let welcome = ServerMessage::Welcome(self.app.welcome());
        self.write(socket, session::text(&welcome)).await?;
        if let Some(token) = &self.line.token {
            let session = ServerMessage::Session {
                token: token.clone(),
                resumed: is_resumed,
                handled: self.line.handled,
            };
            self.write(socket, session::text(&session)).await?;
        }
        for text in self.line.unacknowledged() {
            self.write(socket, text).await?;
        }
        self.flush(socket).await
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> CloseReason {
        let mut looks = interval(PING);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        looks.tick().await;
        loop {
            let is_waiting = self.reads_at > Instant::now();
            let result = tokio::select! {
                // Does not read a message before the session can take it. Dropping the permit releases it.
                permit = self.inbox.reserve(), if !is_waiting => match permit {
                    Err(_) => Err(CloseReason::Lost),
                    Ok(permit) => {
                        // Messages to the page are still sent while none arrives.
                        tokio::select! {
                            frame = socket.next() => match self.read(frame) {
                                Ok(Some(Read::Text(text))) => {
                                    permit.send(SessionEvent::Message(text));
                                    Ok(())
                                }
                                Ok(Some(Read::Ping(heard))) => self.answer(socket, heard).await,
                                Ok(None) => Ok(()),
                                Err(reason) => Err(reason),
                            },
                            message = self.line.outgoing.recv() => self.tell(socket, message).await,
                            () = self.line.overrun.notified() => Err(CloseReason::Because("unread_messages")),
                            () = self.line.release.notified() => Err(CloseReason::Replaced),
                            _ = looks.tick() => self.check_connection(socket).await,
                        }
                    }
                },
                message = self.line.outgoing.recv() => self.tell(socket, message).await,
                () = self.line.overrun.notified() => Err(CloseReason::Because("unread_messages")),
                () = self.line.release.notified() => Err(CloseReason::Replaced),
                _ = looks.tick() => self.check_connection(socket).await,
                () = tokio::time::sleep_until(self.reads_at.into()), if is_waiting => Ok(()),
            };
            if let Err(reason) = result {
                return reason;
            }
        }
    }

    /// Interprets a frame. Returns what concerns the session.
    fn read(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<Option<Read>, CloseReason> {
        let frame = match frame {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                debug!(%error, "a connection failed");
                return Err(CloseReason::Lost);
            }
            None => return Err(CloseReason::Lost),
        };
        let now = Instant::now();
        self.heard_at = now;
        if let Some(unfinished) = self.unfinished {
            unfinished.finished();
        }
        let text = match frame {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => {
                return match self.visitor.count_message(0, now) {
                    RateDecision::Never => Err(CloseReason::Because("too_many_messages")),
                    _ => Ok(None),
                };
            }
            Message::Binary(_) => return Err(CloseReason::Because("only_text")),
            Message::Close(Some(frame)) if frame.code == COMING_BACK => return Err(CloseReason::Lost),
            Message::Close(_) => return Err(CloseReason::Closed),
        };
        self.app.metrics.messages.inc();
        match self.visitor.count_message(text.len(), now) {
            RateDecision::Now => {}
            RateDecision::ThenWait(wait) => self.reads_at = now + wait,
            RateDecision::Never => return Err(CloseReason::Because("too_many_messages")),
        }
        if text.len() <= LONGEST_PING
            && text.contains(PING_TEXT)
            && let Ok(ClientMessage::Ping { heard }) = Conversation::read(&text)
        {
            return Ok(Some(Read::Ping(heard)));
        }
        self.line.handled = self.line.handled.wrapping_add(1);
        Ok(Some(Read::Text(text)))
    }

    async fn answer(&mut self, socket: &mut WebSocket, heard: u32) -> Result<(), CloseReason> {
        self.line.acknowledge(heard);
        let pong = ServerMessage::Pong {
            handled: self.line.handled,
        };
        self.write(socket, session::text(&pong)).await?;
        self.flush(socket).await
    }

    /// Sends this message and all others that wait.
    async fn tell(
        &mut self,
        socket: &mut WebSocket,
        message: Option<session::Outgoing>,
    ) -> Result<(), CloseReason> {
        let Some(mut message) = message else {
            return Err(CloseReason::Lost);
        };
        loop {
            let text = self.line.sent(message);
            self.write(socket, text).await?;
            match self.line.outgoing.try_recv() {
                Ok(next) => message = next,
                Err(_) => return self.flush(socket).await,
            }
        }
    }

    /// Sends a heartbeat, and checks that the page is still there.
    async fn check_connection(&mut self, socket: &mut WebSocket) -> Result<(), CloseReason> {
        let now = Instant::now();
        let is_arriving = self.unfinished.is_some_and(Unfinished::is_waiting);
        if !is_arriving {
            self.arriving_since = None;
        } else if now - *self.arriving_since.get_or_insert(now) > ARRIVAL {
            return Err(CloseReason::Because("unfinished_message"));
        }
        if now - self.heard_at > SILENCE && !is_arriving {
            return Err(CloseReason::Lost);
        }
        let sent = timeout(self.patience(), socket.send(Message::Ping(Vec::new().into()))).await;
        sent.map_err(|_| CloseReason::Lost)?
            .map_err(|_| CloseReason::Lost)
    }

    async fn write(
        &mut self,
        socket: &mut WebSocket,
        text: axum::extract::ws::Utf8Bytes,
    ) -> Result<(), CloseReason> {
        self.app.metrics.bytes_sent.inc_by(text.len() as u64);
        let fed = timeout(self.patience(), socket.feed(Message::Text(text))).await;
        fed.map_err(|_| CloseReason::Lost)?.map_err(|_| CloseReason::Lost)
    }

    async fn flush(&mut self, socket: &mut WebSocket) -> Result<(), CloseReason> {
        let flushed = timeout(self.patience(), socket.flush()).await;
        flushed
            .map_err(|_| CloseReason::Lost)?
            .map_err(|_| CloseReason::Lost)
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(self.app.limits.write_timeout)
    }
}

/// A message from a page.
enum Read {
    /// A message for the session.
    Text(axum::extract::ws::Utf8Bytes),
    /// A heartbeat: the page has received this many messages.
    Ping(u32),
}

/// Counts and logs a refusal.
pub(crate) fn refused(app: &AppState, who: &PlayerId, refusal: &Refusal) {
    app.metrics.refused(refusal);
    info!(
        who = who.tag(),
        code = crate::metrics::refusal_code(refusal),
        "refused"
    );
}
