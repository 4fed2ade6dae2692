//! Carries messages between a WebSocket and an [`End`], and handles everything that may go wrong.

use std::fmt::Display;
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use parlor_peer::MAX_MESSAGE;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::rooms::End;

/// How many frames of any kind may arrive in a burst before the connection is cut off.
const FRAME_BURST: f64 = 4096.0;

/// How many frames per second may arrive on average.
const FRAMES_PER_SECOND: f64 = 50.0;

/// How long the other side may take to answer a closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum size of a frame. Larger than a message, so that a message that is slightly too long is still
/// answered with the reason.
pub(crate) const MAX_FRAME: usize = 4 * MAX_MESSAGE;

/// The timeouts of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// A connection that is silent for this long counts as broken. Heartbeats are sent four times as often.
    pub silence: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            silence: Duration::from_secs(20),
        }
    }
}

/// A WebSocket frame, for any library.
pub(crate) enum Frame {
    Text(String),
    Binary,
    Ping,
    /// A received ping or pong, which the library has already answered.
    PingOrPong,
    Close(String),
}

/// Carries messages in both directions until one side ends the connection.
pub(crate) async fn pump<S, E>(mut socket: S, mut end: End, timing: Timing)
where
    S: Stream<Item = Result<Frame, E>> + Sink<Frame> + Unpin,
    E: Display,
{
    let beat = timing.silence / 4;
    let mut beats = interval_at(Instant::now() + beat, beat);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut allowance = Allowance::new();
    loop {
        let outgoing = tokio::select! {
            message = end.recv() => match message {
                Some(text) => Frame::Text(text),
                None => {
                    close_gracefully(&mut socket, String::new()).await;
                    return;
                }
            },
            frame = socket.next() => {
                heard = Instant::now();
                match take(frame, &end, &mut allowance) {
                    Ok(()) => continue,
                    Err(PumpError::Lost(reason)) => {
                        end.leave_because(reason);
                        return;
                    }
                    Err(PumpError::Cut(reason)) => {
                        end.leave_because(format!("the other side was cut off: {reason}"));
                        // Our own side is informed now, however long the closing handshake takes.
                        drop(end);
                        close_gracefully(&mut socket, reason).await;
                        return;
                    }
                }
            },
            _ = beats.tick() => {
                if heard.elapsed() >= timing.silence {
                    end.leave_because(format!("no sign of life for {} seconds", timing.silence.as_secs_f32()));
                    return;
                }
                Frame::Ping
            }
        };
        // A side that reads nothing counts as silent, like one that sends nothing.
        if !matches!(timeout(timing.silence, socket.send(outgoing)).await, Ok(Ok(()))) {
            // Messages that it sent before it left may explain why: a last move, a `stop`.
            while let Ok(Some(Ok(frame))) = timeout(CLOSE_TIMEOUT, socket.next()).await {
                if take(Some(Ok::<Frame, E>(frame)), &end, &mut allowance).is_err() {
                    break;
                }
            }
            end.leave_because("nothing can be sent any more");
            return;
        }
    }
}

/// Returns the first text message on a WebSocket, or why there is none.
pub(crate) async fn first_text<S, E>(socket: &mut S) -> Result<String, String>
where
    S: Stream<Item = Result<Frame, E>> + Unpin,
{
    loop {
        match socket.next().await {
            Some(Ok(Frame::Text(text))) if text.len() > MAX_MESSAGE => return Err(too_long(&text)),
            Some(Ok(Frame::Text(text))) => return Ok(text),
            Some(Ok(Frame::Ping | Frame::PingOrPong)) => {}
            Some(Ok(Frame::Binary)) => return Err(NOT_TEXT.to_owned()),
            // A closed connection needs no reason.
            Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(String::new()),
        }
    }
}

const NOT_TEXT: &str = "a message that is not text";

fn too_long(text: &str) -> String {
    format!(
        "a message of {} bytes, of which {MAX_MESSAGE} are allowed",
        text.len()
    )
}

enum PumpError {
    /// The connection is gone.
    Lost(String),
    /// The other side broke a limit.
    Cut(String),
}

fn take<E: Display>(
    frame: Option<Result<Frame, E>>,
    end: &End,
    allowance: &mut Allowance,
) -> Result<(), PumpError> {
    let frame = match frame {
        Some(Ok(frame)) => frame,
        Some(Err(error)) => return Err(PumpError::Lost(error.to_string())),
        None => return Err(PumpError::Lost("the connection was closed".to_owned())),
    };
    if !allowance.admits() {
        return Err(PumpError::Cut("too many messages".to_owned()));
    }
    match frame {
        Frame::Text(text) if text.len() > MAX_MESSAGE => Err(PumpError::Cut(too_long(&text))),
        Frame::Text(text) => match end.try_send(text) {
            Ok(true) => Ok(()),
            Ok(false) => Err(PumpError::Cut("too many unread messages".to_owned())),
            // Our own side is leaving, which `recv` will report.
            Err(_) => Ok(()),
        },
        Frame::Binary => Err(PumpError::Cut(NOT_TEXT.to_owned())),
        Frame::Ping | Frame::PingOrPong => Ok(()),
        Frame::Close(reason) if reason.is_empty() => {
            Err(PumpError::Lost("the other side closed the connection".to_owned()))
        }
        Frame::Close(reason) => Err(PumpError::Lost(format!("the other side cut us off: {reason}"))),
    }
}

/// Closes the connection in such a way that all messages sent before arrive: dropping a socket with unread input
/// would discard what is still in transit.
pub(crate) async fn close_gracefully<S, E>(socket: &mut S, reason: String)
where
    S: Stream<Item = Result<Frame, E>> + Sink<Frame> + Unpin,
{
    let closing = async {
        if socket.send(Frame::Close(reason)).await.is_err() {
            return;
        }
        while let Some(Ok(frame)) = socket.next().await {
            if matches!(frame, Frame::Close(_)) {
                break;
            }
        }
    };
    // A peer that does not answer is dropped.
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

/// A token bucket of frames.
struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    fn new() -> Allowance {
        Allowance {
            left: FRAME_BURST,
            at: Instant::now(),
        }
    }

    fn admits(&mut self) -> bool {
        let now = Instant::now();
        let gained = (now - self.at).as_secs_f64() * FRAMES_PER_SECOND;
        self.left = (self.left + gained).min(FRAME_BURST) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}
