//! A WebSocket on one side, an [`End`] on the other, and everything that may go wrong between them.

use std::fmt::Display;
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use parlor_peer::MAX_MESSAGE;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::rooms::End;

/// How many frames of any kind may come in a burst before a connection is cut off.
const FRAME_BURST: f64 = 4096.0;

/// How many frames a second may come in the long run.
const FRAMES_PER_SECOND: f64 = 50.0;

/// How long the other side may take to answer a closing handshake.
const FAREWELL: Duration = Duration::from_secs(2);

/// How large a frame may be that is read at all. Larger than a message, so that one that is only somewhat too
/// long is still answered with the reason.
pub(crate) const MAX_FRAME: usize = 4 * MAX_MESSAGE;

/// How patient a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// After this long without a sign of life the connection counts as broken. A sign of life is sent four
    /// times as often.
    pub silence: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            silence: Duration::from_secs(20),
        }
    }
}

/// What comes and goes on a WebSocket, whichever library reads it.
pub(crate) enum Frame {
    Text(String),
    Binary,
    Ping,
    /// A ping or pong that came; the library has answered it.
    SignOfLife,
    Close(String),
}

/// Carries messages both ways until one side ends it.
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
                    say_goodbye(&mut socket, String::new()).await;
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
                        // Our own side learns of it now, however long the farewell takes.
                        drop(end);
                        say_goodbye(&mut socket, reason).await;
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
        // A side that takes nothing any more is as silent as one that sends nothing.
        if !matches!(timeout(timing.silence, socket.send(outgoing)).await, Ok(Ok(()))) {
            // What it sent before it went may still say why: a last move, a `stop`.
            while let Ok(Some(Ok(frame))) = timeout(FAREWELL, socket.next()).await {
                if take(Some(Ok::<Frame, E>(frame)), &end, &mut allowance).is_err() {
                    break;
                }
            }
            end.leave_because("nothing can be sent any more");
            return;
        }
    }
}

/// The first message on a WebSocket, signs of life aside; otherwise what came instead of one.
pub(crate) async fn first_text<S, E>(socket: &mut S) -> Result<String, String>
where
    S: Stream<Item = Result<Frame, E>> + Unpin,
{
    loop {
        match socket.next().await {
            Some(Ok(Frame::Text(text))) if text.len() > MAX_MESSAGE => return Err(too_long(&text)),
            Some(Ok(Frame::Text(text))) => return Ok(text),
            Some(Ok(Frame::Ping | Frame::SignOfLife)) => {}
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
    /// There is no connection any more.
    Lost(String),
    /// The other side did what it may not.
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
            // Our own side is leaving; `recv` will say so.
            Err(_) => Ok(()),
        },
        Frame::Binary => Err(PumpError::Cut(NOT_TEXT.to_owned())),
        Frame::Ping | Frame::SignOfLife => Ok(()),
        Frame::Close(reason) if reason.is_empty() => {
            Err(PumpError::Lost("the other side closed the connection".to_owned()))
        }
        Frame::Close(reason) => Err(PumpError::Lost(format!("the other side cut us off: {reason}"))),
    }
}

/// Closes the connection so that everything sent before arrives: a socket dropped with unread input would
/// take back what is still under way.
pub(crate) async fn say_goodbye<S, E>(socket: &mut S, reason: String)
where
    S: Stream<Item = Result<Frame, E>> + Sink<Frame> + Unpin,
{
    let farewell = async {
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
    let _ = timeout(FAREWELL, farewell).await;
}

/// A bucket of frames that fills slowly.
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
