//! One WebSocket: carries messages between a page and its [session](crate::session), within limits, and keeps watch over
//! the connection itself. This module does not know what the messages say, except for heartbeats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use parlor_netplay::Unfinished;
use parlor_table::PlayerId;
use parlor_table::wire::{ClientMessage, Refusal, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tracing::{debug, info};

use crate::app_state::AppState;
use crate::limits::{Counted, RateDecision, Visitor};
use crate::session::{self, Line, SessionEvent};

/// How often we look after a connection and send a sign of life.
const PING: Duration = Duration::from_secs(10);
/// A page that says nothing for so long is gone: pages ask for a sign of life more often, and browsers answer ours.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a message may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(60);
/// A page closes a connection with this code when it means to come back.
const COMING_BACK: u16 = 4000;
/// Every sign of life of a page holds this, and is short.
const PING_TEXT: &str = "\"ping\"";
const LONGEST_PING: usize = 64;

/// Who comes, and from where.
pub(crate) struct Caller {
    pub(crate) player: PlayerId,
    pub(crate) visitor: Visitor,
    /// What the connection holds of an unfinished message, where that is counted.
    pub(crate) unfinished: Option<Arc<Unfinished>>,
    /// The session that the page wants to resume, if any.
    pub(crate) resumes: Option<Resume>,
}

/// The session that a page wants to resume.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resume {
    /// Its token; empty for a new one.
    pub(crate) token: String,
    /// How many of its messages the page has heard.
    pub(crate) heard: u32,
}

/// How a connection ends.
enum CloseReason {
    /// The other side closed the page.
    Closed,
    /// The connection is lost; the page may come back.
    Lost,
    /// The page has come back by another connection.
    Replaced,
    /// The other side did what it may not; why, as a code.
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
    let farewell = match connection.greet(&mut socket, is_resumed).await {
        Ok(()) => connection.serve(&mut socket).await,
        Err(farewell) => farewell,
    };
    app.metrics.connections.dec();
    let reason = match farewell {
        CloseReason::Closed => "closed",
        CloseReason::Lost => "lost",
        CloseReason::Replaced => "replaced",
        CloseReason::Because(reason) => reason,
    };
    info!(%address, who, reason, "disconnected");
    let line = connection.line;
    let event = match farewell {
        CloseReason::Lost | CloseReason::Replaced => SessionEvent::Lost(Box::new(line), inbox.clone()),
        CloseReason::Closed | CloseReason::Because(_) => SessionEvent::Closed,
    };
    // A session that has ended by itself does not hear it.
    let _ = inbox.send(event).await;
    if let CloseReason::Because(reason) = farewell {
        app.metrics.cut_off(reason);
        close(&mut socket, close_code::POLICY, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    // A page that is gone already does not hear it.
    let _ = timeout(Duration::from_secs(2), socket.send(Message::Close(Some(frame)))).await;
}

/// Asks a page of the first version, which was left open while the server was replaced, to reload itself. That page
/// shows the text it receives, so this is a sentence in the format of its messages.
pub(crate) async fn refuse_first_version(mut socket: WebSocket) {
    let told = r#"{"type":"refused","reason":"Parlor has a new version: reload this page"}"#;
    // A page that is gone already does not hear it.
    let _ = socket.send(Message::Text(told.into())).await;
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
    /// When the page last gave a sign of life.
    heard_at: Instant,
    /// Since when a message has been arriving.
    arriving_since: Option<Instant>,
    /// When the next message may be read: those at one address together may say only so much.
    reads_at: Instant,
}

impl Connection<'_> {
    /// The welcome, where the session stands, and what the page has missed.
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
        for text in self.line.unheard() {
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
                // What a session cannot take yet is not read yet. Dropped, the place is given back.
                permit = self.inbox.reserve(), if !is_waiting => match permit {
                    Err(_) => Err(CloseReason::Lost),
                    Ok(permit) => {
                        // The rest goes on while nothing arrives.
                        tokio::select! {
                            frame = socket.next() => match self.read(frame) {
                                Ok(Some(Read::Text(text))) => {
                                    permit.send(SessionEvent::Said(text));
                                    Ok(())
                                }
                                Ok(Some(Read::Ping(heard))) => self.answer(socket, heard).await,
                                Ok(None) => Ok(()),
                                Err(farewell) => Err(farewell),
                            },
                            told = self.line.outgoing.recv() => self.tell(socket, told).await,
                            () = self.line.overrun.notified() => Err(CloseReason::Because("unread_messages")),
                            () = self.line.release.notified() => Err(CloseReason::Replaced),
                            _ = looks.tick() => self.look_after(socket).await,
                        }
                    }
                },
                told = self.line.outgoing.recv() => self.tell(socket, told).await,
                () = self.line.overrun.notified() => Err(CloseReason::Because("unread_messages")),
                () = self.line.release.notified() => Err(CloseReason::Replaced),
                _ = looks.tick() => self.look_after(socket).await,
                () = tokio::time::sleep_until(self.reads_at.into()), if is_waiting => Ok(()),
            };
            if let Err(farewell) = result {
                return farewell;
            }
        }
    }

    /// What a frame says, if it is for the session.
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
                return match self.visitor.hear(0, now) {
                    RateDecision::Never => Err(CloseReason::Because("too_many_messages")),
                    _ => Ok(None),
                };
            }
            Message::Binary(_) => return Err(CloseReason::Because("only_text")),
            Message::Close(Some(frame)) if frame.code == COMING_BACK => return Err(CloseReason::Lost),
            Message::Close(_) => return Err(CloseReason::Closed),
        };
        self.app.metrics.messages.inc();
        match self.visitor.hear(text.len(), now) {
            RateDecision::Now => {}
            RateDecision::ThenWait(wait) => self.reads_at = now + wait,
            RateDecision::Never => return Err(CloseReason::Because("too_many_messages")),
        }
        if text.len() <= LONGEST_PING
            && text.contains(PING_TEXT)
            && let Ok(ClientMessage::Ping { heard }) = serde_json::from_str(&text)
        {
            return Ok(Some(Read::Ping(heard)));
        }
        self.line.handled = self.line.handled.wrapping_add(1);
        Ok(Some(Read::Text(text)))
    }

    async fn answer(&mut self, socket: &mut WebSocket, heard: u32) -> Result<(), CloseReason> {
        self.line.forget_up_to(heard);
        let pong = ServerMessage::Pong {
            handled: self.line.handled,
        };
        self.write(socket, session::text(&pong)).await?;
        self.flush(socket).await
    }

    /// Sends this message and everything else that waits.
    async fn tell(
        &mut self,
        socket: &mut WebSocket,
        told: Option<session::Outgoing>,
    ) -> Result<(), CloseReason> {
        let Some(mut told) = told else {
            return Err(CloseReason::Lost);
        };
        loop {
            let text = self.line.sent(told);
            self.write(socket, text).await?;
            match self.line.outgoing.try_recv() {
                Ok(next) => told = next,
                Err(_) => return self.flush(socket).await,
            }
        }
    }

    /// Sends a sign of life, and asks itself whether the page is still there.
    async fn look_after(&mut self, socket: &mut WebSocket) -> Result<(), CloseReason> {
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

/// What a page says.
enum Read {
    /// Something for the session.
    Text(axum::extract::ws::Utf8Bytes),
    /// A sign of life: this many messages were received.
    Ping(u32),
}

/// Takes note of a refusal.
pub(crate) fn refused(app: &AppState, who: &PlayerId, refusal: &Refusal) {
    app.metrics.refused(refusal);
    info!(
        who = who.tag(),
        code = crate::metrics::refusal_code(refusal),
        "refused"
    );
}
