//! The joining side: finds a game by its ID and connects to it.

use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt, future};
use parlor_games::Kind;
use parlor_peer::{Invitation, RoomId};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::ports::ports_from;
use crate::pump::{Frame, MAX_FRAME, Timing, pump};
use crate::rooms::{End, pair};
use crate::server::GAME_HEADER;

/// How long a host may take to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);

/// Why a game could not be joined.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The host name is unknown.
    #[error("there is no machine called {host}: {reason}")]
    NoSuchHost {
        /// The name.
        host: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// Nothing listens there.
    #[error("no game can be joined on {host}, {ports}: {reason}")]
    Unreachable {
        /// The machine.
        host: String,
        /// The ports that were tried.
        ports: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// A game server answers, but does not offer the game.
    #[error("nobody offers a game called {id} on {host}, {ports}")]
    Unknown {
        /// The game.
        id: RoomId,
        /// The machine.
        host: String,
        /// The ports that were tried.
        ports: String,
    },
    /// Another player has already joined.
    #[error("somebody has already joined the game {id} on {host}")]
    Taken {
        /// The game.
        id: RoomId,
        /// The machine.
        host: String,
    },
    /// It is a different game.
    #[error("{id} on {host} is a game of {}", .game.title())]
    OtherGame {
        /// The game.
        id: RoomId,
        /// The machine.
        host: String,
        /// The game that is played there.
        game: Kind,
    },
    /// Something answers that is not a game server.
    #[error("what answers on {host}, port {port}, is not a Parlor program: {reason}")]
    Foreign {
        /// The machine.
        host: String,
        /// The port.
        port: u16,
        /// What went wrong.
        reason: String,
    },
}

/// Joins the game of an invitation, which must be this game: on its port, or on the first port from `base` that
/// offers it.
pub async fn connect(
    invitation: &Invitation,
    game: &'static str,
    base: u16,
    timing: Timing,
) -> Result<End, ConnectError> {
    let Invitation { id, host, port } = invitation;
    let ports = match port {
        Some(port) => vec![*port],
        None => ports_from(base),
    };
    let ports_text = describe(&ports);
    let found = tokio::net::lookup_host((host.as_str(), 0)).await;
    let found = found.and_then(|mut addresses| addresses.next().ok_or(io::ErrorKind::NotFound.into()));
    if let Err(reason) = found {
        let host = host.clone();
        return Err(ConnectError::NoSuchHost { host, reason });
    }
    // Connects to all ports at once, because one that does not answer takes long. Then asks for the ID on one after
    // the other, because two hosts might use it and only one must be joined.
    let streams = future::join_all(ports.iter().map(|&port| open_socket(host, port))).await;
    let (mut unreachable, mut foreign, mut other_game, mut answered) = (None, None, None, false);
    for (port, stream) in ports.into_iter().zip(streams) {
        let stream = match stream {
            Ok(stream) => stream,
            Err(error) => {
                unreachable = Some(error);
                continue;
            }
        };
        match enter(stream, (host, port), id, game, timing).await {
            Ok(end) => return Ok(end),
            Err(Refusal::Unknown) => answered = true,
            Err(Refusal::Taken) => {
                let (id, host) = (id.clone(), host.clone());
                return Err(ConnectError::Taken { id, host });
            }
            Err(Refusal::OtherGame(game)) => {
                let (id, host) = (id.clone(), host.clone());
                other_game = Some(ConnectError::OtherGame { id, host, game });
            }
            Err(Refusal::Foreign(reason)) => {
                let host = host.clone();
                foreign = Some(ConnectError::Foreign { host, port, reason });
            }
        }
    }
    if let Some(other_game) = other_game {
        return Err(other_game);
    }
    let (id, host, ports) = (id.clone(), host.clone(), ports_text);
    Err(match (answered, foreign, unreachable) {
        (false, Some(foreign), _) => foreign,
        (false, None, Some(reason)) => ConnectError::Unreachable { host, ports, reason },
        _ => ConnectError::Unknown { id, host, ports },
    })
}

enum Refusal {
    Unknown,
    Taken,
    OtherGame(Kind),
    Foreign(String),
}

async fn open_socket(host: &str, port: u16) -> io::Result<TcpStream> {
    match timeout(CONNECT_TIMEOUT, TcpStream::connect((host, port))).await {
        Ok(result) => result,
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

async fn enter(
    stream: TcpStream,
    (host, port): (&str, u16),
    id: &RoomId,
    game: &'static str,
    timing: Timing,
) -> Result<End, Refusal> {
    // Moves are single small packets. A socket without this option still works.
    let _ = stream.set_nodelay(true);
    let bracketed = if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    let address = format!("ws://{bracketed}:{port}/netplay/{id}");
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    let mut request = address
        .into_client_request()
        .map_err(|error| Refusal::Foreign(error.to_string()))?;
    let named = HeaderValue::from_static(game);
    request.headers_mut().insert(GAME_HEADER, named);
    let handshake = client_async_with_config(request, stream, Some(config));
    let socket = match timeout(CONNECT_TIMEOUT, handshake).await {
        Ok(Ok((socket, _))) => socket,
        Ok(Err(Error::Http(response))) => {
            let played = response.headers().get(GAME_HEADER);
            let played = played.and_then(|name| name.to_str().ok()?.parse().ok());
            return Err(match (response.status().as_u16(), played) {
                (404, _) => Refusal::Unknown,
                (409, _) => Refusal::Taken,
                (412, Some(game)) => Refusal::OtherGame(game),
                (status, _) => Refusal::Foreign(format!("it answered {status}")),
            });
        }
        Ok(Err(error)) => return Err(Refusal::Foreign(error.to_string())),
        Err(_) => return Err(Refusal::Foreign("it does not answer".to_owned())),
    };
    let frames = socket
        .map(|message| message.map(read))
        .with(|frame| future::ready(Ok::<Message, Error>(write(frame))));
    let (near, far) = pair();
    tokio::spawn(pump(frames, far, timing));
    Ok(near)
}

fn read(message: Message) -> Frame {
    match message {
        Message::Text(text) => Frame::Text(text.to_string()),
        Message::Binary(_) | Message::Frame(_) => Frame::Binary,
        Message::Ping(_) | Message::Pong(_) => Frame::PingOrPong,
        Message::Close(close) => Frame::Close(close.map_or_else(String::new, |it| it.reason.to_string())),
    }
}

fn write(frame: Frame) -> Message {
    match frame {
        Frame::Text(text) => Message::text(text),
        Frame::Close(reason) => {
            let code = if reason.is_empty() {
                CloseCode::Normal
            } else {
                CloseCode::Policy
            };
            Message::Close(Some(CloseFrame {
                code,
                reason: reason.into(),
            }))
        }
        // Only text, pings and close frames are ever sent.
        Frame::Ping | Frame::PingOrPong | Frame::Binary => Message::Ping(Vec::new().into()),
    }
}

fn describe(ports: &[u16]) -> String {
    match ports {
        [first, .., last] => format!("ports {first}–{last}"),
        [port] => format!("port {port}"),
        [] => "no port".to_owned(),
    }
}
